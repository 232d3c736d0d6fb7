package auto

import (
	"cmp"
	"context"

	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// AllMoves is [Engine.Solve] for a position and every legal move of it. The answers share limits
// and memory, and whatever is found for one is concluded for the others (see
// [solver.Knowledge]), so that each position is searched once, however many images of it there
// are. It does not search for what Known has, and adds to it. The result is never nil. The
// statistics of a move's result are of the work for that move, those of the position's result of
// all work.
//
// Outcomes come first, that of the position before those of its moves, by theory and then by
// proof-number search. With a limit of nodes, and where positions are sums, the position is asked as
// in Solve, and the moves get short searches by negamax before the long ones by proof numbers: so, with
// the same limit and one worker, AllMoves knows the outcome of the position wherever Solve does.
// Last, with Distance, come the distances, those of the moves alone before best moves and lines. Without
// it they are counted where that is cheap: all of them together get the work of about one short search, and the
// error says if ctx ended before that.
func (e Engine) AllMoves(ctx context.Context, p variants.Position, opt solver.Options) (known *solver.Knowledge, err error) {
	a := newSession(p, e, opt)
	if p.Game() == nil {
		return a.known, solver.ErrNoPosition
	}
	if err := a.Shared.serves(p.Game()); err != nil {
		return a.known, err
	}
	if a.Shared == nil {
		if a.Shared, err = NewShared(p.Game(), opt.MemoryLimit()); err != nil {
			return a.known, err
		}
		defer a.Shared.Release()
	}
	var given variants.MoveSet // moves whose distances are known already
	for _, m := range a.known.Moves() {
		a.known.SetMoveStats(m.Move, solver.Stats{})
		if m.After.Exact() {
			given = given.With(int(m.Move))
		}
	}
	a.Distance, a.plies = false, pliesMoment // who wins comes first, for all moves
	sums := theory.For(p.Game()).Sums()
	switch {
	case e.Distance:
		a.plies = 0 // they come later
	case sums:
		a.plies = sumsPliesMoment
	}
	if opt.Nodes == 0 && !sums {
		err = a.proofFirst(ctx, given)
	} else {
		err = a.position(ctx)
		for _, a.part = range []part{byLemmas, briefly, slowly} {
			err = cmp.Or(a.improve(ctx, given), err)
		}
	}
	if a.Distance = e.Distance; e.Distance {
		a.part = counting
		err = cmp.Or(a.improve(ctx, given), err)
		a.part = wholly
		err = cmp.Or(a.position(ctx), a.improve(ctx, given), err)
	}
	stopped := solver.Poll(ctx)
	if a.complete(e.Distance || stopped != nil) {
		err = a.known.Err()
	} else {
		err = cmp.Or(err, stopped)
	}
	_, err = a.finish(err)
	return a.known, err
}

// proofFirst finds the outcomes, and then what plies are cheap to count. Where proof-number search finds
// who wins, it mostly takes fewer nodes than the short search by negamax that comes before it in Solve.
func (a *session) proofFirst(ctx context.Context, given variants.MoveSet) (err error) {
	for _, a.part = range []part{byLemmas, slowly} {
		err = a.position(ctx)
	}
	for _, a.part = range []part{byLemmas, slowly} {
		err = cmp.Or(a.improve(ctx, given), err)
	}
	a.part = briefly
	return cmp.Or(a.position(ctx), a.improve(ctx, given), err)
}

// improve adds to what is known of the moves, of one for each group of images. It looks for no
// line of the given ones. The error is the first one.
func (a *session) improve(ctx context.Context, given variants.MoveSet) (err error) {
	values := !a.opt.NoLemmas && theory.For(a.known.Position().Game()).Sums()

	for cell := range a.known.Orbits().Cells() {
		if stopped := solver.Poll(ctx); stopped != nil {
			return cmp.Or(err, stopped)
		}
		m, before := variants.Move(cell), a.spent
		failed := a.solve(ctx, inquiry{
			position: a.known.Position().Play(m),
			known:    func() solver.Result { return a.known.After(m) },
			learn:    func(r solver.Result) { a.known.LearnMove(m, r) },
			values:   values, line: !given.Has(cell),
		})
		err = cmp.Or(err, failed)
		a.show()
		a.known.SetMoveStats(m, a.spent.Since(before).After(a.known.After(m).Stats))
	}
	return err
}

// complete reports whether all outcomes are known and, if need be, all distances.
func (a *session) complete(distances bool) bool {
	done := func(r solver.Result) bool { return r.Proven && (r.Distance != solver.NoDistance || !distances) }
	for _, m := range a.known.Moves() {
		if !done(m.After) {
			return false
		}
	}
	return done(a.known.Result())
}
