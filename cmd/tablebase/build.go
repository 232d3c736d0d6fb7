package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

type buildOptions struct {
	game     cli.GameFlags
	db       cli.Store
	workers  cli.Workers
	memory   cli.Memory
	timeout  cli.Timeout
	again    bool
	format   cli.Format
	progress cli.Progress
}

func newBuild() *cobra.Command {
	var opt buildOptions
	cmd := &cobra.Command{
		Use:   "build [GAME] [flags]",
		Short: "Build the table of all positions of a game",
		Long: `Find every position that can be reached from the start, or from the position
given, and compute the outcome and exact distance of each, from the last
positions back to the first. Positions that are images of each other are stored
once.

The table appears in the store when it is complete. A build that is stopped, for
whatever reason, keeps the layers of positions that it has finished, and the
next build of the same table resumes there. Once all positions are known, the
build checks that memory and disk have room for their distances.`,
		Example: `  gridlock tablebase build lockdown --board 3x4
  gridlock tablebase build claim --json`,
		RunE: cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for the largest layers; the rest is written to disk")
	opt.timeout.AddFlag(cmd, "")
	cmd.Flags().BoolVar(&opt.again, "again", false, "build the table even if it exists")
	opt.format.AddFlags(cmd, "", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

func (opt *buildOptions) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	start, err := opt.game.Position()
	if err != nil {
		return err
	}
	s, err := opt.db.Open(false)
	if err != nil {
		return err
	}
	return closing(s, opt.build(ctx, s, start, out, errOut))
}

// build builds the table unless it is there, and shows it.
func (opt *buildOptions) build(ctx context.Context, s *tablebase.Store, start variants.Position, out, errOut io.Writer) error {
	t, err := s.Table(start)
	switch {
	case err == nil && !opt.again:
		if !opt.progress.Quiet() {
			fmt.Fprintln(errOut, "gridlock: the table exists; --again builds it again")
		}
	case err != nil && !errors.Is(err, tablebase.ErrMissing) && !errors.Is(err, tablebase.ErrDamaged) && !errors.Is(err, tablebase.ErrVersion):
		return err
	default:
		if err := opt.compute(ctx, s, start, out, errOut); err != nil {
			return err
		}
		if t, err = s.Table(start); err != nil {
			return err
		}
	}
	if opt.format.JSON() {
		return printable.WriteJSON(out, newTableReport(t))
	}
	return writeInfo(out, t, true)
}

// compute lets the engine write the table.
func (opt *buildOptions) compute(ctx context.Context, s *tablebase.Store, start variants.Position, out, errOut io.Writer) error {
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	display := opt.progress.Start(out, errOut)
	defer display.Stop()
	monitor, done := display.Watch("", start)
	defer done()
	journal, err := s.Journal(start)
	if err != nil {
		return err
	}
	engine := retrograde.Engine{
		Scratch: s.Scratch(), Journal: journal,
		Resumed: func(b retrograde.Resumed) { display.Note("%s", cli.BegunText(b)) },
		Check:   func(n retrograde.Needs) error { return errors.Join(cli.CheckMemory(n.Memory), s.Room(n, true)) },
	}
	_, err = s.Build(start, func(w retrograde.TableWriter) (retrograde.Built, error) {
		engine.Writer = w
		return engine.Build(ctx, start, solver.Options{
			Memory: int64(opt.memory), Workers: opt.workers.Count(), Monitor: monitor,
		})
	})
	if err == nil {
		return journal.Drop()
	}
	display.Note("no table has changed; the next build of this one resumes from the finished layers")
	return errors.Join(err, journal.Close())
}
