package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// badLine is what stands in the output for a line that is no position.
type badLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// solveLines solves positions from standard input, one a line, and writes a line
// of JSON for each, in order, as soon as it is known. Empty lines are passed
// over. What goes wrong with a line does not keep the others from being solved;
// the error returned at the end stands for all of them.
func (opt *options) solveLines(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	for _, flag := range []string{"board", "position", "moves"} {
		if opt.game.Given(flag) {
			return cli.Usagef("--stdin does not go with --%s: each line is a position", flag)
		}
	}
	v, err := opt.game.Variant()
	if err != nil {
		return err
	}
	display := opt.progress.Start(out, errOut)
	defer display.Stop()
	var positions, unreadable, unanswered int
	lines := cli.ReadLines(ctx, in)
	for number := 1; ; number++ {
		line, lineErr := lines.Next()
		switch {
		case errors.Is(lineErr, io.EOF):
			if positions == 0 && !opt.progress.Quiet() {
				fmt.Fprintln(errOut, "gridlock: no positions on standard input")
			}
			return summary(unreadable, unanswered)
		case lineErr != nil && !errors.Is(lineErr, cli.ErrLongLine):
			return lineErr
		case lineErr == nil && strings.TrimSpace(line) == "":
			continue
		}
		positions++
		var p variants.Position
		if lineErr == nil {
			p, lineErr = v.Parse(line)
		}
		if lineErr != nil {
			unreadable++
			if err := cli.WriteJSON(out, badLine{number, lineErr.Error()}); err != nil {
				return err
			}
			continue
		}
		found, solveErr := opt.solveLine(ctx, display, number, p)
		if err := found.writeJSON(out); err != nil {
			return err
		}
		if errors.Is(solveErr, solver.ErrLimit) {
			unanswered++
		} else if solveErr != nil {
			return solveErr
		}
	}
}

// solveLine solves the position of a line, in the time of the flags.
func (opt *options) solveLine(ctx context.Context, display *cli.Display, number int, p variants.Position) (answer, error) {
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	return opt.solve(ctx, display, fmt.Sprintf("line %d", number), p, nil)
}

// summary is the error for all lines together.
func summary(unreadable, unanswered int) error {
	switch {
	case unreadable > 0:
		return fmt.Errorf("standard input: lines that could not be read: %d, see \"error\" in the output", unreadable)
	case unanswered > 0:
		return fmt.Errorf("%w: positions not solved: %d", solver.ErrLimit, unanswered)
	}
	return nil
}
