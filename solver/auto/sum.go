package auto

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// Sum is what is known of a sum of positions. A player moves in any one of them, and whoever cannot move in any has
// lost.
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

// ErrNoSum reports positions that cannot be added.
var ErrNoSum = errors.New("cannot be added")

// CheckSum returns an [ErrNoSum] that names the wrong part if positions cannot be added. On each board the game needs
// nimbers or values, and all need the same rules and player to move.
func CheckSum(positions []variants.Position) error {
	if len(positions) == 0 {
		return ErrNoSum
	}
	if slices.Contains(positions, variants.Position{}) {
		return solver.ErrNoPosition
	}
	first := positions[0]
	for i, p := range positions {
		v, why := p.Game().Variant(), ""
		switch {
		case v.Key() != first.Game().Variant().Key():
			why = fmt.Sprintf("positions of %s and of %s", first.Game().Variant().ID, v.ID)
		case p.Side() != first.Side():
			why = "positions in which different players are to move"
		case !theory.For(p.Game()).Sums():
			why = fmt.Sprintf("positions of %s on %v", v.ID, p.Game().Grid())
		}
		if why != "" {
			return fmt.Errorf("part %d of the sum: %s %w", i+1, why, ErrNoSum)
		}
	}
	return nil
}

// SolveSum finds who wins a sum of positions of one game with the same player to move, and which moves win, by nimbers
// or values. A node is a position that theory looks into. The error is that of [CheckSum], or solver.ErrLimit if a
// limit is reached or a value is too fine to represent.
func SolveSum(ctx context.Context, positions []variants.Position, opt solver.Options) (Sum, error) {
	sum := Sum{Parts: make([]SumPart, len(positions))}
	if err := CheckSum(positions); err != nil {
		return sum, err
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
	for i, p := range positions {
		memories[i] = &lemmaMemory{game: p.Game(), memory: a.opt.MemoryLimit() / int64(len(positions))}
		memories[i].renew()
		term, err := a.term(i, memories[i], p.State())
		if err != nil {
			return err
		}
		terms[i], sum.Parts[i] = term, newSumPart(p.Side(), term)
	}
	total := terms[0]
	for _, term := range terms[1:] {
		total = total.Plus(term)
	}
	side := positions[0].Side()
	wins, other := total.Wins(), total.Minus().Wins()
	if wins == theory.Open || other == theory.Open {
		return errTooLarge
	}
	sum.Outcome, sum.Other = solver.OutcomeOf(wins == theory.Yes), solver.OutcomeOf(other == theory.Yes)
	sum.Total, sum.Lemma = new(newSumPart(side, total)), sumLemma(total)
	for i, p := range positions {
		rest := total.Plus(terms[i].Minus())
		for m := range p.Legal().Cells() {
			after, err := a.term(i, memories[i], p.Play(variants.Move(m)).State())
			if err != nil {
				return err
			}
			after = rest.Minus().Plus(after)
			wins := after.Wins()
			if wins == theory.Open {
				return errTooLarge
			}
			move := SumMove{i, variants.Move(m), wins == theory.No, newSumPart(side.Opponent(), after)}
			if sum.Moves = append(sum.Moves, move); move.Wins {
				sum.Best = append(sum.Best, move)
			}
		}
	}
	sum.All = true
	return nil
}

// errTooLarge is the error of a sum that theory cannot represent.
var errTooLarge = solver.Limited(solver.LimitSearch, "the value of the sum is too large")

// term returns what a state of a part adds to a sum. It is known unless there is an error.
func (a *adder) term(part int, l *lemmaMemory, s variants.State) (theory.Term, error) {
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
	term := l.theory.Term(s)
	l.count()
	a.spent = w.Finish().After(a.spent)
	if w.Exhausted {
		return theory.Term{}, w.Err()
	}
	if term.Wins() == theory.Open {
		return theory.Term{}, solver.Limited(solver.LimitSearch, "the value of part %d of the sum is too fine", part+1)
	}
	return term, nil
}

// newSumPart returns the part for a position with that player to move, given its term.
func newSumPart(side variants.Player, term theory.Term) (part SumPart) {
	if part.Nimber = term.Nimber; term.Value == nil {
		return part
	}
	if side == variants.O {
		term = term.Minus()
	}
	part.ColValue = term.Value.String()
	return part
}

// sumLemma names the lemma by which positions were added.
func sumLemma(total theory.Term) string {
	if total.Nimber != nil {
		return string(theory.SpragueGrundy)
	}
	return string(theory.ColValue)
}
