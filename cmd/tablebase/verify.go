package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/tablebase"
)

// defaultPositions is how many positions of a table are recomputed unless the user says
// otherwise.
const defaultPositions = 100_000

func newVerify() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "verify [flags]",
		Short: "Check everything in the store",
		Args:  cli.NoArgs,
		RunE:  cli.Run(opt.verify),
	}
	opt.db.AddFlag(cmd)
	flags.Number(cmd, &opt.positions, "positions", defaultPositions, 0, 0, "approximate number of random positions of each table to recompute; 0 for all")
	flags.Rename(cmd, "sample", "positions")
	flags.Number(cmd, &opt.seed, "seed", 1, 0, 0, "seed of the random positions")
	opt.progress.AddFlags(cmd)
	return cmd
}

func (opt *options) verify(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	return opt.look(func(s *tablebase.Store) error { return opt.check(ctx, s, out, errOut) })
}

// check checks everything, and goes on after an error.
func (opt *options) check(ctx context.Context, s *tablebase.Store, out, errOut io.Writer) error {
	tables, err := s.Tables()
	parts := opt.parts(ctx, s, tables)
	batch, stop := opt.progress.Batch(out, errOut, len(parts), "parts")
	for _, p := range parts {
		checked := batch.Step(p.name)
		found, checkErr := p.check()
		checked()
		if checkErr == nil && found != "" {
			checkErr = batch.Print(func() error {
				_, err := fmt.Fprintf(out, "%s: correct, %s\n", p.name, found)
				return err
			})
		}
		err = errors.Join(err, checkErr)
	}
	stop()
	if errors.Is(err, tablebase.ErrDamaged) {
		return fmt.Errorf("%w\ndamaged files can be deleted and computed again", err)
	}
	return err
}

// part is a part of the store. check returns a line about it, or "".
type part struct {
	name  string
	check func() (found string, err error)
}

// parts returns all parts of a store with these tables.
func (opt *options) parts(ctx context.Context, s *tablebase.Store, tables []*tablebase.Table) (all []part) {
	for _, t := range tables {
		all = append(all, part{fmt.Sprintf("%s on %v", t.Info().Game, t.Game().Grid()), func() (string, error) {
			began := time.Now()
			c, err := t.Verify(ctx, opt.positions, opt.seed)
			return fmt.Sprintf("%s positions, %s of them recomputed, %s",
				console.Count(c.Positions), console.Count(c.Derived), console.Seconds(time.Since(began))), err
		}})
	}
	return append(all,
		part{"solved positions", func() (string, error) {
			games, err := s.SolvedGames(ctx, true)
			n, _ := solved(games)
			return console.Count(n), err
		}},
		part{"checkpoints", func() (string, error) {
			found, err := s.Checkpoints(ctx, true)
			return console.Count(len(found)), err
		}},
		part{"unfinished builds", func() (string, error) {
			n, err := s.VerifyBuilds(ctx)
			if n == 0 {
				return "", err
			}
			return fmt.Sprintf("records of layers: %d", n), err
		}})
}
