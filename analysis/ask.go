package analysis

import (
	"cmp"
	"context"
	"errors"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// Question says how much to find out about a position.
type Question uint8

const (
	// EveryMove asks who wins, and for the result of every legal move.
	EveryMove Question = iota

	// Verdict asks who wins, and for a move that wins if there is one.
	Verdict

	// Recall asks for the result that is known without a search.
	Recall
)

// Options limits and watches an inquiry.
type Options struct {
	solver.Options

	// Auto says how to search; its Known has earlier results.
	Auto auto.Engine

	// Store is where results are looked up and kept, or nil.
	Store Store

	// Fresh makes an inquiry keep results but look none up, as a check of earlier results.
	Fresh bool

	// Engine answers Verdict instead of Auto, if not nil.
	Engine solver.Engine

	// Next asks Analyze for the choices that the winner has after each move.
	Next bool

	// Difficulty asks Analyze for the difficulty of the position, and ReviewGame for the difficulty of the last position.
	Difficulty bool

	// Worth asks Analyze for the worth of the position, and ReviewGame for the worth of the last one.
	Worth bool

	// Class asks for the winner if the other player begins: Solve and Analyze for their position, ReviewGame for the
	// last one. See [Class]. It takes a second search.
	Class bool

	// Watch, if not nil, is called with each position before the inquiry about it. It returns the monitor for this
	// inquiry, and done, which is called afterwards. In a game it gets the ply, from 0.
	Watch func(ply int, p variants.Position) (monitor *solver.Monitor, done func())
}

// Store is where an inquiry looks results up: an opening book, a store of results, or both. If a store fails, an
// inquiry does without it, and does not report the error.
type Store interface {
	// Find returns the known result of a position, and its origin.
	Find(ctx context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool)

	// Save keeps the result of a search that ended with err. The search may have had to stop.
	Save(ctx context.Context, p variants.Position, r solver.Result, err error)

	// Batch calls work, which makes several calls of Find or, if write is set, of Save.
	Batch(write bool, work func())
}

// none is the empty store.
type none struct{}

func (none) Find(context.Context, variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	return r, origin, false
}
func (none) Save(context.Context, variants.Position, solver.Result, error) {}
func (none) Batch(_ bool, work func())                                     { work() }

// Answer is the result of an inquiry about a position.
type Answer struct {
	*solver.Knowledge

	// Origin is the source of the position's result, nil if it has just been found.
	Origin *solver.Origin

	// Stats is the work of the search, if there was one.
	Stats solver.Stats

	// Reason is the lemma that decides the position, if one does. Evidence is the data to draw it. Ask leaves them out.
	Reason   Reason
	Evidence *Evidence

	// Other is the result if the other player begins; nil if it was not asked for. Ask leaves it out.
	Other *solver.Result
}

// Result returns the result of the position, with the work of the search and the lemma that is the reason.
func (a Answer) Result() solver.Result {
	r := a.Knowledge.Result()
	r.Stats, r.Lemma = a.Stats, cmp.Or(a.Reason.Name(), r.Lemma)
	return r
}

// Solve finds out who wins a position, as Ask does by Verdict, and why; with Options.Class it also asks about
// the other player. The error may then be a [NoClassError].
func Solve(ctx context.Context, p variants.Position, opt Options) (Answer, error) {
	a, err := Ask(ctx, p, Verdict, opt)
	if r := a.Result(); opt.explains(r) {
		a.Reason, a.Evidence = Explain(ctx, p, r)
	}
	return a, a.classify(ctx, opt, err)
}

// explains reports whether to give a reason for a result. It does not for a search without lemmas.
func (opt *Options) explains(r solver.Result) bool {
	return r.Proven && !opt.NoLemmas && (opt.Engine == nil || r.Lemma != "")
}

// classify adds who wins if the other player begins, if that is asked for, to an answer that came with the error err.
// Of two errors it returns one that is not a limit.
func (a *Answer) classify(ctx context.Context, opt Options, err error) error {
	if !opt.Class {
		return err
	}
	other, failed := Other(ctx, a.Position(), opt)
	a.Other = &other
	if errors.Is(err, solver.ErrLimit) && !errors.Is(failed, solver.ErrLimit) {
		err, failed = failed, err
	}
	return cmp.Or(err, failed)
}

// Ask finds out about a position. Every verb asks in this order: Options.Auto.Known; the store, about the position; the
// store, about the positions after its moves; theory; a search for open facts. All later steps use each finding (see
// [solver.Knowledge]). Results that a search has proven are saved.
//
// If a limit is reached or ctx ends, the answer still has all findings. After solver.ErrContradiction nothing in it is
// reliable.
func Ask(ctx context.Context, p variants.Position, q Question, opt Options) (Answer, error) {
	if opt.Store == nil {
		opt.Store = none{}
	}
	if p.Game() == nil {
		return Answer{Knowledge: solver.NewKnowledge(p)}, solver.ErrNoPosition
	}
	if opt.Watch != nil {
		monitor, done := opt.Watch(0, p)
		defer done()
		opt.Monitor = monitor
	}
	if opt.Auto.Known == nil || opt.Auto.Known.Position() != p {
		opt.Auto.Known = solver.NewKnowledge(p)
	}
	i := inquiry{opt: opt, question: q, answer: Answer{Knowledge: opt.Auto.Known}}
	opt.Store.Batch(false, func() { i.recall(ctx) })
	if !opt.NoLemmas && opt.Engine == nil {
		i.lemmas(ctx)
	}
	if i.answer.Err() != nil || i.answered() {
		return i.answer, i.answer.Err()
	}
	err := i.search(ctx)
	if i.answer.Err() == nil {
		opt.Store.Batch(true, func() { i.keep(ctx, err) })
	}
	return i.answer, err
}

// inquiry is an Ask that is under way.
type inquiry struct {
	opt      Options
	question Question
	answer   Answer
	kept     variants.MoveSet // moves to positions that the store has
}

// answered reports whether no search is needed.
func (i *inquiry) answered() bool {
	r := i.answer.Result()
	switch i.question {
	case Recall:
		return true
	case Verdict:
		// A position that a lemma decides may still get a distance, if the distance is quick to find. So may a stored one,
		// if its search was shorter: stopped, or another engine's. The nodes of a sum do not say how long its search was.
		const quick = 20_000 // nodes
		o := i.answer.Origin
		return i.opt.Auto.Exact(r) || o != nil && r.Decides() && !i.opt.Auto.Distance &&
			(o.Kind != solver.FromStore || o.Nodes >= quick || i.opt.Engine != nil || theory.For(i.answer.Position().Game()).Sums())
	}
	return false
}

// recall looks up the position, the positions after its moves, and the line of best play.
func (i *inquiry) recall(ctx context.Context) {
	if i.opt.Fresh {
		return
	}
	k := i.answer.Knowledge
	if r, origin, ok := i.opt.Store.Find(ctx, k.Position()); ok {
		k.Learn(r)
		i.answer.Origin = &origin
	}
	if i.question != Verdict || !i.answered() || !k.Result().BestComplete {
		for m := range k.Orbits().Cells() {
			if r, _, ok := i.opt.Store.Find(ctx, k.Position().Play(variants.Move(m))); ok {
				k.LearnMove(variants.Move(m), r)
				i.kept = i.kept.With(m)
			}
		}
	}
	if i.question != EveryMove {
		i.recallLine(ctx)
	}
}

// recallLine adds the line of best play, as far as it can be looked up.
func (i *inquiry) recallLine(ctx context.Context) {
	r := i.answer.Result()
	if r.Distance == solver.NoDistance || len(r.PV) >= r.Distance {
		return
	}
	var line []variants.Move
	for p, at := i.answer.Position(), r; len(line) < r.Distance; {
		m, ok := at.BestMove()
		if !ok {
			break
		}
		line, p = append(line, m), p.Play(m)
		if at, _, ok = i.opt.Store.Find(ctx, p); !ok || at.Distance != r.Distance-len(line) {
			break
		}
	}
	if len(line) > len(r.PV) {
		r.PV = line
		i.answer.Learn(r)
	}
}

// instantWork is the work that theory may do even when time is up: about a millisecond.
const instantWork = 1 << 10

// lemmas asks theory for results that take no time, without limits. So a lemma that is named as a reason has always
// been asked.
func (i *inquiry) lemmas(ctx context.Context) {
	if i.answer.Result().Proven {
		return
	}
	engine := auto.Theory{Shared: i.opt.Auto.Shared}
	r, _ := engine.Solve(context.WithoutCancel(ctx), i.answer.Position(), solver.Options{Nodes: instantWork})
	i.answer.Learn(r)
}

// search finds the facts that are still open.
func (i *inquiry) search(ctx context.Context) error {
	k, opt := i.answer.Knowledge, i.opt.Options
	i.answer.Origin = nil
	switch {
	case i.question == EveryMove:
		_, err := i.opt.Auto.AllMoves(ctx, k.Position(), opt)
		i.answer.Stats = k.Result().Stats
		return err
	case i.opt.Engine == nil:
		r, err := i.opt.Auto.Solve(ctx, k.Position(), opt)
		i.answer.Stats = r.Stats
		return err
	}
	r, err := i.opt.Engine.Solve(ctx, k.Position(), opt)
	i.answer.Knowledge = solver.NewKnowledge(k.Position())
	i.answer.LearnAll(r)
	i.answer.Stats = r.Stats
	return cmp.Or(i.answer.Err(), err)
}

// keep adds the results of a search to the store: the position and, if they took work, the positions after its moves.
func (i *inquiry) keep(ctx context.Context, err error) {
	p := i.answer.Position()
	for m := range i.answer.Orbits().Cells() {
		move := variants.Move(m)
		if after := i.answer.After(move); i.question == EveryMove && (!i.kept.Has(m) || after.Stats.Nodes > 0) {
			i.opt.Store.Save(ctx, p.Play(move), after, nil)
		}
	}
	if i.question != EveryMove || i.answer.Stats.Nodes > 0 {
		i.opt.Store.Save(ctx, p, i.answer.Knowledge.Result(), err)
	}
}
