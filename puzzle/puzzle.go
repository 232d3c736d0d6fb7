// Package puzzle finds positions with exactly one winning move.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gridlock/internal/random"
	"gridlock/solver"
	"gridlock/variants"
)

// Puzzle is a position in which exactly one move wins. That it does, and that all others
// lose, is proven.
type Puzzle struct {
	Position variants.Position
	Move     variants.Move
	Depth    int              // plies until the game is over: the distance of the position
	Line     []variants.Move  // of best play of both, the winning move first
	Replies  []solver.Result  // of the positions after all legal moves, in their order
	legal    variants.MoveSet // whose results they are
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

// Options says which puzzles to look for, and how long.
type Options struct {
	Low, High int            // the least and greatest depth
	Seed      uint64         // of the random games
	Tries     int            // positions to look at for one puzzle, at most
	Solver    solver.Options // for each position; one that takes more is passed over
}

// Finder finds puzzles one by one.
type Finder struct {
	start  variants.Position
	opt    Options
	random *rand.Rand
	seen   map[variants.State]bool
}

// NewFinder returns a finder of puzzles in games that begin with a position. The same
// seed gives the same puzzles, unless time runs out.
func NewFinder(start variants.Position, opt Options) *Finder {
	return &Finder{start: start, opt: opt, random: random.New(opt.Seed), seen: map[variants.State]bool{}}
}

// Next returns the next puzzle, one that it has not returned before. It plays random
// games and looks at positions near their ends, as far from there as the depth suggests.
// The error is solver.ErrLimit when that many positions were not enough, or when time is
// up, and that of ctx when that is called off.
func (f *Finder) Next(ctx context.Context) (Puzzle, error) {
	for tries := 0; tries < f.opt.Tries; {
		if ctx.Err() != nil {
			return Puzzle{}, solver.Stopped(ctx)
		}
		history := random.Game(f.random, f.start)
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
		case err != nil && !errors.Is(err, solver.ErrLimit): // a position that is too hard is passed over
			return Puzzle{}, err
		case err == nil && ok:
			return z, nil
		}
	}
	return Puzzle{}, fmt.Errorf("%w: no puzzle among %d positions", solver.ErrLimit, f.opt.Tries)
}

// look reports whether a position is a puzzle of the depth wanted.
func (f *Finder) look(ctx context.Context, p variants.Position) (z Puzzle, ok bool, err error) {
	// most positions are none, and their distance and best moves tell so in a moment
	r, err := solver.Negamax{}.Solve(ctx, p, f.opt.Solver)
	if err != nil || r.Outcome != solver.Win || r.Best.Count() != 1 || r.Distance < f.opt.Low || r.Distance > f.opt.High {
		return z, false, err
	}
	opt := f.opt.Solver
	opt.Distance = true
	all, err := solver.AllMoves(ctx, p, opt)
	if err != nil {
		return z, false, err
	}
	z = Puzzle{Position: p, legal: p.Legal()}
	wins := 0
	for _, m := range all.Moves() {
		z.Replies = append(z.Replies, m.After)
		if m.After.Outcome == solver.Loss {
			wins++
			z.Move, z.Depth = m.Move, m.After.Distance+1
			z.Line = append([]variants.Move{m.Move}, m.After.PV...)
		}
	}
	return z, wins == 1, nil
}
