package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
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
	cmd.Flags().BoolVar(&opt.anyway, "anyway", false, "build the table even if disk or memory seem too small")
	opt.format.AddFlags(cmd, "", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

// build builds the table that the flags name, unless it exists, and shows it.
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

// ensure builds the table unless it exists, and shows it.
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
	if journal.Empty() {
		if err := opt.foresee(ctx, s, start, display); err != nil {
			return errors.Join(err, journal.Drop())
		}
	}
	engine := retrograde.Engine{
		Scratch: s.Scratch(), Journal: journal,
		Resumed: func(b retrograde.Resumed) { display.Note("%s", console.BegunText(b)) },
		Check:   func(n retrograde.Needs) error { return room(s, n) },
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

// room returns an error if there is not enough room for the rest of a build.
func room(s *tablebase.Store, n retrograde.Needs) error {
	return errors.Join(flags.CheckMemory(n.Memory), s.Room(n, true))
}

// foresee prints what a large build needs, and returns an error if there is too little memory or disk.
func (opt *options) foresee(ctx context.Context, s *tablebase.Store, start variants.Position, display *console.Display) error {
	n, exact, err := retrograde.Sample(ctx, start, solver.Options{Memory: int64(opt.memory)})
	if exact || err != nil {
		return err
	}
	n.Positions = about(n.Positions)
	display.Note("by a rough sample, about %s positions: a table of %s, and up to %s of disk while it is built", console.Count(n.Positions),
		humanize.IBytes(uint64(n.Table)), humanize.IBytes(uint64(n.Table)+uint64(n.Journal)+uint64(n.Scratch)))
	if err = room(s, n); err != nil && !opt.anyway {
		return fmt.Errorf("%w; --anyway begins all the same", err)
	}
	return nil
}

// about rounds a number to two digits.
func about(n uint64) uint64 {
	unit := uint64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}
