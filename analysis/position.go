package analysis

import (
	"cmp"
	"context"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// Position is the analysis of a position.
type Position struct {
	Answer   Answer // from which the rest follows
	Position variants.Position
	Result   solver.Result // for the player to move
	Moves    []Move        // every legal move, best first
	Facts    Facts
	Reason   Reason   // why the position is won or lost, where a lemma says so
	Evidence Evidence // what shows it

	Difficulty *Difficulty    // of winning it; nil if it was not asked for, or is not known
	Other      *solver.Result // if the other player begins, see [Other]; nil if it was not asked for
}

// Analyze finds out what every move of a position leads to, and what follows from that.
// The error, of a limit or of the context, does not mean that nothing is known. With Options.Class it
// may be a [NoClassError].
//
// It takes as long as [auto.Engine.AllMoves] and, for what explains the answer, some
// milliseconds, seldom some tenths of a second.
func Analyze(ctx context.Context, p variants.Position, opt Options) (a Position, err error) {
	a.Position = p
	a.Answer, err = Ask(ctx, p, EveryMove, opt)
	a.explain(ctx)
	if opt.Difficulty {
		err = cmp.Or(err, a.addDifficulty(ctx, opt))
	}
	if opt.Class {
		other, failed := Other(ctx, p, opt)
		a.Other, err = &other, cmp.Or(err, failed)
	}
	if opt.Next {
		err = cmp.Or(err, a.addNext(ctx, opt))
	}
	return a, err
}

// explain takes over what is known, with the moves in order, and adds facts and reasons.
func (a *Position) explain(ctx context.Context) {
	a.Reason, a.Evidence = Explain(ctx, a.Position, a.Answer.Result())
	addTheory(ctx, a.Answer.Knowledge)
	a.Result, a.Moves = a.Answer.Result(), Moves(a.Answer.Knowledge)
	a.Result.Lemma = cmp.Or(a.Reason.Name(), a.Result.Lemma)
	l := newLemmas(ctx, a.Position.Game())
	for i := range a.Moves {
		if m := &a.Moves[i]; m.After.Proven {
			after := a.Position.Play(m.Move)
			m.Reason, m.Evidence = l.ofMove(after, m.After), l.evidence(after, m.After)
		}
	}
	a.Facts = l.facts(a.Position, a.Moves)
}

// addTheory adds nimber or value to what was found out without.
func addTheory(ctx context.Context, k *solver.Knowledge) {
	r := k.Result()
	if r.Proven && theory.For(k.Position().Game()).Sums() && r.Nimber == nil && r.ColValue == "" {
		r, _ = auto.Theory{}.Solve(ctx, k.Position(), solver.Options{Nodes: explainWork})
		k.Learn(r)
	}
}
