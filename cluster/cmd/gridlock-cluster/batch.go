package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/cluster/batch"
	"gridlock/internal/cli"
	"gridlock/solver"
)

// newBatch returns the command.
func newBatch() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "batch COMMAND",
		Short: "Solve many positions on many machines",
		Long: `Divide positions into parts, solve the parts on any machines that see the same
directory, with "gridlock solve --stdin", and put the answers together. There is
no server. Each position is solved once, and a part that was interrupted is
continued where it was.`,
		Example: `  gridlock-cluster batch split claim --dir work --parts 16 <positions.txt
  gridlock-cluster batch sbatch --dir work --cpus 2 | sbatch
  gridlock-cluster batch collect --dir work >answers.jsonl`,
	}
	cli.Group(cmd, newBatchSplit(), newBatchRun(), newBatchSbatch(), newBatchCollect())
	return cmd
}

// addDir adds the flag for the directory of a batch.
func addDir(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "dir", "", "directory of the batch")
	cli.CompleteFiles(cmd, "dir")
}

// openBatch opens a batch.
func openBatch(dir string) (*batch.Batch, error) {
	if dir == "" {
		return nil, cli.Usagef("name the directory of the batch with --dir")
	}
	return batch.Open(dir)
}

// splitOptions are the flags of the command.
type splitOptions struct {
	game  cli.Game
	dir   string
	parts int
	flags string
}

func newBatchSplit() *cobra.Command {
	opt := &splitOptions{}
	cmd := &cobra.Command{
		Use:   "split GAME --dir DIR [flags]",
		Short: "Divide positions from standard input into parts",
		Long: `Read positions from standard input, one per line, and divide them into parts in
a new directory. A line that is no position is an error. Flags for "gridlock
solve" are tried at once.`,
		Example: `  gridlock-cluster batch split claim --dir work --parts 16 <positions.txt
  gridlock-cluster batch split blockade --dir work --flags "--all-moves" <p.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.split(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr())
		},
	}
	opt.game.AddVariant(cmd)
	addDir(cmd, &opt.dir)
	cmd.Flags().IntVar(&opt.parts, "parts", 8, "number of parts")
	cmd.Flags().StringVar(&opt.flags, "flags", "", "flags of \"gridlock solve\", as in \"--engine pn --timeout 60s\"")
	return cmd
}

func (opt *splitOptions) split(ctx context.Context, in io.Reader, errOut io.Writer) error {
	switch {
	case opt.dir == "":
		return cli.Usagef("name a directory for the batch with --dir")
	case opt.parts < 1 || opt.parts > batch.MostParts:
		return cli.Usagef("--parts %d: from 1 to %d are possible", opt.parts, batch.MostParts)
	}
	v, err := opt.game.Variant()
	if err != nil {
		return err
	}
	program, err := cli.FindProgram("gridlock")
	if err != nil {
		return err
	}
	flags := strings.Fields(opt.flags)
	if err := batch.Try(ctx, program, v, flags); err != nil {
		return cli.Usagef("%s refuses --flags %q: %w", program, opt.flags, err)
	}
	b, err := batch.Split(opt.dir, v, opt.parts, flags, cli.ReadLines(ctx, in))
	if err != nil {
		return err
	}
	fmt.Fprintf(errOut, "gridlock-cluster: %s has %s positions in %d parts, from %s lines\n",
		opt.dir, humanize.Comma(int64(b.Positions)), b.Parts, humanize.Comma(int64(b.Lines)))
	return nil
}

// runOptions are the flags of the command.
type runOptions struct {
	dir   string
	part  int
	flags string
}

func newBatchRun() *cobra.Command {
	opt := &runOptions{}
	cmd := &cobra.Command{
		Use:   "run --dir DIR --part N [flags]",
		Short: "Solve a part, or what is left of it",
		Long: `Solve the positions of a part that have no answer yet. Do not run the same part
twice at a time. If positions could not be solved within the limits that --flags
set, the exit status is 3; they count as answered.`,
		Example: `  gridlock-cluster batch run --dir work --part 3
  gridlock-cluster batch run --dir work --part 3 --flags "--workers 4"`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.ErrOrStderr())
		},
	}
	addDir(cmd, &opt.dir)
	cmd.Flags().IntVar(&opt.part, "part", 0, "number of the part, from 1 on")
	cmd.Flags().StringVar(&opt.flags, "flags", "", "flags of \"gridlock solve\" for this machine, besides those of the batch")
	return cmd
}

func (opt *runOptions) run(ctx context.Context, errOut io.Writer) error {
	b, err := openBatch(opt.dir)
	if err != nil {
		return err
	}
	if opt.part < 1 || opt.part > b.Parts {
		return cli.Usagef("--part %d: the batch has parts 1 to %d", opt.part, b.Parts)
	}
	program, err := cli.FindProgram("gridlock")
	if err != nil {
		return err
	}
	r, err := b.Run(ctx, opt.part, batch.RunOptions{Program: program, Flags: strings.Fields(opt.flags), ErrOut: errOut})
	if err == nil || r != (batch.Report{}) {
		fmt.Fprintf(errOut, "gridlock-cluster: part %d has %s answers, %s of them new; %s positions are left\n", opt.part,
			humanize.Comma(int64(r.Before+r.New)), humanize.Comma(int64(r.New)), humanize.Comma(int64(r.Left)))
	}
	if err == nil && r.Open > 0 {
		err = fmt.Errorf("%w: positions not solved: %d", solver.ErrLimit, r.Open)
	}
	return err
}

// newBatchSbatch returns the command.
func newBatchSbatch() *cobra.Command {
	var dir string
	job := slurm{name: "gridlock-batch", memory: 4 << 30}
	cmd := &cobra.Command{
		Use:   "sbatch --dir DIR [flags]",
		Short: "Print a Slurm script that solves all parts",
		Long: `Print a script for Slurm: an array with a task for each part, which may be
preempted and requeued. Give it to "sbatch", and again if tasks have failed. The
nodes need the directory, and both programs beside each other or in their PATH.`,
		Example: `  gridlock-cluster batch sbatch --dir work --cpus 2 | sbatch`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := openBatch(dir)
			if err != nil {
				return err
			}
			if !shellSafe(dir) {
				return cli.Usagef("--dir has no spaces or quotes in it")
			}
			job.tasks = b.Parts
			if err := job.check(); err != nil {
				return err
			}
			return job.print(cmd.OutOrStdout(), fmt.Sprintf(
				`batch run --dir %s --part "$SLURM_ARRAY_TASK_ID" --flags "--workers $SLURM_CPUS_PER_TASK --memory %dMiB"`, dir, job.mebibytes()))
		},
	}
	addDir(cmd, &dir)
	job.addFlags(cmd, "threads of each part's searches", "memory of each part's searches")
	return cmd
}

// newBatchCollect returns the command.
func newBatchCollect() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "collect --dir DIR",
		Short: "Print the answers to all lines, in order",
		Long: `Print what "gridlock solve --stdin" would have printed: the answer to each line,
in order. If answers are missing, nothing is printed, and the parts are named.`,
		Example: `  gridlock-cluster batch collect --dir work >answers.jsonl`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := openBatch(dir)
			if err != nil {
				return err
			}
			return b.Collect(cmd.OutOrStdout())
		},
	}
	addDir(cmd, &dir)
	return cmd
}
