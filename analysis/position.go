package analysis

import (
	"context"
	"errors"

	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/theory"
	"gridlock/variants"
)

// Options limits and watches an analysis.
type Options struct {
	solver.Options

	// Store is where results are looked up and kept, or nil.
	Store Store

	// Watch, if not nil, is told of each position of a game before it is analysed, and
	// gives the monitor for that; done is called afterwards. Plies count from 0.
	Watch func(ply int, p variants.Position) (monitor *solver.Monitor, done func())
}

// Store is a store of results as an analysis uses it. What is wrong with it is not the
// concern of an analysis, which then goes on without.
type Store interface {
	// Find returns what is known of a position; with distance, only if that is known.
	Find(ctx context.Context, p variants.Position, distance bool) (r solver.Result, origin tablebase.Origin, ok bool)

	// Save keeps a result that a search has ended with, which may have had to stop.
	Save(ctx context.Context, p variants.Position, r solver.Result, err error)

	// Batch is for several calls of Find or, if write is set, of Save by work.
	Batch(write bool, work func())
}

// none is the store that has nothing.
type none struct{}

func (none) Find(context.Context, variants.Position, bool) (r solver.Result, origin tablebase.Origin, ok bool) {
	return r, origin, false
}
func (none) Save(context.Context, variants.Position, solver.Result, error) {}
func (none) Batch(_ bool, work func())                                     { work() }

// Position is what there is to say of a position.
type Position struct {
	Position variants.Position
	Result   solver.Result // for the player to move
	Moves    []Move        // every legal move, best first
	Facts    Facts
	Reason   Reason // why the position is won or lost, where a lemma says so
}

// Analyze finds out what every move of a position leads to, and what follows from that.
// The error, of a limit or of the context, does not mean that nothing is known.
//
// It takes as long as [solver.AllMoves] and, for what explains the answer, some
// milliseconds, seldom some tenths of a second.
func Analyze(ctx context.Context, p variants.Position, opt Options) (a Position, err error) {
	a.Position = p
	if opt.Store == nil {
		opt.Store = none{}
	}
	var kept solver.Result
	var known variants.MoveSet
	opt.Store.Batch(false, func() { known, kept = recall(ctx, p, &opt) })
	all, err := solver.AllMoves(ctx, p, opt.Options)
	if all == nil { // there was no memory to begin
		for m := range p.Legal().Cells() {
			all = append(all, solver.MoveResult{Move: variants.Move(m), After: solver.Result{Distance: solver.NoDistance}})
		}
	}
	for _, m := range all {
		a.Moves = append(a.Moves, NewMove(m))
	}
	a.weigh()
	if kept.Proven && a.Result.Distance == solver.NoDistance && (kept.Distance != solver.NoDistance || !a.Result.Proven) {
		kept.Stats = a.Result.Stats
		a.Result = kept
	}
	opt.Store.Batch(true, func() { keep(ctx, a, known, opt.Store) })
	explain(ctx, &a)
	return a, err
}

// weigh puts the moves in order and says what they say of the position.
func (a *Position) weigh() {
	BestFirst(a.Moves)
	judge(a.Moves)
	a.Result = Overall(a.Position, a.Moves)
}

// recall takes from the store, or from theory, what is known of the position and of those
// after its moves, and gives it to the search, with what follows: after a move of a lost
// position the opponent wins, and after a winning move they lose. It returns the moves
// after which the position need not be kept, and what is known of the position itself.
func recall(ctx context.Context, p variants.Position, opt *Options) (known variants.MoveSet, kept solver.Result) {
	given := opt.Known
	opt.Known = map[variants.Move]solver.Result{}
	all := false // the best moves are all that win
	if kept, _, _ = opt.Store.Find(ctx, p, false); !kept.Proven && !opt.Bare {
		kept, all = byLemma(ctx, p), theory.For(p.Game()).Matching
	}
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		r, ok := given[move]
		if !ok {
			r, _, ok = opt.Store.Find(ctx, p.Play(move), false)
		}
		if ok {
			opt.Known[move], known = r, known.With(m)
		} else if r := follows(kept, move, all); r.Proven {
			opt.Known[move] = r
		}
	}
	return known, kept
}

// follows returns what the result of a position says of the one after a move. All says
// that the best moves of the result are all that win, and not just those known to do so.
func follows(r solver.Result, m variants.Move, all bool) solver.Result {
	after := solver.Result{Distance: solver.NoDistance, Engine: r.Engine, Proven: true}
	switch {
	case r.Outcome == solver.Win && r.Best.Has(int(m)):
		after.Outcome = solver.Loss
	case r.Outcome == solver.Loss, r.Outcome == solver.Win && all:
		after.Outcome = solver.Win
	default:
		after.Proven = false
	}
	return after
}

// byLemma returns what theory says of a position; in classic it knows all moves that win, in
// no time, and so even when time is up. In claim and duel it says more of the positions after
// the moves, one by one.
func byLemma(ctx context.Context, p variants.Position) solver.Result {
	r := solver.Result{Distance: solver.NoDistance}
	switch known := theory.For(p.Game()); {
	case known.Sums():
		return r
	case known.Matching:
		ctx = context.WithoutCancel(ctx)
	}
	r, _ = solver.Theory{}.Solve(ctx, p, solver.Options{Nodes: theoryMoment})
	return r
}

// keep adds to the store what has been found out: for the position and after its moves.
func keep(ctx context.Context, a Position, known variants.MoveSet, store Store) {
	for _, m := range a.Moves {
		if !known.Has(int(m.Move)) || m.After.Stats.Nodes > 0 {
			store.Save(ctx, a.Position.Play(m.Move), m.After, nil)
		}
	}
	if a.Result.Stats.Nodes > 0 {
		store.Save(ctx, a.Position, a.Result, nil)
	}
}

// theoryMoment is the work that theory may do to explain what is known already.
const theoryMoment = 1 << 16

// explain adds facts and reasons.
func explain(ctx context.Context, a *Position) {
	l := newLemmas(ctx, a.Position.Game())
	for i := range a.Moves {
		m := &a.Moves[i]
		after := a.Position.Play(m.Move)
		addTheory(ctx, after, &m.After)
		m.Reason = l.ofMove(after, m.After)
	}
	if a.Result.Proven {
		addTheory(ctx, a.Position, &a.Result)
	}
	a.Facts = l.facts(a.Position, a.Moves)
	a.Reason = l.ofPosition(*a)
	a.Result.Lemma = a.Reason.Lemma
}

// addTheory adds nimber or value to a result that was found without.
func addTheory(ctx context.Context, p variants.Position, r *solver.Result) {
	if !theory.For(p.Game()).Sums() || r.Nimber != nil || r.Value != "" {
		return
	}
	known, err := solver.Theory{}.Solve(ctx, p, solver.Options{Nodes: theoryMoment})
	if err == nil || errors.Is(err, solver.ErrLimit) {
		r.Nimber, r.Value = known.Nimber, known.Value
	}
}
