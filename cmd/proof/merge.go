package proof

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

type mergeOptions struct {
	out      string
	position string
	memory   flags.Memory
	workers  flags.Workers
	timeout  flags.Timeout
	progress flags.Progress
}

func newMerge() *cobra.Command {
	var opt mergeOptions
	cmd := &cobra.Command{
		Use:   "merge FILE... --out FILE [flags]",
		Short: "Make one certificate from certificates of later positions",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("no file given: name certificates of later positions")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd.Context(), args, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: cli.FileNames(),
	}
	flags.Output(cmd, &opt.out, "out", "o", "write the certificate to this file")
	cmd.Flags().StringVar(&opt.position, "position", "", "prove this `POSITION`, see \"gridlock help formats\" (default: the start)")
	opt.memory.AddFlag(cmd, "maximum memory for records")
	opt.workers.AddFlag(cmd)
	opt.timeout.AddFlag(cmd, "")
	opt.progress.AddFlags(cmd)
	return cmd
}

func (opt *mergeOptions) run(ctx context.Context, names []string, in io.Reader, stdout, errOut io.Writer) error {
	if opt.out == "" {
		return cli.Usagef("no file given: add --out FILE")
	}
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	out, err := files.StageMerged(opt.out)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer out.Discard()
	f, r, err := open(ctx, names[0], in)
	if err != nil {
		return err
	}
	defer f.Close()
	request := certify.Request{Winner: r.Header.WinnerPlayer()}
	if request.Root, err = opt.root(r.Root.Game()); err != nil {
		return err
	}
	m := certify.NewMerger(request.Root.Game(), certify.MergeOptions{
		Memory: int64(opt.memory), Workers: opt.workers.Count(), Scratch: out.Scratch(),
	})
	defer m.Close()
	batch, stop := opt.progress.Batch(stdout, errOut, len(names)+1, "certificates")
	var written *report.Certificate
	if err = opt.add(ctx, m, names, in, r, batch); err == nil {
		done := batch.Step("merging")
		written, err = opt.write(ctx, out, m, request)
		done()
	}
	stop()
	if err == nil && !opt.progress.Quiet() {
		files.SayCertificate(errOut, written)
	}
	return err
}

// add adds all files to a merger, several at a time; first is the reader of the first one. Half of the
// memory is for checking them.
func (opt *mergeOptions) add(ctx context.Context, m *certify.Merger, names []string, in io.Reader, first *proof.Reader, batch *console.Display) error {
	limit := int64(opt.memory) / 2
	room := semaphore.NewWeighted(limit)
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(opt.workers.Count())
	for i, name := range names {
		group.Go(func() error {
			r := first
			if i > 0 {
				var f io.Closer
				var err error
				if f, r, err = open(groupCtx, name, in); err != nil {
					return stopped(ctx, name, err)
				}
				defer f.Close()
			}
			need := min(r.Memory(), limit)
			if err := room.Acquire(groupCtx, need); err != nil {
				return stopped(ctx, name, err)
			}
			defer room.Release(need)
			monitor, done := batch.Watch(printable.Printable(name), r.Root)
			defer done()
			return stopped(ctx, name, m.Add(groupCtx, r, proof.Options{Memory: limit, Progress: files.WatchCheck(monitor)}))
		})
	}
	return group.Wait()
}

// root returns the position to prove, of the game of the first file.
func (opt *mergeOptions) root(game *variants.Game) (variants.Position, error) {
	if opt.position == "" {
		return game.Start(), nil
	}
	p, err := game.Variant().Parse(opt.position)
	if err != nil {
		err = cli.Usagef("--position: %w", err)
	}
	return p, err
}

// write writes the certificate of the request, or of the other winner if the parts prove that.
func (opt *mergeOptions) write(ctx context.Context, out *files.Certificate, m *certify.Merger, request certify.Request) (*report.Certificate, error) {
	other := request.Winner.Opponent()
	if err := m.Proves(ctx, request.Root, request.Winner); err != nil {
		if m.Proves(ctx, request.Root, other) != nil {
			return nil, stopped(ctx, out.Name(), fmt.Errorf("not written: %w", err))
		}
		request.Winner = other
	}
	written, err := out.Merge(ctx, m, request, int64(opt.memory))
	return written, stopped(ctx, out.Name(), err)
}

// stopped returns the error of a file, with how to go on if a limit is the cause.
func stopped(ctx context.Context, name string, err error) error {
	limit := solver.Stopped(ctx)
	switch {
	case err == nil:
		return nil
	case limit != nil:
		return limit
	case errors.Is(err, tablebase.ErrSpace):
		return fmt.Errorf("%w; make room, or keep more in memory with --memory", err)
	}
	return files.CertificateError(name, err)
}
