package solver

import (
	"context"

	"gridlock/bitboard"
	"gridlock/variants"
)

// MoveResult is a legal move and what is known of the position after it.
type MoveResult struct {
	Move variants.Move

	// After is the result of the position after the move, from the side of the
	// opponent, who is to move there: the move wins where After is lost.
	After Result
}

// AllMoves answers as [Auto] does for every legal move of a position, in the order of
// moves. All answers share the limits and the memory, so that what is found out for
// one move serves for the others. The statistics of a result are of the work up to
// then. When a limit is reached, the results of the moves that are left say nothing.
func AllMoves(ctx context.Context, p variants.Position, opt Options) (all []MoveResult, err error) {
	a := auto{opt: opt}
	if opt.Shared == nil {
		if a.opt.Shared, err = NewShared(p.Game(), opt.memory()); err != nil {
			return nil, err
		}
		defer a.opt.Shared.Release()
	}
	a.opt.Distance = false // who wins comes first, for all of them
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		r, failed := a.solve(ctx, p.Play(move), imageOf(p, move, all))
		err = first(err, failed)
		all = append(all, MoveResult{Move: move, After: a.finish(r)})
	}
	if a.opt.Distance = opt.Distance; opt.Distance {
		for i, m := range all {
			r, failed := a.solve(ctx, p.Play(m.Move), m.After)
			err = first(err, failed)
			all[i].After = a.finish(r)
		}
	}
	return all, err
}

// first returns the first error that is one.
func first(err, next error) error {
	if err != nil {
		return err
	}
	return next
}

// imageOf returns what the results of moves before m say of the position after m,
// because it is an image of the one after another move: all but distance and line.
func imageOf(p variants.Position, m variants.Move, before []MoveResult) Result {
	for _, sym := range p.Game().Grid().Symmetries() {
		if p.State().Image(p.Game().Grid(), sym) != p.State() {
			continue
		}
		for _, b := range before {
			if b.After.Proven && p.ImageMove(sym, b.Move) == m {
				return b.After.image(p.Play(b.Move), sym)
			}
		}
	}
	return unknown()
}

// image returns the result r of p for the image of p, without distance and line. Of a
// loser's moves nothing is said, as there the best ones are known by distance only.
func (r Result) image(p variants.Position, sym bitboard.Symmetry) Result {
	best := r.Best
	r.Distance, r.PV, r.Best = NoDistance, nil, 0
	if r.Outcome == Win {
		for m := range best.Cells() {
			r.Best = r.Best.With(int(p.ImageMove(sym, variants.Move(m))))
		}
	}
	return r
}
