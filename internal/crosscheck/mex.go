package crosscheck

import (
	"context"

	"gridlock/solver"
	"gridlock/variants"
)

// mexStates is the maximum number of positions that the oracle of nimbers visits.
const mexStates = 1 << 17

// Mex returns the oracle of nimbers in Node Kayles: in claim, and wherever marks close cells to both
// players. It is the least number that none of the moves leads to, by the rules, for the whole board. It
// does not use components.
func Mex() Source {
	return Source{
		Name: "nimbers by mex",
		Applies: func(p variants.Position) bool {
			f := p.Game().Variant().Family()
			return f.Kind == variants.Place && f.Close == variants.CloseAll
		},
		Ask: func(ctx context.Context, p variants.Position) (Verdict, error) {
			m := mex{ctx: ctx, rules: p.Game().Rules(), known: map[variants.State]int{}}
			c := Nothing()
			nimber, ok := m.of(p.State())
			if !ok {
				return c, beyond(ctx, mexStates, "positions")
			}
			c.Nimber = &nimber
			c.Outcome = solver.Loss
			if nimber != 0 {
				c.Outcome = solver.Win
			}
			return c, nil
		},
	}
}

// beyond returns why an oracle does not answer: it was stopped, or the position is too large for
// it.
func beyond(ctx context.Context, most int, what string) error {
	if err := solver.Stopped(ctx); err != nil {
		return err
	}
	return solver.Limited(solver.LimitMemory, "more than %d %s", most, what)
}

// mex computes nimbers.
type mex struct {
	ctx   context.Context
	rules variants.Rules
	known map[variants.State]int
}

// of returns the nimber of a state; ok is false if it is out of reach.
func (m *mex) of(s variants.State) (nimber int, ok bool) {
	if n, found := m.known[s]; found {
		return n, true
	}
	if len(m.known) >= mexStates || m.ctx.Err() != nil {
		return 0, false
	}
	reached := map[int]bool{}
	for move := range m.rules.Legal(s).Cells() {
		n, ok := m.of(m.rules.Play(s, variants.Move(move)))
		if !ok {
			return 0, false
		}
		reached[n] = true
	}
	for reached[nimber] {
		nimber++
	}
	m.known[s] = nimber
	return nimber, true
}
