// Package auto answers with the cheapest engines that can, one after the other, and with theory
// alone. See [Engine], [Engine.AllMoves] and [Theory].
package auto

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"gridlock/internal/invariants"
	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// Engine asks the other engines, the cheapest first, until the answer is complete:
//
//   - [Theory], without a limit where it decides every position, as in classic, duel and claim, else
//     briefly; then theory of the positions after the moves;
//   - negamax, briefly, since the distance costs little on smaller boards;
//   - proof-number search, for who wins and a winning move;
//   - with Distance, negamax without a limit.
//
// The result names the engine that found who wins, combines what all of them know, and counts
// the work of all. The limit of nodes applies to all together. If the error is nil and the
// player to move wins, the result has a winning move.
type Engine struct {
	// Distance asks for the exact distance, however long it takes. With Alone that is all: some best moves may
	// be missing then, and the line.
	Distance, Alone bool

	// Known, if not nil, is what is known of the position already, from a store for instance.
	// The engine adds its findings. It ignores a Known of another position.
	Known *solver.Knowledge

	// Shared, if not nil, is the memory that searches of one game share. It takes the place of
	// Options.Memory, and Options.Checkpoint is ignored. The error is ErrOtherGame for a position of another game.
	Shared *Shared

	// Prover, if not nil and Shared is nil, keeps the findings of proof-number search, so that a
	// proof can be written.
	Prover *pn.Prover

	// Learned, if not nil, is called whenever something may have been found out, by the
	// goroutine that searches. It may read what is known and must not change it.
	Learned func(known *solver.Knowledge)
}

// Exact reports whether a result has the distance and the best moves that the engine is asked for.
func (e Engine) Exact(r solver.Result) bool {
	if e.Alone {
		return r.Decides() && r.Distance != solver.NoDistance
	}
	return r.Exact() && (r.BestComplete || !e.Distance)
}

// Name returns "auto".
func (Engine) Name() string { return "auto" }

// Solve implements [solver.Engine]. Without Distance it may return the outcome, and a winning
// move, alone; that is no error. It does not search for what Known has.
func (e Engine) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	if p.Game() == nil {
		return solver.Undecided(e.Name()), solver.ErrNoPosition
	}
	if err := e.Shared.serves(p.Game()); err != nil {
		return solver.Undecided(e.Name()), err
	}
	a := newSession(p, e, opt)
	err := a.position(ctx)
	return a.finish(err)
}

// The nodes for an engine that may not find the answer: a few tenths of a second.
const (
	theoryMoment  = 1 << 16
	valueMoment   = 1 << 14 // for the nimber or value alone
	valueGlance   = 1 << 10 // once that was not enough
	negamaxMoment = 100_000
	sumsMoment    = 20_000 // where positions are sums, as in duel and claim, and a node takes longer
)

// The nodes that AllMoves spends on plies that nobody has asked for, those of the position and of
// all moves together: a few tenths of a second. With a table of usual size no position of a board of
// 16 cells takes as many.
const (
	pliesMoment     = 100_000
	sumsPliesMoment = 12_000
)

// looksMoment is the number of components of sums that lemmas may look into in all searches that may not find
// the answer: half a second. On duel 7×8 20,000 nodes alone look into four million; claim 7×9 needs 145,000 for its plies.
const looksMoment = 160_000

// session asks one engine after the other about a position, or about those after its moves.
type session struct {
	Engine
	opt   solver.Options
	known *solver.Knowledge
	given bool         // including the distance of the position
	part  part         // the steps to take
	value uint64       // nodes for the nimber or value of a decided position
	plies uint64       // nodes that are left for plies of decided positions, unless Distance is set
	looks atomic.Int64 // that are left for short searches
	spent solver.Stats // by all engines so far
}

func newSession(p variants.Position, e Engine, opt solver.Options) *session {
	a := &session{Engine: e, opt: opt, known: e.Known, plies: math.MaxUint64, value: valueMoment}
	if a.known == nil || a.known.Position() != p {
		a.known = solver.NewKnowledge(p)
	}
	a.looks.Store(looksMoment)
	a.given = e.Exact(a.known.Result())
	return a
}

// part is a part of the steps that answer a question.
type part uint8

const (
	wholly   part = iota
	byLemmas      // theory
	briefly       // short searches
	slowly        // the others, but for distances
	counting      // distances alone
)

// inquiry is a position that engines are asked about.
type inquiry struct {
	position variants.Position
	known    func() solver.Result
	learn    func(solver.Result)
	moves    bool // take what searches happen to prove of the moves
	move     bool // if it is won, find a winning move
	values   bool // find its nimber or value even if it is known who wins
	line     bool // find a line, with Distance the whole one
}

// position answers for the position itself.
func (a *session) position(ctx context.Context) error {
	return a.solve(ctx, inquiry{
		position: a.known.Position(), known: a.known.Result, learn: a.known.Learn,
		moves: true, move: true, line: !a.given,
	})
}

// solve asks engines until a question is answered.
func (a *session) solve(ctx context.Context, q inquiry) (err error) {
	for _, step := range a.steps(q.position) {
		if a.skips(step, q) {
			continue
		}
		opt := a.opt
		opt.Nodes = step.nodes
		if step.trial || a.Shared != nil {
			opt.Checkpoint = nil // too short to be worth one, or remembered by Shared
		}
		plies := q.decided() && step.trial
		value := q.known().Proven && step.asks == theLemmas
		switch {
		case value:
			opt.Nodes = a.value
		case plies:
			opt.Nodes = min(opt.Nodes, a.plies)
		}
		var moves []solver.MoveResult
		var r solver.Result
		if r, err = a.ask(ctx, a.engine(step, q, &moves), q.position, opt); r.Proven {
			q.learn(a.settled(r, err))
		}
		if plies {
			a.plies -= min(a.plies, r.Stats.Nodes)
		}
		if value && r.Stats.Nodes >= valueMoment {
			a.value = valueGlance // there are more moves like this one
		}
		for _, m := range moves {
			a.known.LearnMove(m.Move, m.After)
		}
		if err := a.known.Err(); err != nil {
			return err
		}
		if a.Learned != nil {
			a.Learned(a.known)
		}
		if stopped := solver.Poll(ctx); err != nil && stopped != nil {
			err = stopped
			break
		}
	}
	if a.enough(q) {
		return nil
	}
	return err
}

// skips reports whether to skip a step.
func (a *session) skips(s step, q inquiry) bool {
	if a.part != wholly && a.part != s.part() || a.answered(q) && !(q.values && s.part() == byLemmas) {
		return true
	}
	known := q.known()
	if s.counts && (a.part != counting && !a.Alone || known.Distance != solver.NoDistance) {
		return true
	}
	if s.asks == theLemmas && q.values && known.Nimber == nil && known.ColValue == "" {
		return false
	}
	return q.decided() && (s.outcome || s.trial && (a.Distance || a.plies == 0 || a.looks.Load() <= 0))
}

// decided reports whether it is known who wins, and a winning move if one is asked for.
func (q inquiry) decided() bool { return q.known().Proven && !q.lacksMove() }

// lacksMove reports whether the player to move is known to win, but no winning move is known.
func (q inquiry) lacksMove() bool {
	known := q.known()
	return q.move && known.Outcome == solver.Win && known.Best == 0
}

// answered reports whether nothing is left to ask. A line that was cut short is enough if no
// distance was asked for.
func (a *session) answered(q inquiry) bool {
	known := q.known()
	if !a.Exact(known) {
		return false
	}
	return a.Alone || !q.line || known.PV != nil && (len(known.PV) == known.Distance || !a.Distance)
}

// enough reports whether the answer is there, though more might be found.
func (a *session) enough(q inquiry) bool {
	return a.answered(q) || q.decided() && !a.Distance
}

// step is an engine to ask, for at most nodes nodes if that is not 0.
type step struct {
	asks    expert
	nodes   uint64
	outcome bool // useless once it is known who wins, and a winning move
	trial   bool // the same engine may be asked for longer, for the distance
	counts  bool // the distance alone
}

// expert is an engine to ask.
type expert uint8

const (
	theLemmas expert = iota
	theLemmasAhead
	negamaxSearch
	proofNumbers
)

// engine returns an engine set up for an inquiry. It adds what it proves of the moves to moves,
// if the inquiry wants it.
func (a *session) engine(s step, q inquiry, moves *[]solver.MoveResult) solver.Engine {
	if !q.moves {
		moves = nil
	}
	switch s.asks {
	case theLemmas:
		return Theory{Shared: a.Shared}
	case theLemmasAhead:
		return lemmasAhead{a.Shared, moves}
	case negamaxSearch:
		e := negamax.Engine{Hint: q.known(), Moves: moves, Lasting: a.Distance || a.Shared != nil, Alone: s.counts}
		if s.trial {
			e.Looks = &a.looks
		}
		if a.Shared != nil {
			e.Memory = a.Shared.negamax
		}
		return e
	}
	e := pn.Engine{Prover: a.Prover, Moves: moves}
	if a.Shared != nil {
		e.Prover = a.Shared.pn
	}
	return e
}

// part returns the part that the step belongs to.
func (s step) part() part {
	switch {
	case s.asks == theLemmas, s.asks == theLemmasAhead:
		return byLemmas
	case s.trial:
		return briefly
	case s.counts:
		return counting
	}
	return slowly
}

// steps returns the steps for a position.
func (a *session) steps(p variants.Position) (steps []step) {
	known := theory.For(p.Game())
	if !a.opt.NoLemmas {
		lemmas := step{asks: theLemmas, outcome: true}
		if !known.Decides {
			lemmas.nodes = theoryMoment
		}
		steps = append(steps, lemmas, step{asks: theLemmasAhead, nodes: theoryMoment, outcome: true})
	}
	trial := uint64(negamaxMoment)
	if known.Sums() {
		trial = sumsMoment
	}
	steps = append(steps, step{asks: negamaxSearch, nodes: trial, trial: true}, step{asks: proofNumbers, outcome: true})
	if a.Distance {
		steps = append(steps, step{asks: negamaxSearch, counts: true}, step{asks: negamaxSearch})
	}
	return steps
}

// settled returns the reliable part of a result that came with an error: after a search that had
// to stop once it had found the distance, not all best moves are known. The distance of a win without a best
// move is left out as well where that is all that is asked for: a move that is known to win is worth more.
func (a *session) settled(r solver.Result, err error) solver.Result {
	switch {
	case a.Alone && r.Outcome == solver.Win && r.Best == 0:
		return r.WithoutDistance()
	case err != nil:
		return r.Whole()
	}
	return r
}

// ask gives a position to an engine, with the nodes that are left of the limit, and at most
// opt.Nodes.
func (a *session) ask(ctx context.Context, e solver.Engine, p variants.Position, opt solver.Options) (solver.Result, error) {
	if limit := a.opt.Nodes; limit != 0 {
		if a.spent.Nodes >= limit {
			return solver.Undecided(Engine{}.Name()), a.nodeLimit()
		}
		if left := limit - a.spent.Nodes; opt.Nodes == 0 || left < opt.Nodes {
			opt.Nodes = left
		}
	}
	if opt.Monitor != nil {
		opt.Monitor.Carry(a.spent)
	}
	r, err := e.Solve(ctx, p, opt)
	a.spent = r.Stats.After(a.spent)
	if a.opt.Nodes != 0 && a.spent.Nodes >= a.opt.Nodes && errors.Is(err, solver.ErrLimit) {
		err = a.nodeLimit()
	}
	return r, err
}

// nodeLimit is the error when all engines together have used up the nodes.
func (a *session) nodeLimit() error {
	return solver.Limited(solver.LimitNodes, "node count %d", a.opt.Nodes)
}

// finish returns the result, with the statistics of all engines, and the error. It makes sure
// that a win comes with a winning move.
func (a *session) finish(err error) (solver.Result, error) {
	a.known.SetStats(a.spent)
	r := a.known.Result()
	switch {
	case r.Outcome == solver.Win && r.Best == 0 && err == nil:
		err = solver.Limited(solver.LimitSearch, "no winning move found")
	case r.Outcome == solver.Win && r.Best == 0 && errors.Is(err, solver.ErrLimit):
		err = fmt.Errorf("%w; no winning move found by then", err)
	}
	if invariants.Enabled && r.Best&^a.known.Position().Legal() != 0 {
		panic(fmt.Sprintf("solver: illegal best moves %v in %v", r.Best, a.known.Position()))
	}
	a.show()
	return r, err
}

// show gives the monitor the statistics of all engines.
func (a *session) show() {
	if m := a.opt.Monitor; m != nil {
		m.Carry(a.spent)
	}
}
