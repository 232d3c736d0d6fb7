package auto

import (
	"context"
	"errors"
	"slices"

	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// Sum is what is known of a sum of positions: a player moves in any one of them, and who cannot
// move in any has lost.
type Sum struct {
	Outcome solver.Outcome // for the player to move
	Other   solver.Outcome // for the opponent, if that one were to move
	Parts   []SumPart
	Total   *SumPart  // of all together; nil if it is unknown
	Moves   []SumMove // part by part
	Best    []SumMove // of these, those that win
	All     bool      // Moves has all of them
	Lemma   string
	Stats   solver.Stats
}

// SumPart is what a position adds to a sum. Both fields are empty if that is unknown.
type SumPart struct {
	Nimber   *int
	ColValue string // with X as Left
}

// SumMove is a move in one of the positions.
type SumMove struct {
	Part  int // from 0
	Move  variants.Move
	Wins  bool
	After SumPart // what all positions together are worth after it
}

// ErrNoSum reports that positions of a game cannot be added.
var ErrNoSum = errors.New("positions of this game cannot be added")

// SolveSum finds who wins a sum of positions of one game with the same player to move, and after
// which moves, by the nimbers or values of the positions. A node is a position that theory
// looks into. The error is ErrNoSum for games whose positions are not worth a nimber or a value.
func SolveSum(ctx context.Context, positions []variants.Position, opt solver.Options) (Sum, error) {
	sum := Sum{Parts: make([]SumPart, len(positions))}
	if slices.Contains(positions, variants.Position{}) {
		return sum, solver.ErrNoPosition
	}
	if len(positions) == 0 || !theory.For(positions[0].Game()).Sums() {
		return sum, ErrNoSum
	}
	a := &adder{ctx: ctx, opt: opt}
	err := a.add(positions, &sum)
	sum.Stats = a.spent
	return sum, err
}

// adder adds positions up.
type adder struct {
	ctx   context.Context
	opt   solver.Options
	spent solver.Stats
}

// add fills the sum in.
func (a *adder) add(positions []variants.Position, sum *Sum) error {
	memories := make([]*lemmaMemory, len(positions))
	terms := make([]theory.Term, len(positions))
	var total theory.Term
	for i, p := range positions {
		memories[i] = newLemmaMemory(p.Game(), a.opt.MemoryLimit()/int64(len(positions)))
		term, err := a.term(memories[i], p.State())
		if err != nil {
			return err
		}
		terms[i], total = term, total.Plus(term)
		sum.Parts[i] = newSumPart(p, term)
	}
	sum.Outcome, sum.Other = solver.OutcomeOf(total.Wins()), solver.OutcomeOf(total.Minus().Wins())
	sum.Total = new(newSumPart(positions[0], total))
	sum.Lemma = sumLemma(positions[0].Game())
	for i, p := range positions {
		rest := total.Plus(terms[i].Minus())
		for m := range p.Legal().Cells() {
			next := p.Play(variants.Move(m))
			after, err := a.term(memories[i], next.State())
			if err != nil {
				return err
			}
			after = rest.Minus().Plus(after)
			move := SumMove{i, variants.Move(m), !after.Wins(), newSumPart(next, after)}
			if sum.Moves = append(sum.Moves, move); move.Wins {
				sum.Best = append(sum.Best, move)
			}
		}
	}
	sum.All = true
	return nil
}

// term returns what a state adds to a sum.
func (a *adder) term(l *lemmaMemory, s variants.State) (theory.Term, error) {
	opt := a.opt
	if opt.Nodes != 0 {
		if a.spent.Nodes >= opt.Nodes {
			return theory.Term{}, solver.Limited(solver.LimitNodes, "node count %d", opt.Nodes)
		}
		opt.Nodes -= a.spent.Nodes
	}
	if opt.Monitor != nil {
		opt.Monitor.Carry(a.spent)
	}
	w := search.NewBudget(a.ctx, Theory{}.Name(), opt)
	l.budget, l.before = w, l.theory.Work()
	term, ok := l.theory.Term(s)
	l.count()
	a.spent = w.Finish().After(a.spent)
	if !ok || w.Exhausted {
		return term, w.Err()
	}
	return term, nil
}

// newSumPart returns what a term says of a position.
func newSumPart(p variants.Position, term theory.Term) SumPart {
	if theory.For(p.Game()).Nimbers != nil {
		return SumPart{Nimber: &term.Nimber}
	}
	if p.Side() == variants.O {
		term = term.Minus()
	}
	return SumPart{ColValue: term.Value.String()}
}

// sumLemma names the lemma by which positions of a game are added.
func sumLemma(game *variants.Game) string {
	if theory.For(game).Nimbers != nil {
		return string(theory.SpragueGrundy)
	}
	return string(theory.ColValue)
}
