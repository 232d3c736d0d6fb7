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
	Answer   // the findings from which the rest follows
	Position variants.Position
	Result   solver.Result // the result for the player to move
	Moves    []Move        // every legal move, best first
	Facts    Facts

	Worth      *Worth      // nil if not asked for, or if marks are not placed
	Difficulty *Difficulty // the difficulty of winning; nil if not asked for, or unknown
}

// Analyze evaluates every move of a position, and explains the result. After an error of a limit or of the context the
// result still has all findings. With Options.Class the error may be a [NoClassError].
//
// It takes as long as [auto.Engine.AllMoves]. The explanation takes some milliseconds more, seldom some tenths of a
// second.
func Analyze(ctx context.Context, p variants.Position, opt Options) (Position, error) {
	return newLemmas(ctx, p.Game()).analyze(ctx, p, opt)
}

// analyze is Analyze with lemmas that several positions may share.
func (l *lemmas) analyze(ctx context.Context, p variants.Position, opt Options) (a Position, err error) {
	a.Position = p
	a.Answer, err = Ask(ctx, p, EveryMove, opt)
	l.explain(ctx, &a, opt)
	if opt.Difficulty {
		err = cmp.Or(err, a.addDifficulty(ctx, opt))
	}
	if opt.Worth {
		a.Worth = WorthOf(ctx, p, opt.Options)
	}
	err = a.classify(ctx, opt, err)
	if opt.Next {
		err = cmp.Or(err, a.addNext(ctx, opt))
	}
	return a, err
}

// explain takes over the results, with the moves in order, and adds facts and reasons.
func (l *lemmas) explain(ctx context.Context, a *Position, opt Options) {
	l.renew()
	if r := a.Answer.Result(); opt.explains(r) {
		a.Reason, a.Evidence = l.ofPosition(a.Position, r), l.evidence(a.Position, r)
	}
	addTheory(ctx, a.Knowledge, opt.Auto.Shared)
	a.Result, a.Moves = a.Answer.Result(), Moves(a.Knowledge)
	l.renew()
	for i := range a.Moves {
		if m := &a.Moves[i]; m.After.Proven {
			after := a.Position.Play(m.Move)
			m.Reason, m.Evidence = l.ofMove(after, m.After), l.evidence(after, m.After)
		}
	}
	a.Facts = l.facts(a.Knowledge)
}

// addTheory adds the nimber or value to a result that lacks it.
func addTheory(ctx context.Context, k *solver.Knowledge, shared *auto.Shared) {
	r := k.Result()
	if r.Proven && theory.For(k.Position().Game()).Sums() && r.Nimber == nil && r.ColValue == "" {
		r, _ = auto.Theory{Shared: shared}.Solve(ctx, k.Position(), solver.Options{Nodes: explainWork})
		k.Learn(r)
	}
}
