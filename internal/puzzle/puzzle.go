// Package puzzle finds positions with exactly one winning move, and gives their difficulty and themes.
//
// Moves that lead to the same [variants.State], or to images of each other under a symmetry of
// the board, have the same future. They count as one move, and each of them solves the puzzle.
// Claim needs this: in a corner of the board several claims block the same cells.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/randomplay"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/solver/negamax"
	"gridlock/variants"
)

// Puzzle is a position in which exactly one move wins, or several equivalent ones. It is proven
// that they win and all others lose.
type Puzzle struct {
	Position   variants.Position
	Moves      variants.MoveSet  // winning moves, all equivalent
	Depth      int               // plies to the end of the game: the distance of the position
	Line       []variants.Move   // a line of best play by both sides; of equally good moves, the one with the least number
	Analysis   analysis.Position // the result of every move, with distances and reasons
	Difficulty analysis.Difficulty
	Themes     []Theme
}

// After returns the result of the position after a legal move.
func (z Puzzle) After(m variants.Move) solver.Result { return z.Analysis.Move(m).After }

// Options says which puzzles to look for, and for how long.
type Options struct {
	Low, High int            // minimum and maximum depth
	Seed      uint64         // the seed of the random games
	Tries     int            // maximum number of positions to try for one puzzle
	Solver    solver.Options // options for each position; a position that takes more is skipped
	Level     analysis.Level // difficulty wanted; empty for any
	Theme     Theme          // wanted; empty for any
	Tried     func()         // called after each position tried, if not nil
}

// The usual depth of puzzles.
const (
	Low  = 3
	High = 7
)

// mostDepth is more moves than any game has.
const mostDepth = 99

// ParseDepth reads a depth: a number of moves, or a range as in 5-9.
func ParseDepth(text string) (low, high int, err error) {
	lowText, highText, isRange := strings.Cut(text, "-")
	if !isRange {
		highText = lowText
	}
	low, err = strconv.Atoi(strings.TrimSpace(lowText))
	high, highErr := strconv.Atoi(strings.TrimSpace(highText))
	switch {
	case err != nil || highErr != nil || low < 1 || high < low || high > mostDepth:
		return 0, 0, fmt.Errorf("write a number of moves from 1 to %d, or a range, the smaller number first, as in 5-9", mostDepth)
	case low == high && solver.OutcomeIn(low) == solver.Loss:
		return 0, 0, errors.New("the player to move wins after an odd number of moves")
	}
	return low, high, nil
}

// nodesPerPly is how many nodes a position may take to see whether it is a puzzle, for each ply of the greatest depth
// wanted: some milliseconds of work.
const nodesPerPly = 1000

// lineNodes is how many nodes each position of the line of a puzzle may take, and its difficulty.
const lineNodes = 20_000

// Usual returns the options for puzzles of a depth that everybody uses, so that a seed gives the
// same puzzles everywhere. Work is limited by counting it, and not by time.
func Usual(low, high int, seed uint64) Options {
	return Options{
		Low: low, High: high, Seed: seed, Tries: 20_000,
		Solver: solver.Options{Nodes: nodesPerPly * uint64(high), Memory: 32 << 20, Workers: 1},
	}
}

// Finder finds puzzles one by one.
type Finder struct {
	start  variants.Position
	opt    Options
	random *rand.Rand
	keys   keys.Keys
	fresh  bool              // start is the beginning of a game on a full board
	holes  bool              // games on the full board did not give enough puzzles
	seen   map[keys.Key]bool // positions tried, and their images
}

// NewFinder returns a finder of puzzles in games that begin with a position. The same
// seed gives the same puzzles, unless time runs out.
func NewFinder(start variants.Position, opt Options) *Finder {
	return &Finder{
		start: start, opt: opt, random: randomplay.New(opt.Seed),
		keys: keys.New(start.Game()), fresh: start == start.Game().Start(), seen: map[keys.Key]bool{},
	}
}

// missing is the probability that a cell is missing from a board with holes.
const missing = 0.2

// Next returns a new puzzle. It plays random games and tries positions near their ends, as far
// from there as the depth suggests. When half of opt.Tries are used up, games begin on boards
// with random holes, if start is the first position of a game: in claim on 4×4 every move wins
// in every won position, so the full board has no puzzle.
//
// The error is solver.ErrLimit if opt.Tries positions were not enough or the deadline has
// passed, and context.Canceled if ctx is cancelled.
func (f *Finder) Next(ctx context.Context) (Puzzle, error) {
	for tries := 0; tries < f.opt.Tries; {
		if err := solver.Poll(ctx); err != nil {
			return Puzzle{}, err
		}
		start := f.start
		if f.holes = f.holes || f.fresh && tries >= (f.opt.Tries+1)/2; f.holes {
			start = randomplay.Start(f.random, f.start.Game(), missing)
		}
		history := randomplay.Game(f.random, start)
		back := f.opt.Low + f.random.IntN(f.opt.High+2)
		if tries++; f.opt.Tried != nil {
			f.opt.Tried()
		}
		if back >= len(history) {
			continue
		}
		p := history[len(history)-1-back]
		key := f.keys.Of(p.State())
		if f.seen[key] || p.Legal().Count() < 2 {
			continue
		}
		f.seen[key] = true
		z, ok, err := f.look(ctx, p)
		switch {
		case ctx.Err() != nil:
			return Puzzle{}, solver.Stopped(ctx)
		case err != nil && !errors.Is(err, solver.ErrLimit): // a position that is too hard is skipped
			return Puzzle{}, err
		case err != nil || !ok || f.opt.Theme != "" && !slices.Contains(z.Themes, f.opt.Theme):
		case f.opt.Level == "" || f.opt.Level == z.Difficulty.Level():
			return z, nil
		}
	}
	return Puzzle{}, solver.Limited(solver.LimitSearch, "no puzzle among %d positions", f.opt.Tries)
}

// line returns a move and best play after it. A search may return any of several lines of best play. The difficulty of
// a puzzle must not depend on that, so the line has the moves with the least numbers.
func line(ctx context.Context, p variants.Position, m variants.Move, limits solver.Options) (line []variants.Move, err error) {
	memory, err := negamax.NewMemory(p.Game(), limits.Memory)
	if err != nil {
		return nil, err
	}
	defer memory.Release()
	line = []variants.Move{m}
	for p = p.Play(m); !p.Over(); p = p.Play(m) {
		r, err := analysis.Ask(ctx, p, analysis.Verdict, analysis.Options{Options: limits, Engine: negamax.Engine{Memory: memory}})
		if err != nil {
			return nil, err
		}
		m = variants.Move(r.Result().Best.First())
		line = append(line, m)
	}
	return line, nil
}

// look reports whether a position is a puzzle.
func (f *Finder) look(ctx context.Context, p variants.Position) (z Puzzle, ok bool, err error) {
	// Most positions are no puzzles, and their distance and best moves suffice to see that.
	glance, err := analysis.Ask(ctx, p, analysis.Verdict, analysis.Options{Options: f.opt.Solver, Engine: negamax.Engine{}})
	if r := glance.Result(); err != nil || r.Outcome != solver.Win || r.Distance < f.opt.Low || r.Distance > f.opt.High ||
		r.Best == p.Legal() || !f.equivalent(p, r.Best) {
		return z, false, err
	}
	all, err := analysis.Analyze(ctx, p, analysis.Options{Options: f.opt.Solver, Auto: auto.Engine{Distance: true}})
	if err != nil {
		return z, false, err
	}
	z = Puzzle{Position: p, Analysis: all}
	for _, m := range all.Answer.Moves() {
		if m.After.Outcome == solver.Loss {
			z.Depth = m.After.Distance + 1
			z.Moves = z.Moves.With(int(m.Move))
		}
	}
	if z.Moves == p.Legal() || !f.equivalent(p, z.Moves) {
		return z, false, nil
	}
	limits := f.opt.Solver
	limits.Nodes = lineNodes
	if z.Line, err = line(ctx, p, variants.Move(z.Moves.First()), limits); err != nil {
		return z, false, err
	}
	d, err := analysis.Estimate(ctx, p, all.Result, z.Line, analysis.Options{Options: limits})
	if err != nil || d == nil {
		return z, false, err
	}
	z.Difficulty, z.Themes = *d, z.themes()
	return z, true, nil
}

// equivalent reports whether moves lead to the same State, or to images of it.
func (f *Finder) equivalent(p variants.Position, moves variants.MoveSet) bool {
	same := map[keys.Key]bool{}
	for m := range moves.Cells() {
		same[f.keys.Of(p.Play(variants.Move(m)).State())] = true
	}
	return len(same) == 1
}
