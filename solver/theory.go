package solver

import (
	"context"
	"fmt"

	"gridlock/theory"
	"gridlock/variants"
)

// Theory answers without search, by the lemmas of package theory: outcome, winning
// moves, nimber or value, but no distance. Where no lemma applies it says so with
// ErrLimit. A node is a position that a lemma had to look into.
type Theory struct{}

// Name returns "theory".
func (Theory) Name() string { return "theory" }

// Solve implements [Engine].
func (Theory) Solve(ctx context.Context, p variants.Position, opt Options) (result Result, err error) {
	w := newWatch(ctx, Theory{}.Name(), opt)
	var th *theory.Theory
	th = theory.New(p.Game(), func() bool {
		w.nodes = th.Work()
		w.look()
		return w.over
	})
	result = Result{Distance: NoDistance, Engine: Theory{}.Name()}
	defer func() {
		w.nodes = th.Work()
		result.Stats = w.finish()
	}()
	if w.over {
		return result, w.err()
	}
	finding := th.Decide(p.State())
	switch {
	case w.over:
		return result, w.err()
	case !finding.Known:
		return result, fmt.Errorf("%w: no lemma decides this position, it has to be searched", ErrLimit)
	}
	result.Outcome, result.Proven, result.Lemma = Loss, true, finding.Lemma
	if p.Over() {
		result.Distance = 0
	}
	result.Nimber = finding.Nimber
	if finding.Value != nil {
		value := *finding.Value
		if p.Side() == variants.O {
			value = value.Minus()
		}
		result.Value = value.String()
	}
	if finding.Wins {
		result.Outcome, result.Best = Win, winningMoves(p, th)
	}
	return result, w.err()
}

// winningMoves returns the moves that theory knows to win.
func winningMoves(p variants.Position, th *theory.Theory) variants.MoveSet {
	rules, s := p.Game().Rules(), p.State()
	var wins variants.MoveSet
	for m := range rules.Legal(s).Cells() {
		if f := th.Decide(rules.Play(s, variants.Move(m))); f.Known && !f.Wins {
			wins = wins.With(m)
		}
	}
	return wins
}
