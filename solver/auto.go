package solver

import (
	"context"
	"fmt"

	"gridlock/variants"
)

// Auto answers what is asked with the engines that do so most cheaply:
//
//   - [Theory], as long as it takes in classic and claim, else for a moment;
//   - [Negamax], for the outcome if theory does not know it, and for the distance: as
//     long as it takes with Options.Distance, else for a moment, since it often costs
//     little.
//
// The result says which of them found who wins, keeps what each of them knows, and
// counts the work of both. The limit of nodes is for both together.
//
// Negamax also needs fewer nodes than [PN] to prove who wins: 0.15 M, not 0.54 M on
// blockade 6×6, 1.0 M, not 10.8 M on 7×7, 0.26 M, not 2.7 M on lockdown 5×7, and without
// lemmas 20 k, not 0.19 M on duel 5×5. So PN is not asked.
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
)

// auto hands positions to one engine after the other.
type auto struct {
	opt   Options
	spent Stats // by all engines so far
}

// unknown returns a result that says nothing.
func unknown() Result { return Result{Distance: NoDistance, Engine: Auto{}.Name()} }

// solve adds to what is known of a position.
func (a *auto) solve(ctx context.Context, p variants.Position, known Result) (r Result, err error) {
	if !a.opt.Bare && !known.Proven {
		if r, err = a.consult(ctx, p); r.Proven {
			known = r
		}
	}
	if err == nil || ctx.Err() == nil {
		known, err = a.search(ctx, p, known)
	}
	if known.Proven && !a.opt.Distance {
		err = nil
	}
	return known, err
}

// consult asks theory.
func (a *auto) consult(ctx context.Context, p variants.Position) (Result, error) {
	opt := a.opt
	if id := p.Game().Variant().ID; id != variants.Classic && id != variants.Claim {
		opt.Nodes = theoryMoment
	}
	return a.ask(ctx, Theory{}, p, opt)
}

// search adds what negamax finds to what is known.
func (a *auto) search(ctx context.Context, p variants.Position, known Result) (Result, error) {
	opt := a.opt
	opt.hint = known.Outcome
	if !a.opt.Distance {
		opt.moment = negamaxMoment
	}
	r, err := a.ask(ctx, Negamax{}, p, opt)
	a.opt.held = r.Stats.Stored
	if !r.Proven {
		return known, err
	}
	if err != nil && !a.opt.Distance && r.Distance != NoDistance {
		// Not all best moves are known, so leave it at the outcome.
		r.Distance = NoDistance
		if r.Outcome == Loss {
			r.Best = 0
		}
	}
	if known.Proven {
		r.Engine, r.Lemma, r.Nimber, r.Value = known.Engine, known.Lemma, known.Nimber, known.Value
		if r.Distance == NoDistance {
			r.Best |= known.Best
		}
	}
	return r, err
}

// ask hands a position to an engine, with the nodes that are left of the limit, and
// of opt.Nodes at most.
func (a *auto) ask(ctx context.Context, e Engine, p variants.Position, opt Options) (Result, error) {
	if limit := a.opt.Nodes; limit != 0 {
		if a.spent.Nodes >= limit {
			return unknown(), fmt.Errorf("%w: node count %d", ErrLimit, limit)
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
	return r, err
}

// finish gives the result and the monitor the statistics of all engines.
func (a *auto) finish(r Result) Result {
	r.Stats = a.spent
	if m := a.opt.Monitor; m != nil {
		m.carry(a.spent)
	}
	return r
}
