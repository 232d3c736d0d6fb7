// Package puzzle finds positions with exactly one winning move.
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

	"gridlock/internal/random"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/solver/negamax"
	"gridlock/variants"
)

// Puzzle is a position in which exactly one move wins, or several equivalent ones. It is proven
// that they win and all others lose.
type Puzzle struct {
	Position variants.Position
	Moves    variants.MoveSet // winning moves, all equivalent
	Depth    int              // plies to the end of the game: the distance of the position
	Line     []variants.Move  // of best play by both sides, the first of Moves first
	Replies  []solver.Result  // of the positions after all legal moves, in their order
	legal    variants.MoveSet // the legal moves, in the order of Replies
}

// After returns what is known of the position after a legal move.
func (z Puzzle) After(m variants.Move) solver.Result {
	i := 0
	for c := range z.legal.Cells() {
		if variants.Move(c) == m {
			break
		}
		i++
	}
	return z.Replies[i]
}

// Options says which puzzles to look for, and for how long.
type Options struct {
	Low, High int            // minimum and maximum depth
	Seed      uint64         // of the random games
	Tries     int            // maximum number of positions to try for one puzzle
	Solver    solver.Options // for each position; one that takes more is skipped
}

// Finder finds puzzles one by one.
type Finder struct {
	start  variants.Position
	opt    Options
	random *rand.Rand
	keys   keys.Keys
	fresh  bool // start is the beginning of a game on a full board
	holes  bool // games on the full board did not give enough puzzles
	seen   map[variants.State]bool
}

// NewFinder returns a finder of puzzles in games that begin with a position. The same
// seed gives the same puzzles, unless time runs out.
func NewFinder(start variants.Position, opt Options) *Finder {
	return &Finder{
		start: start, opt: opt, random: random.New(opt.Seed),
		keys: keys.New(start.Game()), fresh: start == start.Game().Start(), seen: map[variants.State]bool{},
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
		if ctx.Err() != nil {
			return Puzzle{}, solver.Stopped(ctx)
		}
		start := f.start
		if f.holes = f.holes || f.fresh && tries >= (f.opt.Tries+1)/2; f.holes {
			start = random.Start(f.random, f.start.Game(), missing)
		}
		history := random.Game(f.random, start)
		back := f.opt.Low + f.random.IntN(f.opt.High+2)
		tries++
		if back >= len(history) {
			continue
		}
		p := history[len(history)-1-back]
		if f.seen[p.State()] || p.Legal().Count() < 2 {
			continue
		}
		f.seen[p.State()] = true
		z, ok, err := f.look(ctx, p)
		switch {
		case ctx.Err() != nil:
			return Puzzle{}, solver.Stopped(ctx)
		case err != nil && !errors.Is(err, solver.ErrLimit): // a position that is too hard is skipped
			return Puzzle{}, err
		case err == nil && ok:
			return z, nil
		}
	}
	return Puzzle{}, fmt.Errorf("%w: no puzzle among %d positions", solver.ErrLimit, f.opt.Tries)
}

// look reports whether a position is a puzzle of the depth wanted.
func (f *Finder) look(ctx context.Context, p variants.Position) (z Puzzle, ok bool, err error) {
	// Most positions are no puzzles, and their distance and best moves suffice to see that.
	r, err := negamax.Engine{}.Solve(ctx, p, f.opt.Solver)
	if err != nil || r.Outcome != solver.Win || r.Distance < f.opt.Low || r.Distance > f.opt.High ||
		r.Best == p.Legal() || !f.equivalent(p, r.Best) {
		return z, false, err
	}
	all, err := auto.Engine{Distance: true}.AllMoves(ctx, p, f.opt.Solver)
	if err != nil {
		return z, false, err
	}
	z = Puzzle{Position: p, legal: p.Legal()}
	for _, m := range all.Moves() {
		z.Replies = append(z.Replies, m.After)
		if m.After.Outcome == solver.Loss {
			if z.Moves == 0 {
				z.Depth = m.After.Distance + 1
				z.Line = append([]variants.Move{m.Move}, m.After.PV...)
			}
			z.Moves = z.Moves.With(int(m.Move))
		}
	}
	return z, z.Moves != p.Legal() && f.equivalent(p, z.Moves), nil
}

// equivalent reports whether moves lead to the same State, or to images of it.
func (f *Finder) equivalent(p variants.Position, moves variants.MoveSet) bool {
	same := map[keys.Key]bool{}
	for m := range moves.Cells() {
		same[f.keys.Of(p.Play(variants.Move(m)).State())] = true
	}
	return len(same) == 1
}
