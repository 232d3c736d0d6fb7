package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/variants"
)

// solveOptions are the flags of the command.
type solveOptions struct {
	game    flags.Game
	access  access
	run     string
	prove   bool
	memory  flags.Memory
	proof   string
	lease   time.Duration
	ackWait time.Duration
	sweep   time.Duration
	timeout flags.Timeout
	wait    time.Duration
	format  flags.Format
	quiet   bool
	kept    bool // results stay on the server, so that the run can be continued
}

// newSolve returns the command.
func newSolve() *cobra.Command {
	opt := &solveOptions{}
	cmd := &cobra.Command{
		Use:   "solve [GAME] [flags]",
		Short: "Find who wins a position, with the workers of a server",
		Long: `Solve gives jobs to the workers of a server and puts together what they find,
until it is known who wins the position. It may be stopped and started again, on
any machine: the same command continues the run.

The verdict is as trustworthy as the workers, unless --prove is given. Then
workers write certificates for the positions in which the search ended, this
program checks each of them, and the moves that lead there, by the rules alone,
and searches again what turns out to be wrong. With --proof FILE it merges them
to one certificate, which "gridlock verify" checks. Records that do not fit into
the memory are then kept in files beside FILE, which are gone at the end.`,
		Example: `  gridlock-cluster solve blockade --board 6x8
  gridlock-cluster solve blockade --prove --access coordinator.access
  gridlock-cluster solve blockade --board 7x7 --proof 7x7.proof.gz`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := opt.position()
			if err != nil {
				return err
			}
			opt.kept = true
			return opt.solve(cmd.Context(), p, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.access.addFlags(cmd)
	opt.addFlags(cmd)
	cmd.Flags().DurationVar(&opt.wait, "wait", time.Minute, "how long to wait for a server that is not there yet")
	return cmd
}

// addFlags adds the flags to a command, except those for the server.
func (opt *solveOptions) addFlags(cmd *cobra.Command) {
	opt.game.AddFlags(cmd)
	plain := cmd.Flags()
	plain.StringVar(&opt.run, "run", "", "name of the run (default: made from the position)")
	plain.BoolVar(&opt.prove, "prove", false, "have the verdict proven, and check the proof")
	flags.Output(cmd, &opt.proof, "proof", "", "write a certificate of the verdict to this file; implies --prove")
	opt.memory.AddFlag(cmd, "approximate memory for checking and merging certificates")
	plain.DurationVar(&opt.lease, "lease", 15*time.Second, "time after which another coordinator of the run takes over from a silent one")
	plain.DurationVar(&opt.ackWait, "ack-wait", 30*time.Second, "time after which the job of a silent worker is given to another one")
	plain.DurationVar(&opt.sweep, "sweep", time.Minute, "time between two searches for jobs and answers that are lost")
	opt.timeout.AddFlag(cmd, "")
	opt.format.AddFlags(cmd, "", "text", "json")
	plain.BoolVarP(&opt.quiet, "quiet", "q", false, "print only errors on standard error")
}

// position returns the position of the flags, after checking that they make sense.
func (opt *solveOptions) position() (variants.Position, error) {
	if min(opt.lease, opt.ackWait, opt.sweep) < time.Second {
		return variants.Position{}, cli.Usagef("--lease, --ack-wait and --sweep take at least 1s")
	}
	p, err := opt.game.Position()
	if err != nil {
		return p, err
	}
	if opt.run == "" {
		opt.run = queue.DefaultRun(p)
	}
	if err := queue.CheckRun(opt.run); err != nil {
		return p, cli.Usagef("--run: %w", err)
	}
	return p, nil
}

func (opt *solveOptions) solve(ctx context.Context, p variants.Position, out, errOut io.Writer) error {
	log := logTo(errOut)
	if opt.quiet {
		log = func(string, ...any) {}
	}
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	var file *files.Certificate
	if opt.proof != "" {
		var err error
		if file, err = files.StageMerged(opt.proof); err != nil {
			return fmt.Errorf("--proof: %w", err)
		}
		defer file.Discard()
	}
	name := processName()
	h, err := opt.access.connect(ctx, name, opt.wait, log)
	if err != nil {
		return opt.stopped(ctx, err)
	}
	defer h.Close()
	log("run %s", opt.run)
	how := queue.SolveOptions{
		Run: opt.run, Name: name, Program: cli.Version(), Prove: opt.prove || opt.proof != "", Memory: int64(opt.memory),
		Lease: opt.lease, AckWait: opt.ackWait, Sweep: opt.sweep, Log: log, Progress: nowAndThen(log),
	}
	var written *report.Certificate
	if file != nil {
		how.Scratch = file.Scratch()
		how.Merged = func(ctx context.Context, m *certify.Merger, winner variants.Player) (err error) {
			if written != nil { // and the lease was lost then
				return nil
			}
			log("merges the certificates")
			written, err = file.Merge(ctx, m, certify.Request{Root: p, Winner: winner}, int64(opt.memory))
			if errors.Is(err, proof.ErrMemory) {
				err = fmt.Errorf("%w to merge the certificates; set it with --memory", err)
			}
			return err
		}
	}
	v, err := queue.Solve(ctx, h, p, how)
	if err != nil {
		return opt.stopped(ctx, err)
	}
	if err := opt.print(out, p, v, written); err != nil {
		return err
	}
	if file != nil && written == nil {
		return fmt.Errorf("%s is not written: the run %s is over, and what its proof was made of is gone; "+
			"remove it with \"gridlock-cluster cancel --forget %[2]s\", and solve again", opt.proof, opt.run)
	}
	return nil
}

// stopped returns the error of a run that had to stop.
func (opt *solveOptions) stopped(ctx context.Context, err error) error {
	switch limit := solver.Stopped(ctx); {
	case limit != nil && !opt.kept:
		return limit
	case limit != nil:
		return fmt.Errorf("%w; the same command continues the run", limit)
	}
	return err
}

// nowAndThen returns a function that logs the progress every few seconds.
func nowAndThen(log func(format string, args ...any)) func(queue.Progress) {
	const every = 10 * time.Second
	last := time.Now()
	return func(p queue.Progress) {
		if time.Since(last) < every {
			return
		}
		last = time.Now()
		log("%s", progressText(p))
	}
}

// progressText describes the progress of a run.
func progressText(p queue.Progress) string {
	text := fmt.Sprintf("%s nodes in %s jobs, %s out to %d workers, proof %s, disproof %s",
		humanize.Comma(int64(p.Nodes)), humanize.Comma(int64(p.Jobs)), humanize.Comma(int64(p.Out)), p.Slots,
		humanize.Comma(int64(p.Proof)), humanize.Comma(int64(p.Disproof)))
	if p.Leaves > 0 {
		text = fmt.Sprintf("decided after %s nodes; %s of %s certificates checked", humanize.Comma(int64(p.Nodes)),
			humanize.Comma(int64(p.Proven)), humanize.Comma(int64(p.Leaves)))
	}
	return text
}

// solved is the verdict in JSON.
type solved struct {
	Run string `json:"run"`
	report.Named
	Position string        `json:"position"`
	Winner   string        `json:"winner"`
	Verdict  queue.Verdict `json:"verdict"`

	Proof *report.Certificate `json:"proof,omitzero"` // with --proof
}

// print prints the verdict.
func (opt *solveOptions) print(out io.Writer, p variants.Position, v queue.Verdict, written *report.Certificate) error {
	winner, err := v.Winner(p)
	if err != nil {
		return fmt.Errorf("run %s: %w; \"gridlock-cluster cancel --forget %[1]s\" removes what is left of it", opt.run, err)
	}
	if opt.format.JSON() {
		return printable.WriteJSON(out, solved{opt.run, report.NewNamed(p.Game().Variant()), p.String(), winner.String(), v, written})
	}
	fmt.Fprintf(out, "Player %d (%v) wins %s %v.\n\n", winner.Number(), winner, p.Game().Variant().ID, p)
	fmt.Fprintf(out, "nodes         %s\n", humanize.Comma(int64(v.Progress.Nodes)))
	fmt.Fprintf(out, "jobs          %s\n", humanize.Comma(int64(v.Progress.Jobs)))
	fmt.Fprintf(out, "time          %.3f s\n", v.Progress.Seconds)
	if v.Certificates > 0 {
		fmt.Fprintf(out, "certificates  %s, all checked\n", humanize.Comma(int64(v.Certificates)))
	} else {
		fmt.Fprintf(out, "certificates  none; --prove asks for them\n")
	}
	if written != nil {
		fmt.Fprintf(out, "proof         %s: %s, %s records, %s\n", written.File, written.Method,
			humanize.Comma(int64(written.Records)), humanize.IBytes(uint64(written.Bytes)))
	}
	return nil
}
