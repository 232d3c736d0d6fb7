package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/tablebase"
)

type verifyOptions struct {
	db     cli.Store
	sample uint64
	seed   uint64
}

// defaultSample is how many positions of a table are recomputed unless the user says
// otherwise.
const defaultSample = 100_000

func newVerify() *cobra.Command {
	var opt verifyOptions
	cmd := &cobra.Command{
		Use:   "verify [flags]",
		Short: "Check everything in the store",
		Long: `Check everything in the store, layers of unfinished builds included: compare
checksums and names, make sure that tables are complete, and recompute distances
of positions from those of the positions after them. With --sample 0 all
distances are recomputed, which proves that a table is right however it was
built.`,
		Example: `  gridlock tablebase verify
  gridlock tablebase verify --sample 0`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.db.AddFlag(cmd)
	cmd.Flags().Uint64Var(&opt.sample, "sample", defaultSample, "approximate number of random positions of each table to recompute; 0 for all")
	cmd.Flags().Uint64Var(&opt.seed, "seed", 1, "seed for choosing them")
	return cmd
}

func (opt *verifyOptions) run(ctx context.Context, out io.Writer) error {
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	return closing(s, opt.check(ctx, s, out))
}

// check checks everything, and continues where something is wrong.
func (opt *verifyOptions) check(ctx context.Context, s *tablebase.Store, out io.Writer) error {
	tables, err := s.Tables()
	for _, t := range tables {
		name := fmt.Sprintf("%s on %v", t.Info().Game, t.Game().Grid())
		began := time.Now()
		c, checkErr := t.Verify(ctx, opt.sample, opt.seed)
		if checkErr != nil {
			err = errors.Join(err, checkErr)
			continue
		}
		fmt.Fprintf(out, "%s: correct, %s positions, %s of them recomputed, %s\n",
			name, cli.Count(c.Positions), cli.Count(c.Derived), cli.Seconds(time.Since(began)))
	}
	solved, _, solvedErr := s.Solved(ctx, true)
	if solvedErr == nil {
		fmt.Fprintf(out, "solved positions: correct, %s\n", cli.Count(solved))
	}
	checkpoints, checkpointsErr := s.Checkpoints(ctx, true)
	if checkpointsErr == nil {
		fmt.Fprintf(out, "checkpoints: correct, %d\n", len(checkpoints))
	}
	layers, buildsErr := s.VerifyBuilds(ctx)
	if buildsErr == nil && layers > 0 {
		fmt.Fprintf(out, "unfinished builds: correct, records of layers: %d\n", layers)
	}
	err = errors.Join(err, solvedErr, checkpointsErr, buildsErr)
	if errors.Is(err, tablebase.ErrDamaged) {
		return fmt.Errorf("%w\ndamaged files can be deleted and computed again", err)
	}
	return err
}
