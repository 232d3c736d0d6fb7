package flags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/lines"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/variants"
)

// Positions is the flag --stdin: positions from standard input, or sums of them, one a line, for each of
// which a line of JSON is printed.
type Positions struct {
	Sums
	In          io.Reader
	Out, ErrOut io.Writer
}

// Stdin adds the flag --stdin to a command that has the flags of [Game.AddFlags].
func Stdin(cmd *cobra.Command, stdin *bool, usage string) {
	cmd.Flags().BoolVar(stdin, "stdin", false, "read positions from standard input, one per line"+usage)
	cli.Reads(cmd, "stdin")
	cli.Exclude(cmd, "stdin", "board", "position", "moves")
}

// badLine is what stands in the output for a line that is no position.
type badLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// Each hands the positions to answer, in order, with a name for the line. Each has the time of the limits, and an
// outcome class if that is asked for. Answer prints its answer and returns how the search ended; a [cli.UsageError] says
// that the line cannot be answered. Empty lines are passed over. A line that fails does not keep the others from being
// answered; the error returned at the end stands for all of them.
func (l Positions) Each(ctx context.Context, answer func(ctx context.Context, display *console.Display, task string, p variants.Position) error) error {
	v, err := l.Game.Variant()
	if err != nil {
		return err
	}
	display := l.Progress.Start(l.Out, l.ErrOut)
	defer display.Stop()
	one := func(task, line string) error {
		if strings.Contains(line, "+") {
			positions, unread := v.ParseSum(line)
			if unread != nil {
				return &cli.UsageError{Err: unread}
			}
			return l.answerLine(ctx, l.Out, display, task, positions)
		}
		p, unread := v.Parse(line)
		if unread != nil {
			return &cli.UsageError{Err: unread}
		}
		if err := CheckClass(l.Class, p); err != nil {
			return err
		}
		ctx, cancel := l.Search.Timeout.Context(ctx)
		defer cancel()
		return answer(ctx, display, task, p)
	}
	var positions, unreadable, unanswered int
	in := lines.Read(ctx, l.In)
	for number := 1; ; number++ {
		line, lineErr := in.Next()
		switch {
		case errors.Is(lineErr, io.EOF):
			if positions == 0 && !l.Progress.Quiet() {
				fmt.Fprintln(l.ErrOut, "gridlock: no positions on standard input")
			}
			return summary(unreadable, unanswered)
		case lineErr != nil && !errors.Is(lineErr, lines.ErrLong):
			return lineErr
		case lineErr == nil && strings.TrimSpace(line) == "":
			continue
		}
		positions++
		if lineErr == nil {
			lineErr = one(fmt.Sprintf("line %d", number), line)
		}
		switch {
		case errors.Is(lineErr, lines.ErrLong), errors.As(lineErr, new(*cli.UsageError)):
			unreadable++
			if err := printable.WriteJSON(l.Out, badLine{number, lineErr.Error()}); err != nil {
				return err
			}
		case errors.Is(lineErr, solver.ErrLimit):
			unanswered++
		case lineErr != nil:
			return lineErr
		}
	}
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
