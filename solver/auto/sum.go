package auto

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gridlock/cgt"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// Sum is what is known of a sum of positions. A player moves in one of the positions, and whoever cannot move in any
// position has lost.
type Sum struct {
	Outcome solver.Outcome // the outcome for the player to move
	Other   solver.Outcome // the outcome for the opponent, if the opponent were to move
	Parts   []SumPart
	Total   *SumPart  // the total of the whole sum; nil if it is unknown
	Moves   []SumMove // part by part
	Best    []SumMove // the moves that win
	All     bool      // Moves has all of them
	Lemma   string
	Stats   solver.Stats
}

// SumPart is the value of a position in a sum. Both fields are empty if it is unknown.
type SumPart struct {
	Nimber   *int   // the nimber if marks close cells to both players in all positions of the sum
	ColValue string // else: the value, with X as Left, as package cgt writes it
}

// SumMove is a move in one of the positions.
type SumMove struct {
	Part  int // from 0
	Move  variants.Move
	Wins  bool
	After SumPart // the value of the whole sum after the move
}

// ErrNoSum reports positions that cannot be added.
var ErrNoSum = errors.New("cannot be added")

// CheckSum returns an [ErrNoSum] that names the wrong part if positions cannot be added. The positions may be of
// different games in which players mark cells, but have the same player to move.
func CheckSum(positions []variants.Position) error {
	if len(positions) == 0 {
		return ErrNoSum
	}
	if slices.Contains(positions, variants.Position{}) {
		return solver.ErrNoPosition
	}
	for i, p := range positions {
		v, why := p.Game().Variant(), ""
		switch {
		case p.Side() != positions[0].Side():
			why = "positions in which different players are to move"
		case v.Family().Kind != variants.Place:
			why = fmt.Sprintf("positions of %s", v.ID)
		}
		if why != "" {
			return fmt.Errorf("part %d of the sum: %s %w", i+1, why, ErrNoSum)
		}
	}
	return nil
}

// SolveSum finds who wins a sum of positions with the same player to move, and which moves win, by their values. A node is
// a position that theory looks into. The error is that of [CheckSum], or solver.ErrLimit if a limit is reached or a
// value is too fine to represent.
func SolveSum(ctx context.Context, positions []variants.Position, opt solver.Options) (Sum, error) {
	sum := Sum{Parts: make([]SumPart, len(positions))}
	if err := CheckSum(positions); err != nil {
		return sum, err
	}
	a := newAdder(ctx, positions, opt)
	err := a.add(positions, &sum)
	a.count()
	sum.Stats = a.budget.Finish()
	return sum, err
}

// adder adds positions up.
type adder struct {
	forms     *cgt.Arena
	theories  []*theory.Canonical // the theory of each position; one for each game
	budget    *search.Budget
	most      uint64 // positions that theory may look into
	impartial bool   // all values are nimbers
	lemma     theory.Lemma
}

// newAdder returns an adder. Canonical forms have half of the memory.
func newAdder(ctx context.Context, positions []variants.Position, opt solver.Options) *adder {
	a := &adder{budget: search.NewBudget(ctx, Theory{}.Name(), opt), lemma: theory.CanonicalForm}
	a.forms = cgt.NewArena(opt.MemoryLimit() / 2)
	a.forms.Stop = a.stop
	a.most = max(fewestLemmas, uint64(opt.MemoryLimit())/2/lemmaBytes)
	nimbers, values := true, true
	games := map[*variants.Game]*theory.Canonical{}
	for _, p := range positions {
		game := p.Game()
		if games[game] == nil {
			games[game], _ = theory.NewCanonical(game, a.forms, a.stop)
		}
		a.theories = append(a.theories, games[game])
		l := theory.For(game)
		nimbers, values = nimbers && l.Nimbers != nil, values && l.Values != nil
		a.impartial = nimbers
	}
	switch {
	case nimbers:
		a.lemma = theory.SpragueGrundy
	case values:
		a.lemma = theory.ColValue
	}
	return a
}

// stop reports whether a limit is reached.
func (a *adder) stop() bool {
	a.count()
	a.budget.Check()
	if a.budget.Nodes > a.most {
		a.budget.Fail(solver.Limited(solver.LimitMemory, "the findings of theory fill the memory allowed"))
	}
	return a.budget.Exhausted
}

// count reports the work to the budget.
func (a *adder) count() {
	a.budget.Nodes = 0
	for i, c := range a.theories {
		if !slices.Contains(a.theories[:i], c) {
			a.budget.Nodes += c.Work
		}
	}
}

// add fills the sum in.
func (a *adder) add(positions []variants.Position, sum *Sum) (err error) {
	values, total := make([]cgt.Value, len(positions)), a.forms.Zero()
	for i, p := range positions {
		if values[i], err = a.value(i, p); err != nil {
			return err
		}
		sum.Parts[i] = a.part(values[i])
	}
	for _, v := range values {
		if total, err = a.forms.Add(total, v); err != nil {
			return a.limited(err)
		}
	}
	side := positions[0].Side()
	sum.Outcome, sum.Other = outcomeFor(side, total), outcomeFor(side.Opponent(), total)
	sum.Total, sum.Lemma = new(a.part(total)), string(a.lemma)
	for i, p := range positions {
		rest, err := a.forms.Sub(total, values[i])
		if err != nil {
			return a.limited(err)
		}
		for m := range p.Legal().Cells() {
			after, err := a.value(i, p.Play(variants.Move(m)))
			if err != nil {
				return err
			}
			if after, err = a.forms.Add(rest, after); err != nil {
				return a.limited(err)
			}
			move := SumMove{i, variants.Move(m), outcomeFor(side.Opponent(), after) == solver.Loss, a.part(after)}
			if sum.Moves = append(sum.Moves, move); move.Wins {
				sum.Best = append(sum.Best, move)
			}
		}
	}
	sum.All = true
	return nil
}

// outcomeFor returns the outcome of a value for the player who begins.
func outcomeFor(first variants.Player, v cgt.Value) solver.Outcome {
	class := v.Outcome()
	return solver.OutcomeOf(class == cgt.Next || class == cgt.Left && first == variants.X || class == cgt.Right && first == variants.O)
}

// value returns the value of a position of a part.
func (a *adder) value(part int, p variants.Position) (cgt.Value, error) {
	c := a.theories[part]
	v, ok := c.Of(theory.Sides(p))
	switch {
	case ok:
		return v, nil
	case a.budget.Exhausted:
		return v, a.budget.Err()
	case c.Err != nil:
		return v, a.limited(c.Err)
	}
	return v, solver.Limited(solver.LimitSearch, "the value of part %d of the sum is too fine", part+1)
}

// limited turns an error of the arena into an error of a limit.
func (a *adder) limited(err error) error {
	switch {
	case a.budget.Exhausted:
		return a.budget.Err()
	case errors.Is(err, cgt.ErrMemory):
		return solver.Limited(solver.LimitMemory, "canonical forms fill the memory allowed")
	}
	return solver.Limited(solver.LimitSearch, "the value of the sum: %v", err)
}

// part returns a value as a part of a sum.
func (a *adder) part(v cgt.Value) SumPart {
	if !a.impartial {
		return SumPart{ColValue: v.String()}
	}
	n, _ := v.Nimber()
	return SumPart{Nimber: &n}
}
