package explain

import (
	"gridlock/proof"
	"gridlock/variants"
)

// tabulate reads the records of a table. Images of a component are one rule.
func (s *Strategy) tabulate(r *proof.Reader) error {
	splitter := proof.NewSplitter(s.game)
	s.parts = map[proof.Sides][]int{}
	return r.Parts(func(p proof.Part) error {
		p.Sides = splitter.Normal(p.Sides)
		known := s.parts[p.Sides]
		if len(known) > 0 && p.Reason == nil && s.Rules[known[0]-1].Part.Reason == nil {
			return nil // an image of the component has been read, and both have the same value
		}
		s.Rules = append(s.Rules, Rule{Number: len(s.Rules) + 1, Kind: Knows, Part: &p})
		s.parts[p.Sides] = append(known, len(s.Rules))
		return nil
	})
}

// Component is a component of a position, and the rules that are about it.
type Component struct {
	Cells proof.Sides // the cells as on the board; for both players, as in [proof.Part]
	Rules []int       // numbers; none if the table does not have it
}

// Components returns the components of a position if the certificate is a table, else none.
func (s *Strategy) Components(p variants.Position) (all []Component) {
	if s.parts == nil {
		return nil
	}
	splitter := proof.NewSplitter(s.game)
	for rest := s.sides(p); rest != (proof.Sides{}); {
		part := splitter.Component(rest)
		rest = rest.Without(part)
		all = append(all, Component{part, s.parts[splitter.Normal(part)]})
	}
	return all
}

// sides returns the cells that Left and Right may take: X is Left, and in bounds the winner.
func (s *Strategy) sides(p variants.Position) proof.Sides {
	state, left := p.State(), variants.X
	if s.Header.Method == proof.Bounds {
		left = s.Winner
	}
	switch {
	case s.game.Traits().Free != variants.Unused:
		return proof.Sides{Left: state.Free}
	case p.Side() == left:
		return proof.Sides{Left: state.Mine, Right: state.Yours}
	}
	return proof.Sides{Left: state.Yours, Right: state.Mine}
}
