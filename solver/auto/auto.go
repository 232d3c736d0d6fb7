// Package auto answers with the cheapest engines that can, one after the other, and with theory
// alone. See [Engine], [Engine.AllMoves] and [Theory].
//
// # Phases
//
// A phase asks one engine. It runs if it can find a fact that is asked for and missing, and all facts that it needs are
// known. It has a limit of nodes, and another limit for games like duel and claim, in which positions are sums.
//
//	phase          nodes   of sums  needs                  finds
//	theoryValue    16384   16384    outcome                winning move, value
//	theoryOutcome  65536   -        -                      outcome
//	theoryAhead    65536   65536    -                      outcome, winning move
//	countPlies     100000  20000    outcome, winning move  plies, best move, line
//	trial          100000  20000    -                      outcome, winning move
//	proof          -       -        -                      outcome, winning move
//	distance       -       -        -                      plies
//	bestPlay       -       -        -                      outcome, winning move, plies, best move, best moves, line, whole line
//
// # Plans
//
// A plan is a list of stages. Each stage runs some phases for the position, or for the positions after its moves, one
// of each group of images.
//
//	plan                     about     phases
//	Solve                    position  theoryValue theoryOutcome theoryAhead countPlies trial proof
//	with Distance            position  theoryValue theoryOutcome theoryAhead countPlies trial proof bestPlay
//	with Distance and Alone  position  theoryValue theoryOutcome theoryAhead countPlies trial proof distance bestPlay
//	AllMoves                 position  theoryValue theoryOutcome theoryAhead proof
//	                         moves     theoryValue theoryOutcome theoryAhead
//	                         moves     proof
//	                         position  countPlies trial
//	                         moves     countPlies trial
//	of sums, or with Nodes   position  theoryValue theoryOutcome theoryAhead countPlies trial proof
//	                         moves     theoryValue theoryOutcome theoryAhead
//	                         moves     countPlies trial
//	                         moves     proof
//	then, with Distance      moves     distance
//	                         position  theoryValue theoryOutcome theoryAhead countPlies trial proof bestPlay
//	                         moves     theoryValue theoryOutcome theoryAhead countPlies trial proof bestPlay
package auto

import (
	"cmp"
	"context"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Engine asks the other engines, the cheapest first, until the answer is complete. The order is: theory, which decides
// every position of classic, duel and claim; negamax for a moment, since the distance is cheap on smaller boards;
// proof-number search; with Distance, negamax without a limit. The package comment has the tables.
//
// The result names the engine that found who wins. It combines the findings of all engines, and counts all their work.
// The limit of nodes applies to all together. If the error is nil and the player to move wins, the result has a winning
// move.
type Engine struct {
	// Distance asks for the exact distance, however long it takes. Alone asks for nothing else besides Distance, so some
	// best moves, and the line, may be missing.
	Distance, Alone bool

	// Known, if not nil, has earlier findings about the position, for example from a store. The engine adds its findings.
	// It ignores a Known of another position.
	Known *solver.Knowledge

	// Shared, if not nil, is the memory that searches of one game share. It takes the place of
	// Options.Memory, and Options.Checkpoint is ignored. The error is ErrOtherGame for a position of another game.
	Shared *Shared

	// Prover, if not nil and Shared is nil, keeps the findings of proof-number search, so that a
	// proof can be written.
	Prover *pn.Prover

	// Learned, if not nil, is called whenever something may have been found out, by the goroutine that searches. It may
	// read known but must not change it.
	Learned func(known *solver.Knowledge)
}

// Exact reports whether a result has the distance and the best moves that the engine is asked for.
func (e Engine) Exact(r solver.Result) bool {
	need, like := e.asks()
	return missing(r)&(need|like)&^lines == 0
}

// Name returns "auto".
func (Engine) Name() string { return "auto" }

// Solve implements [solver.Engine]. Without Distance it may return only the outcome and a winning move; that is no
// error. It does not search for facts in Known.
func (e Engine) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	if p.Game() == nil {
		return solver.Undecided(e.Name()), solver.ErrNoPosition
	}
	if err := e.Shared.serves(p.Game()); err != nil {
		return solver.Undecided(e.Name()), err
	}
	a := newSession(p, e, opt)
	return a.finish(a.follow(ctx, false))
}

// AllMoves is [Engine.Solve] for a position and every legal move of it. The answers share limits and memory. Findings
// for one position serve the others (see [solver.Knowledge]), so images are searched once. It does not search for facts
// in Known, and adds new facts to Known. The result is never nil. The statistics of a move's result count the work for
// that move, and those of the position's result count all work.
//
// Outcomes come first: the position's, then the outcomes of its moves. With a limit of nodes, or if positions are sums,
// the position is asked as in Solve. So, with the same limit and one worker, AllMoves knows its outcome wherever Solve
// does. With Distance, the distances come last. Without Distance, distances are found only if that is cheap: all
// distances together get about the work of one short search. The error says whether ctx ended before that.
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
		a.theory = a.Shared
	}
	for _, m := range a.known.Moves() {
		a.known.SetMoveStats(m.Move, solver.Stats{})
	}
	err = a.follow(ctx, true)
	stopped, needed, lacking := solver.Poll(ctx), outcome, missing(a.known.Result())
	if e.Distance || stopped != nil {
		needed |= plies
	}
	for _, m := range a.known.Moves() {
		lacking |= missing(m.After)
	}
	if err = cmp.Or(err, stopped); lacking&needed == 0 {
		err = a.known.Err()
	}
	_, err = a.finish(err)
	return a.known, err
}
