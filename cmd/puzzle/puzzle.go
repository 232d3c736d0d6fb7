// Package puzzle is the verb "puzzle", which sets positions with one winning move. It
// builds a cobra command; the finding itself is in package gridlock/internal/puzzle.
package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/puzzle"
	"gridlock/internal/report"
	"gridlock/variants"
)

type options struct {
	game       flags.Game
	low, high  int // plies
	difficulty flags.Choice
	theme      flags.Choice
	count      int
	seed       uint64
	day        dayFlag
	tries      int
	solution   bool
	quiz       bool
	memory     flags.Memory
	timeout    flags.Timeout
	format     flags.Format
	progress   flags.Progress
	flags      *pflag.FlagSet
	tried      func() // called after each position tried
}

// New returns the command.
func New() *cobra.Command {
	opt := options{low: puzzle.Low, high: puzzle.High}
	levels := append([]string{anyKind}, puzzle.Words(analysis.Levels())...)
	themes := append([]string{anyKind}, puzzle.Words(puzzle.Themes())...)
	usual := puzzle.Usual(puzzle.Low, puzzle.High, 0)
	opt.memory = flags.Memory(usual.Solver.Memory)
	cmd := &cobra.Command{
		Use:   "puzzle [GAME] [flags]",
		Short: "Find puzzles: positions with exactly one winning move",
		RunE: func(cmd *cobra.Command, _ []string) error {
			opt.setCount()
			display := opt.progress.Start(cmd.OutOrStdout(), cmd.ErrOrStderr())
			defer display.Stop()
			return opt.run(cmd.Context(), display, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	flags.TakeArgument(cmd, "daily", isDay, func() bool { return opt.day.named })
	plain := cmd.Flags()
	opt.flags = plain
	flags.Value(cmd, "plies", "N", fmt.Sprintf("%d-%d", puzzle.Low, puzzle.High), "plies to the end of the game: a number or a range", func(text string) (err error) {
		opt.low, opt.high, err = puzzle.ParseDepth(text)
		return err
	})
	flags.Rename(cmd, "depth", "plies")
	opt.difficulty.AddFlag(cmd, "difficulty", "LEVEL", "how hard: "+strings.Join(levels, ", "), levels...)
	opt.theme.AddFlag(cmd, "theme", "THEME", "what decides: "+strings.Join(themes, ", "), themes...)
	flags.Number(cmd, &opt.count, "count", 0, 1, 0, "number of puzzles (default: 1; in a quiz 5)")
	flags.Seed(cmd, &opt.seed, 0, "seed of the random games; the same seed finds the same puzzles")
	plain.Var(&opt.day, "daily", "the puzzle of today, or of another day: tomorrow, yesterday, or as in 2026-11-22")
	plain.Lookup("daily").NoOptDefVal = today
	flags.Number(cmd, &opt.tries, "tries", usual.Tries, 1, 0, "maximum number of positions to try for one puzzle")
	plain.BoolVar(&opt.solution, "solution", false, "show the winning moves, the line of play, and what decides")
	plain.BoolVar(&opt.quiz, "quiz", false, "ask for the moves, and keep the score")
	plain.Var(&opt.memory, "memory", "approximate memory for the search")
	plain.Var(&opt.timeout, "timeout", "stop looking for puzzles after this time, as in 90s")
	opt.format.AddFlags(cmd, "json is an object per line, with the solution", "text", "json")
	opt.progress.AddFlags(cmd)
	cli.Complete(cmd, "daily", days()...)
	cli.Exclude(cmd, "daily",
		"variant", "seed", "board", "position", "moves", "plies", "difficulty", "theme", "count", "tries", "memory")
	cli.Exclude(cmd, "quiz", "format", "solution")
	return cmd
}

// anyKind is the word for every difficulty, and for every theme.
const anyKind = "any"

// setCount sets the number of puzzles, unless the user has set it.
func (opt *options) setCount() {
	if !opt.flags.Changed("count") {
		if opt.count = 1; opt.quiz && !opt.day.given {
			opt.count = 5
		}
	}
}

// start returns the position in which the random games begin.
func (opt *options) start() (variants.Position, error) {
	for _, flag := range []string{"board", "position", "moves"} {
		if opt.game.Given(flag) {
			return opt.game.Position()
		}
	}
	if opt.day.given {
		return puzzle.Day(opt.day.date), nil
	}
	v, err := opt.game.Variant()
	if err != nil {
		return variants.Position{}, err
	}
	return puzzle.Start(v), nil
}

// finds finds the next puzzle.
type finds func(context.Context) (puzzle.Puzzle, error)

// finder returns a function that finds the puzzles that the flags ask for.
func (opt *options) finder(start variants.Position) (finds, error) {
	if opt.day.given {
		return func(ctx context.Context) (puzzle.Puzzle, error) { return puzzle.Of(ctx, start) }, nil
	}
	how := puzzle.Usual(opt.low, opt.high, opt.seed)
	how.Solver.Memory, how.Tried = int64(opt.memory), func() { opt.tried() }
	if opt.flags.Changed("tries") {
		how.Tries = opt.tries
	}
	opt.tries = how.Tries
	if opt.flags.Changed("difficulty") {
		how.Level = analysis.Level(opt.difficulty.Value())
	}
	if how.Level == anyKind {
		how.Level = ""
	}
	if theme := opt.theme.Value(); theme != anyKind {
		how.Theme = puzzle.Theme(theme)
		if its := puzzle.ThemesOf(start.Game()); !slices.Contains(its, how.Theme) {
			return nil, cli.Usagef("--theme %s: %s has no such puzzles; its themes are: %s", theme,
				start.Game().Variant().ID, strings.Join(puzzle.Words(its), ", "))
		}
	}
	return puzzle.NewFinder(start, how).Next, nil
}

func (opt *options) run(ctx context.Context, display *console.Display, in io.Reader, out io.Writer) error {
	start, err := opt.start()
	if err != nil {
		return err
	}
	find, err := opt.finder(start)
	if err != nil {
		return err
	}
	each, end := opt.print(out), func() error { return nil }
	switch {
	case opt.quiz:
		q := newQuiz(ctx, in, out, opt.count, opt.seedLine())
		fmt.Fprint(out, opt.day.title(), rule(start.Game()), console.Wrap(entries), "\n\n")
		each, end = q.ask, q.end
	case opt.day.given && !opt.format.JSON():
		fmt.Fprint(out, opt.day.title(), rule(start.Game()), "\n")
	}
	err = opt.each(ctx, display, find, each)
	if errors.Is(err, errQuit) {
		err = nil
	}
	return cmp.Or(err, end())
}

// each finds puzzles and calls do with each. Time runs only during the search.
func (opt *options) each(ctx context.Context, display *console.Display, find finds, do func(number int, z puzzle.Puzzle) error) error {
	left := opt.timeout
	for number := range opt.count {
		done := display.Count(opt.tries, "positions")
		opt.tried = func() { display.Finish(1) }
		display.Step(fmt.Sprintf("puzzle %d of %d", number+1, opt.count))
		z, err := opt.next(ctx, find, &left)
		done()
		if err == nil {
			err = do(number+1, z)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next finds the next puzzle, within the time that is left.
func (opt *options) next(ctx context.Context, find finds, left *flags.Timeout) (puzzle.Puzzle, error) {
	defer left.Spend()()
	bounded, cancel := left.Context(ctx)
	defer cancel()
	z, err := find(bounded)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		err = fmt.Errorf("%w (seed %d)%s", err, opt.seed, opt.advice(bounded))
	}
	return z, err
}

// advice says what to do if no puzzle of the requested kind was found.
func (opt *options) advice(ctx context.Context) string {
	if ctx.Err() != nil || opt.difficulty.Value() == anyKind && opt.theme.Value() == anyKind {
		return ""
	}
	return "; try other --plies or another --board, or more --tries"
}

// print returns a function that prints puzzles.
func (opt *options) print(out io.Writer) func(int, puzzle.Puzzle) error {
	return func(number int, z puzzle.Puzzle) error {
		if opt.format.JSON() {
			return printable.WriteJSON(out, report.NewPuzzle(z, number, opt.seed, opt.day.String()))
		}
		if number > 1 {
			fmt.Fprintln(out)
		}
		text := heading(number, opt.count, z) + board(out, z) + console.Verbatim("position", z.Position.String()) +
			console.Field("difficulty", report.Estimated(z.Difficulty)) + opt.seedLine()
		if opt.solution {
			text += solution(z) + console.Field("facts", report.DifficultyFacts(z.Difficulty)) + console.Field("themes", strings.Join(puzzle.Words(z.Themes), ", "))
		}
		_, err := io.WriteString(out, text)
		return err
	}
}
