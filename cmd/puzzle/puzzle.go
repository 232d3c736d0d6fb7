// Package puzzle is the verb "puzzle", which sets positions with one winning move. It
// builds a cobra command; the finding itself is in package gridlock/internal/puzzle.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/puzzle"
	"gridlock/internal/report"
	"gridlock/solver"
)

type options struct {
	game     cli.Game
	depth    depthFlag
	count    int
	seed     uint64
	tries    int
	solution bool
	quiz     bool
	memory   cli.Memory
	timeout  cli.Timeout
	json     bool
}

// New returns the command.
func New() *cobra.Command {
	opt := options{depth: depthFlag{3, 5}}
	cmd := &cobra.Command{
		Use:   "puzzle [GAME] [flags]",
		Short: "Find puzzles: positions with exactly one winning move",
		Long: `Find positions with exactly one winning move, in random games on the board, or
in games that begin at --position. The solver proves that the move wins and that
all others lose. Moves that lead to the same position, or to images of each
other under a symmetry of the board, count as one, and each of them is a
solution. Where the full board has no puzzles, as in claim on 4x4, some cells
are left out.

Every run finds other puzzles. The seed is printed with them; --seed with the
same flags finds the same puzzles again.

--depth is the number of moves until the game is over with best play by both
sides, the winning move included: an odd number, or a range, as in 5-9. Deep
puzzles on large boards take minutes to find.

With --quiz you are asked for the move. After a wrong one you see its
refutation, and at the end your score. "quit", or the end of input, ends the
quiz.

When --tries positions per puzzle are not enough, or time is up, the puzzles
found so far are printed and the exit status is 3.`,
		Example: `  gridlock puzzle lockdown --count 2 --solution
  gridlock puzzle blockade --depth 5 --seed 5
  gridlock puzzle duel --depth 3-5 --quiz
  gridlock puzzle claim --board 6x6 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !opt.game.Given("seed") {
				opt.seed = rand.Uint64N(seeds)
			}
			return opt.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	flags := cmd.Flags()
	flags.Var(&opt.depth, "depth", "moves to the end of the game: a number or a range")
	flags.IntVar(&opt.count, "count", 1, "number of puzzles")
	flags.Uint64Var(&opt.seed, "seed", 0, "seed of the random games; the same seed finds the same puzzles (default: random)")
	flags.IntVar(&opt.tries, "tries", 20_000, "maximum number of positions to try for one puzzle")
	flags.BoolVar(&opt.solution, "solution", false, "show the winning moves and the line of play")
	flags.BoolVar(&opt.quiz, "quiz", false, "ask for the moves, and keep the score")
	opt.memory = 32 << 20
	flags.Var(&opt.memory, "memory", "approximate memory for the search")
	flags.Var(&opt.timeout, "timeout", "stop looking for puzzles after this time, as in 90s")
	flags.BoolVar(&opt.json, "json", false, "print JSON, an object per line, with the solutions")
	return cmd
}

// seeds is the number of seeds to choose from: short to type, and exact in any JSON reader.
const seeds = 1_000_000

// nodesPerPly is how many nodes a position may take to be looked at as a puzzle, for each
// ply of the greatest depth wanted: some milliseconds of work.
const nodesPerPly = 1000

// depthFlag is the value of --depth.
type depthFlag struct{ low, high int }

func (d *depthFlag) Type() string { return "N" }

func (d *depthFlag) String() string {
	if d.low == d.high {
		return strconv.Itoa(d.low)
	}
	return fmt.Sprintf("%d-%d", d.low, d.high)
}

func (d *depthFlag) Set(text string) error {
	lowText, highText, isRange := strings.Cut(text, "-")
	if !isRange {
		highText = lowText
	}
	low, err := strconv.Atoi(strings.TrimSpace(lowText))
	high, highErr := strconv.Atoi(strings.TrimSpace(highText))
	const most = 99 // no game is as long
	switch {
	case err != nil || highErr != nil:
		return fmt.Errorf("write a number of moves, as in 5, or a range, as in 5-9")
	case low < 1 || high < low || high > most:
		return fmt.Errorf("moves are from 1 to %d, the smaller number first", most)
	case low == high && low%2 == 0:
		return fmt.Errorf("the player to move wins after an odd number of moves")
	}
	d.low, d.high = low, high
	return nil
}

func (opt *options) run(ctx context.Context, in io.Reader, out io.Writer) error {
	switch {
	case opt.count < 1:
		return cli.Usagef("--count %d: at least one puzzle is needed", opt.count)
	case opt.tries < 1:
		return cli.Usagef("--tries %d: at least one position is needed", opt.tries)
	case opt.quiz && (opt.json || opt.solution):
		return cli.Usagef("--quiz does not go with --json and --solution")
	}
	start, err := opt.game.Position()
	if err != nil {
		return err
	}
	finder := puzzle.NewFinder(start, puzzle.Options{
		Low: opt.depth.low, High: opt.depth.high, Seed: opt.seed, Tries: opt.tries,
		Solver: solver.Options{Nodes: nodesPerPly * uint64(opt.depth.high), Memory: int64(opt.memory), Workers: 1},
	})
	each, end := opt.print(out), func() {}
	if opt.quiz {
		q := newQuiz(ctx, in, out, opt.count, opt.seed)
		each, end = q.ask, q.score
	}
	err = opt.each(ctx, finder, each)
	end()
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// each finds puzzles and does something with each. Time runs only while it looks.
func (opt *options) each(ctx context.Context, finder *puzzle.Finder, do func(number int, z puzzle.Puzzle) error) error {
	left := opt.timeout
	for number := range opt.count {
		z, err := opt.next(ctx, finder, &left)
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
func (opt *options) next(ctx context.Context, finder *puzzle.Finder, left *cli.Timeout) (puzzle.Puzzle, error) {
	defer left.Spend()()
	bounded, cancel := left.Context(ctx)
	defer cancel()
	z, err := finder.Next(bounded)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		err = fmt.Errorf("%w (seed %d)", err, opt.seed)
	}
	return z, err
}

// print returns a function that prints puzzles.
func (opt *options) print(out io.Writer) func(int, puzzle.Puzzle) error {
	return func(number int, z puzzle.Puzzle) error {
		if opt.json {
			return cli.WriteJSON(out, report.NewPuzzle(z, number, opt.seed))
		}
		if number > 1 {
			fmt.Fprintln(out)
		}
		text := heading(number, opt.count, z) + board(out, z) + cli.Verbatim("position", z.Position.String()) + seedLine(opt.seed)
		if opt.solution {
			text += solution(z)
		}
		_, err := io.WriteString(out, text)
		return err
	}
}
