package solver

import (
	"context"
	"errors"
	"fmt"

	"gridlock/theory"
	"gridlock/variants"
)

// Auto answers what is asked with the engines that do so most cheaply, one after the
// other until the answer is there:
//
//   - [Theory], for as long as it takes where it decides every position, as in classic, duel
//     and claim, else for a moment;
//   - [Negamax] for a moment, since on smaller boards the distance costs little;
//   - [PN], for who wins;
//   - with Options.Distance, Negamax for as long as it takes.
//
// The result says which of them found who wins, keeps what each of them knows, and
// counts the work of all. The limit of nodes is for all together.
type Auto struct{}

// Name returns "auto".
func (Auto) Name() string { return "auto" }

// Solve implements [Engine]. Without Options.Distance it is no error when it returns
// with the outcome alone.
func (Auto) Solve(ctx context.Context, p variants.Position, opt Options) (Result, error) {
	a := auto{opt: opt}
	result, err := a.solve(ctx, p, unknown())
	return a.finish(result), err
}

// The work for which a question is given to an engine that may not answer it: some
// tenths of a second.
const (
	theoryMoment  = 1 << 16
	negamaxMoment = 100_000
	sumsMoment    = 20_000 // where positions are sums, as in duel and claim, and a node takes longer
)

// auto hands positions to one engine after the other.
type auto struct {
	opt   Options
	part  part  // of the steps that are taken
	spent Stats // by all engines so far
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

// solve adds to what is known of a position.
func (a *auto) solve(ctx context.Context, p variants.Position, known Result) (r Result, err error) {
	for _, step := range a.steps(p) {
		if a.passes(step, known) {
			continue
		}
		opt := a.opt
		opt.Nodes, opt.hint = step.nodes, known.Outcome
		if step.trial {
			opt.Checkpoint = nil // too short to be worth one
		}
		if r, err = a.ask(ctx, step.engine, p, opt); r.Proven {
			known = merge(known, r, err)
		}
		if err != nil && ctx.Err() != nil {
			break
		}
	}
	if known.Proven && !a.opt.Distance {
		err = nil
	}
	return known, err
}

// passes reports whether to pass over a step, with so much known.
func (a *auto) passes(s step, known Result) bool {
	return a.part != wholly && a.part != s.part() || a.answered(known) || known.Proven && (s.outcome || s.trial && a.opt.Distance)
}

// answered reports whether nothing is left to ask. A line that was cut short is enough if
// no distance was asked for.
func (a *auto) answered(known Result) bool {
	return known.PV != nil && (len(known.PV) == known.Distance || !a.opt.Distance)
}

// step is an engine that is asked, for so many nodes if that is not 0.
type step struct {
	engine  Engine
	nodes   uint64
	outcome bool // it is of no use once it is known who wins
	trial   bool // the same engine may be asked for longer, for the distance
}

// part returns the part that the step belongs to.
func (s step) part() part {
	switch {
	case s.engine == Engine(Theory{}):
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
		steps = append(steps, lemmas)
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

// merge adds what an engine has found out, and the limit it has reached perhaps, to
// what was known.
func merge(known, r Result, err error) Result {
	if err != nil && r.Distance != NoDistance { // not all best moves are known
		r.Distance = NoDistance
		if r.Outcome == Loss {
			r.Best = 0
		}
	}
	if known.Distance != NoDistance && r.Distance == NoDistance {
		return known // r is of a search for the line, which it has not found
	}
	if known.Proven {
		r.Engine, r.Lemma, r.Nimber, r.Value = known.Engine, known.Lemma, known.Nimber, known.Value
		if r.Distance == NoDistance {
			r.Best |= known.Best
		}
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

// finish gives the result and the monitor the statistics of all engines.
func (a *auto) finish(r Result) Result {
	r.Stats = a.spent
	a.show()
	return r
}

// show gives the monitor the statistics of all engines.
func (a *auto) show() {
	if m := a.opt.Monitor; m != nil {
		m.carry(a.spent)
	}
}
