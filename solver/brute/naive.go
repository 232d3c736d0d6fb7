package brute

import (
	"context"

	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/variants"
)

// Naive is plain recursion over the rules: it plays out every game. It has no memory and omits
// nothing, so on small boards it is the ground truth for everything else. Every move sequence
// counts as a node, including those replayed for the principal variation.
type Naive struct{}

// Name returns "naive".
func (Naive) Name() string { return "naive" }

// Solve implements [solver.Engine]. Its time is proportional to the number of games.
func (Naive) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	if p.Game() == nil {
		return solver.Undecided(Naive{}.Name()), solver.ErrNoPosition
	}
	w := search.NewBudget(ctx, Naive{}.Name(), opt)
	e := &naive{rules: p.Game().Rules(), budget: w}
	return search.SolveExactly(p, Naive{}.Name(), e, w)
}

type naive struct {
	rules  variants.Rules
	budget *search.Budget
}

func (e *naive) Search(s variants.State) (search.Distance, bool) {
	if !e.budget.Visit() {
		return search.None, false
	}
	best := search.None
	for moves := e.rules.Legal(s); moves != 0; moves = moves.Rest() {
		d, ok := e.Search(e.rules.Play(s, variants.Move(moves.First())))
		if !ok {
			return search.None, false
		}
		if (d + 1).Better(best) {
			best = d + 1
		}
	}
	return max(best, 0), true
}
