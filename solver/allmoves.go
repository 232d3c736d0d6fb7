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
// one move serves for the others, and what opt.Known has is not looked for again. The
// statistics of a result are of the work for that move.
//
// First every move is given to theory, then looked at for a moment, and then those that are
// not decided yet for as long as it takes. When a limit is reached, the results of the moves that are left say
// nothing.
func AllMoves(ctx context.Context, p variants.Position, opt Options) (all []MoveResult, err error) {
	a := auto{opt: opt}
	if opt.Shared == nil {
		if a.opt.Shared, err = NewShared(p.Game(), opt.memory()); err != nil {
			return nil, err
		}
		defer a.opt.Shared.Release()
	}
	for m := range p.Legal().Cells() {
		after, ok := opt.Known[variants.Move(m)]
		if !ok {
			after = unknown()
		}
		after.Stats = Stats{}
		all = append(all, MoveResult{Move: variants.Move(m), After: after})
	}
	a.opt.Distance = false // who wins comes first, for all of them
	for _, a.part = range []part{byLemmas, briefly, slowly} {
		err = a.improve(ctx, p, all)
	}
	if a.part, a.opt.Distance = wholly, opt.Distance; opt.Distance {
		err = first(err, a.improve(ctx, p, all))
	}
	return all, err
}

// improve adds to what is known of the moves of a position. The error is the first one.
func (a *auto) improve(ctx context.Context, p variants.Position, all []MoveResult) (err error) {
	for i := range all {
		m, before := &all[i], a.spent
		if !m.After.Proven {
			m.After = imageOf(p, m.Move, all).with(m.After.Stats)
		}
		if m.After.Proven && (a.part == slowly || a.part == byLemmas) {
			continue
		}
		r, failed := a.solve(ctx, p.Play(m.Move), m.After)
		err = first(err, failed)
		a.show()
		m.After = r.with(a.spent.since(before).after(m.After.Stats))
	}
	return err
}

// with returns the result with other statistics.
func (r Result) with(s Stats) Result {
	r.Stats = s
	return r
}

// first returns the first error that is one.
func first(err, next error) error {
	if err != nil {
		return err
	}
	return next
}

// imageOf returns what the results of other moves say of the position after m, because
// it is an image of the one after another move: all but distance and line.
func imageOf(p variants.Position, m variants.Move, others []MoveResult) Result {
	for _, sym := range p.Game().Symmetries() {
		if p.State().Image(p.Game().Grid(), sym) != p.State() {
			continue
		}
		for _, b := range others {
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
