package solve

import (
	"cmp"
	"context"
	"errors"
	"io"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/variants"
)

// solveLines solves positions from standard input, one a line, and writes a line of JSON
// for each, in order, as soon as it is known.
func (opt *options) solveLines(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	display := opt.progress.Start(out, errOut)
	defer display.Stop()
	lines := cli.Positions{Game: &opt.game, In: in, Out: out, ErrOut: errOut, Quiet: opt.progress.Quiet()}
	lines.Sum = func(task string, positions []variants.Position) error {
		sum, err := opt.add(ctx, display, task, positions)
		if errors.As(err, new(*cli.UsageError)) {
			return err
		}
		return cmp.Or(printable.WriteJSON(out, report.NewPositionSum(positions, sum, opt.class, err)), err)
	}
	return lines.Each(ctx, func(task string, p variants.Position) error {
		if opt.class {
			if err := cli.CheckClass(p); err != nil {
				return err
			}
		}
		ctx, cancel := opt.search.Timeout.Context(ctx)
		defer cancel()
		found, solveErr := opt.solveBoth(ctx, display, task, p, nil)
		if err := found.writeJSON(out); err != nil {
			return err
		}
		return solveErr
	})
}
