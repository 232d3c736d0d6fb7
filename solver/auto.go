package solver

import (
	"context"
	"errors"
	"fmt"

	"gridlock/internal/invariants"
	"gridlock/theory"
	"gridlock/variants"
)

// Auto answers what is asked with the engines that do so most cheaply, one after the
// other until the answer is there:
//
//   - [Theory], for as long as it takes where it decides every position, as in classic, duel
//     and claim, else for a moment; then theory of the positions after the moves;
//   - [Negamax] for a moment, since on smaller boards the distance costs little;
//   - [PN], for who wins and by what;
//   - with Options.Distance, Negamax for as long as it takes.
//
// The result says which of them found who wins, keeps what each of them knows, and
// counts the work of all. The limit of nodes is for all together. A result without error
// that says that the player to move wins has a move that wins.
type Auto struct{}

// Name returns "auto".
func (Auto) Name() string { return "auto" }

// Solve implements [Engine]. Without Options.Distance it is no error when it returns
// with the outcome, and a move that wins, alone. What Options.Known has is not looked for
// again.
func (Auto) Solve(ctx context.Context, p variants.Position, opt Options) (Result, error) {
	a := newAuto(p, opt)
	err := a.position(ctx)
	return a.finish(err)
}

// The work for which a question is given to an engine that may not answer it: some
// tenths of a second.
const (
	theoryMoment  = 1 << 16
	valueMoment   = 1 << 14 // for the nimber or value alone
	negamaxMoment = 100_000
	sumsMoment    = 20_000 // where positions are sums, as in duel and claim, and a node takes longer
)

// auto hands a position, or those after its moves, to one engine after the other.
type auto struct {
	opt   Options
	known *Knowledge
	given bool  // with the distance of the position
	part  part  // of the steps that are taken
	spent Stats // by all engines so far
}

func newAuto(p variants.Position, opt Options) *auto {
	a := &auto{opt: opt, known: opt.Known}
	if a.known == nil || a.known.position != p {
		a.known = NewKnowledge(p)
	}
	a.given = a.known.result.Exact()
	return a
}

// part is a part of the steps by which a question is answered.
type part uint8

const (
	wholly   part = iota
	byLemmas      // theory
	briefly       // those that take a moment
	slowly        // the others
)

// unknown returns a result that says nothing.
func unknown() Result { return Result{Distance: NoDistance, Engine: Auto{}.Name()} }

// inquiry is a position that engines are asked about.
type inquiry struct {
	position variants.Position
	known    func() Result
	learn    func(Result)
	moves    bool // searches add what they happen to know of the moves
	move     bool // if it is won, a move that wins is wanted
	values   bool // its nimber or value is wanted even if it is known who wins
	line     bool // so is a line, the whole one with Options.Distance
}

// position finds out about the position itself.
func (a *auto) position(ctx context.Context) error {
	return a.solve(ctx, inquiry{
		position: a.known.position, known: a.known.Result, learn: a.known.Learn,
		moves: true, move: true, line: !a.given,
	})
}

// solve asks engines until a question is answered.
func (a *auto) solve(ctx context.Context, q inquiry) (err error) {
	for _, step := range a.steps(q.position) {
		if a.passes(step, q) {
			continue
		}
		opt := a.opt
		opt.Nodes, opt.hint, opt.Known = step.nodes, q.known().Outcome, nil
		if step.trial {
			opt.Checkpoint = nil // too short to be worth one
		}
		if q.known().Proven && step.engine == Engine(Theory{}) {
			opt.Nodes = valueMoment
		}
		var moves []MoveResult
		if opt.moves = nil; q.moves {
			opt.moves = &moves
		}
		var r Result
		if r, err = a.ask(ctx, step.engine, q.position, opt); r.Proven {
			q.learn(settled(r, err))
		}
		for _, m := range moves {
			a.known.LearnMove(m.Move, m.After)
		}
		if a.known.conflict != nil {
			return a.known.conflict
		}
		if err != nil && ctx.Err() != nil {
			break
		}
	}
	if a.enough(q) {
		return nil
	}
	return err
}

// passes reports whether to pass over a step.
func (a *auto) passes(s step, q inquiry) bool {
	if a.part != wholly && a.part != s.part() || a.answered(q) && !(q.values && s.part() == byLemmas) {
		return true
	}
	known := q.known()
	if s.engine == Engine(Theory{}) && q.values && known.Nimber == nil && known.Value == "" {
		return false
	}
	return known.Proven && !q.lacksMove() && (s.outcome || s.trial && a.opt.Distance)
}

// lacksMove reports whether it is known that the player to move wins, and not by what.
func (q inquiry) lacksMove() bool {
	known := q.known()
	return q.move && known.Outcome == Win && known.Best == 0
}

// answered reports whether nothing is left to ask. A line that was cut short is enough if
// no distance was asked for.
func (a *auto) answered(q inquiry) bool {
	known := q.known()
	if !known.Exact() {
		return false
	}
	return !q.line || known.PV != nil && (len(known.PV) == known.Distance || !a.opt.Distance)
}

// enough reports whether the answer is there, though more might be found out.
func (a *auto) enough(q inquiry) bool {
	return a.answered(q) || q.known().Proven && !q.lacksMove() && !a.opt.Distance
}

// step is an engine that is asked, for so many nodes if that is not 0.
type step struct {
	engine  Engine
	nodes   uint64
	outcome bool // it is of no use once it is known who wins, and by what
	trial   bool // the same engine may be asked for longer, for the distance
}

// part returns the part that the step belongs to.
func (s step) part() part {
	switch {
	case s.engine.Name() == Theory{}.Name():
		return byLemmas
	case s.trial:
		return briefly
	}
	return slowly
}

// steps returns whom to ask.
func (a *auto) steps(p variants.Position) (steps []step) {
	known := theory.For(p.Game())
	if !a.opt.Bare {
		lemmas := step{engine: Theory{}, outcome: true}
		if !known.Decides {
			lemmas.nodes = theoryMoment
		}
		steps = append(steps, lemmas, step{engine: ahead{}, nodes: theoryMoment, outcome: true})
	}
	trial := uint64(negamaxMoment)
	if known.Sums() {
		trial = sumsMoment
	}
	steps = append(steps, step{engine: Negamax{}, nodes: trial, trial: true}, step{engine: PN{}, outcome: true})
	if a.opt.Distance {
		steps = append(steps, step{engine: Negamax{}})
	}
	return steps
}

// settled returns what may be relied on of a result that came with an error: of a search that
// had to stop after it found the distance, not all best moves are known.
func settled(r Result, err error) Result {
	if err != nil && !r.BestComplete {
		return r.WithoutDistance()
	}
	return r
}

// ask hands a position to an engine, with the nodes that are left of the limit, and
// of opt.Nodes at most.
func (a *auto) ask(ctx context.Context, e Engine, p variants.Position, opt Options) (Result, error) {
	if limit := a.opt.Nodes; limit != 0 {
		if a.spent.Nodes >= limit {
			return unknown(), a.nodeLimit()
		}
		if left := limit - a.spent.Nodes; opt.Nodes == 0 || left < opt.Nodes {
			opt.Nodes = left
		}
	}
	if opt.Monitor != nil {
		opt.Monitor.carry(a.spent)
	}
	r, err := e.Solve(ctx, p, opt)
	a.spent = r.Stats.after(a.spent)
	if a.opt.Nodes != 0 && a.spent.Nodes >= a.opt.Nodes && errors.Is(err, ErrLimit) {
		err = a.nodeLimit()
	}
	return r, err
}

// nodeLimit is the error of all engines together having visited as many nodes as they may.
func (a *auto) nodeLimit() error { return fmt.Errorf("%w: node count %d", ErrLimit, a.opt.Nodes) }

// finish returns the result with the statistics of all engines, and the error. This is where
// it is made sure that a win comes with a move that wins.
func (a *auto) finish(err error) (Result, error) {
	r := &a.known.result
	switch {
	case errors.Is(err, ErrContradiction):
		*r = unknown()
	case r.Outcome == Win && r.Best == 0 && err == nil:
		err = fmt.Errorf("%w: no winning move found", ErrLimit)
	case r.Outcome == Win && r.Best == 0 && errors.Is(err, ErrLimit):
		err = fmt.Errorf("%w; no winning move found by then", err)
	}
	if invariants.Enabled && r.Best&^a.known.position.Legal() != 0 {
		panic(fmt.Sprintf("solver: illegal best moves %v in %v", r.Best, a.known.position))
	}
	r.Stats = a.spent
	a.show()
	return *r, err
}

// show gives the monitor the statistics of all engines.
func (a *auto) show() {
	if m := a.opt.Monitor; m != nil {
		m.carry(a.spent)
	}
}
