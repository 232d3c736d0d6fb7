package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/lines"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// Positions holds the flags of a verb about positions: one position, a sum of several or, with --stdin, many, one a
// line.
type Positions struct {
	Game     Game
	Search   Limits
	Format   Format
	Progress Progress
	DB       files.Store
	Class    bool // the outcome class is asked for
	Stdin    bool

	// Of a run:
	Kept        *files.Keeper  // nil for no store
	Library     *files.Library // with the store
	Out, ErrOut io.Writer
}

// Answers is how a verb answers.
type Answers struct {
	// One answers about the position that the flags name.
	One func(context.Context) error

	// Line prints a line of JSON about a position and returns how the search ended; a [cli.UsageError] says
	// that there is no answer. Task names the line.
	Line func(ctx context.Context, display *console.Display, task string, p variants.Position) error

	Moves   bool     // all moves of a sum are asked for
	Without []string // flags, maybe with values, that do not go with a sum
}

// AddFlags adds the flags to a command. If the limit of nodes is not for the whole run, nodesFor says for what it is.
func (l *Positions) AddFlags(cmd *cobra.Command, nodesFor string) {
	l.Game.AddFlags(cmd)
	Class(cmd, &l.Class)
	l.Search.AddFlags(cmd, nodesFor, "; with --stdin, for each position")
	l.Format.AddFlags(cmd, "", "text", "json")
	Stdin(cmd, &l.Stdin, ", and print a line of JSON for each")
	l.Progress.AddFlags(cmd)
	l.DB.AddFlag(cmd)
}

// Class adds the flag for outcome classes to a command.
func Class(cmd *cobra.Command, class *bool) {
	cmd.Flags().BoolVar(class, "class", false, "find the outcome class, N, P, L or R: also who wins if the other player begins")
}

// Stdin adds the flag --stdin to a command that has the flags of [Game.AddFlags].
func Stdin(cmd *cobra.Command, stdin *bool, usage string) {
	cmd.Flags().BoolVar(stdin, "stdin", false, "read positions from standard input, one per line"+usage)
	cli.Reads(cmd, "stdin")
	cli.Exclude(cmd, "stdin", "board", "position", "moves")
}

// Run opens the store and answers. With --stdin the user has to name the store.
func (l *Positions) Run(cmd *cobra.Command, how Answers) (err error) {
	l.Out, l.ErrOut = cmd.OutOrStdout(), cmd.ErrOrStderr()
	if !l.Stdin || l.DB.Given() {
		if l.Kept, err = l.DB.Keeper(l.Stdin, l.ErrOut); err != nil {
			return err
		}
	}
	defer l.Kept.Close()
	l.Library = l.Kept.Library()
	switch {
	case l.Game.IsSum():
		return l.sum(cmd.Context(), how)
	case l.Stdin:
		return l.each(cmd.Context(), cmd.InOrStdin(), how)
	}
	return how.One(cmd.Context())
}

// Start begins to report on searches, until [console.Display.Stop].
func (l *Positions) Start() *console.Display { return l.Progress.Start(l.Out, l.ErrOut) }

// CheckClass returns why a position has no outcome class, nil if it has one or it was not asked for.
func (l *Positions) CheckClass(p variants.Position) error {
	if !l.Class {
		return nil
	}
	if _, err := analysis.OtherBegins(p); err != nil {
		return cli.Usagef("--class: %w", err)
	}
	return nil
}

// BadLine is the output for a line that is no position, or has no answer.
type BadLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// each answers about the positions of a stream, in order. Each has the time of the limits. Empty lines are skipped. A
// failed line does not keep others from being answered; the error at the end stands for all failed lines.
func (l *Positions) each(ctx context.Context, from io.Reader, how Answers) error {
	v, err := l.Game.Variant()
	if err != nil {
		return err
	}
	display := l.Start()
	defer display.Stop()
	var positions, unreadable, unanswered int
	in := lines.Read(ctx, from)
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
			lineErr = l.line(ctx, display, fmt.Sprintf("line %d", number), v, line, how)
		}
		switch {
		case errors.Is(lineErr, lines.ErrLong), errors.As(lineErr, new(*cli.UsageError)):
			unreadable++
			if err := printable.WriteJSON(l.Out, BadLine{number, lineErr.Error()}); err != nil {
				return err
			}
		case errors.Is(lineErr, solver.ErrLimit):
			unanswered++
		case lineErr != nil:
			return lineErr
		}
	}
}

// line answers about the position of a line, or the sum.
func (l *Positions) line(ctx context.Context, display *console.Display, task string, v variants.Variant, line string, how Answers) error {
	if strings.Contains(line, "+") {
		positions, err := v.ParseSum(line)
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		sum, err := l.add(ctx, display, task, positions, how.Without)
		if errors.As(err, new(*cli.UsageError)) {
			return err
		}
		return cmp.Or(printable.WriteJSON(l.Out, report.NewPositionSum(positions, sum, l.Class, err)), err)
	}
	p, err := v.Parse(line)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := l.CheckClass(p); err != nil {
		return err
	}
	ctx, cancel := l.Search.Timeout.Context(ctx)
	defer cancel()
	return how.Line(ctx, display, task, p)
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

// sum solves the sum of positions that the flags name, and prints it. If a limit is reached, it prints the results so
// far.
func (l *Positions) sum(ctx context.Context, how Answers) error {
	positions, err := l.Game.Sum()
	if err != nil {
		return err
	}
	display := l.Start()
	sum, err := l.add(ctx, display, "", positions, how.Without)
	display.Stop()
	if errors.As(err, new(*cli.UsageError)) {
		return err
	}
	text := console.SumText(positions, sum, l.Class, how.Moves, console.StyleFor(l.Out))
	return errors.Join(l.Format.Print(l.Out, report.NewPositionSum(positions, sum, l.Class, err), text), err)
}

// add solves a sum of positions, and shows its progress. The error is a [cli.UsageError] if they cannot be added.
func (l *Positions) add(ctx context.Context, display *console.Display, task string, positions []variants.Position, without []string) (auto.Sum, error) {
	for _, flag := range without {
		if name, _, _ := strings.Cut(flag, " "); l.Game.Given(name) {
			return auto.Sum{}, cli.Usagef("--%s does not go with a sum of positions, which theory decides", flag)
		}
	}
	ctx, cancel := l.Search.Timeout.Context(ctx)
	defer cancel()
	limits := l.Search.Options()
	monitor, done := display.Watch(task, positions[0])
	defer done()
	limits.Monitor = monitor
	sum, err := auto.SolveSum(ctx, positions, limits)
	if errors.Is(err, auto.ErrNoSum) {
		err = cli.Usagef("%w; sums are of games in which players place marks, such as %s", err, cli.List(summed()))
	}
	return sum, err
}

// summed returns the ids of the games whose positions can be added.
func summed() (ids []string) {
	for _, v := range variants.All() {
		if v.Family().Kind == variants.Place {
			ids = append(ids, v.ID)
		}
	}
	return ids
}
