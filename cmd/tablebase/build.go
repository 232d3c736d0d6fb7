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

func newBuild() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "build [GAME] [flags]",
		Short: "Build the table of all positions of a game",
		RunE:  cli.Run(opt.build),
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

// build builds the table that the flags name, unless it is there, and shows it.
func (opt *options) build(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	start, err := opt.game.Position()
	if err != nil {
		return err
	}
	s, err := opt.db.Open(false)
	if err != nil {
		return err
	}
	return closing(s, opt.ensure(ctx, s, start, out, errOut))
}

// ensure builds the table unless it is there, and shows it.
func (opt *options) ensure(ctx context.Context, s *tablebase.Store, start variants.Position, out, errOut io.Writer) error {
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
func (opt *options) compute(ctx context.Context, s *tablebase.Store, start variants.Position, out, errOut io.Writer) error {
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
