package tablebase

import (
	"slices"
	"time"

	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// known is what the store knows of a position, and from where.
type known struct {
	position variants.Position
	outcome  solver.Outcome
	distance int         // or NoDistance
	moves    []knownMove // best first
	source   source
}

// knownMove is a move and what it leads to.
type knownMove struct {
	move variants.Move
	solver.Value
}

// source says where the store has a position from.
type source struct {
	Kind    string    `json:"kind"`            // table or solved
	Table   string    `json:"table,omitempty"` // its name
	When    time.Time `json:"when"`            // it was computed
	Program string    `json:"program"`
	engine  string
}

// The kinds of sources.
const (
	sourceTable  = "table"
	sourceSolved = "solved"
)

// lookUp returns what the tables know of a position, or else what has been proven of it
// alone. The error is ErrMissing where nothing is known.
func lookUp(s *tablebase.Store, tables []*tablebase.Table, p variants.Position) (known, error) {
	for _, t := range tables {
		distance, values, ok, err := t.Values(p)
		if err != nil || ok {
			return fromTable(t, p, distance, values), err
		}
	}
	r, origin, err := s.FindSolved(p)
	if err == nil && !r.Proven {
		err = tablebase.ErrMissing
	}
	if err != nil {
		return known{}, err
	}
	return fromSolved(s, tables, p, r, origin)
}

// fromTable makes something known of what a table has.
func fromTable(t *tablebase.Table, p variants.Position, distance int, values []tablebase.Value) known {
	k := known{position: p, outcome: outcomeOf(distance), distance: distance, source: newSource(sourceTable, t.Info().Origin)}
	k.source.Table, k.source.engine = t.Name(), solver.Retrograde{}.Name()
	for _, v := range values {
		k.moves = append(k.moves, knownMove{v.Move, valueOf(v.Distance + 1)})
	}
	bestFirst(k.moves)
	return k
}

// fromSolved makes something known of what has been proven of a position. What comes
// after its moves may be in the store, too.
func fromSolved(s *tablebase.Store, tables []*tablebase.Table, p variants.Position, r solver.Result, origin tablebase.Origin) (known, error) {
	k := known{position: p, outcome: r.Outcome, distance: r.Distance, source: newSource(sourceSolved, origin)}
	k.source.engine = r.Engine
	for m := range p.Legal().Cells() {
		move := knownMove{variants.Move(m), solver.UnknownValue()}
		if r.Outcome == solver.Loss {
			move.Outcome = solver.Loss
		}
		if r.Best.Has(m) {
			move.Outcome, move.Distance = r.Outcome, r.Distance
		}
		if err := move.lookUp(s, tables, p); err != nil {
			return k, err
		}
		k.moves = append(k.moves, move)
	}
	bestFirst(k.moves)
	return k, nil
}

// lookUp adds what the store knows of the position after a move of p.
func (m *knownMove) lookUp(s *tablebase.Store, tables []*tablebase.Table, p variants.Position) error {
	if m.Distance != solver.NoDistance {
		return nil
	}
	after := p.Play(m.move)
	for _, t := range tables {
		distance, ok, err := t.Distance(after.State())
		if err != nil || ok {
			m.Value = valueOf(distance + 1)
			return err
		}
	}
	r, _, err := s.FindSolved(after)
	if err != nil || !r.Proven {
		return err
	}
	m.Value = r.MoveValue()
	return nil
}

// newSource returns a source of a kind.
func newSource(kind string, origin tablebase.Origin) source {
	return source{Kind: kind, When: origin.When, Program: origin.Program}
}

// outcomeOf says who wins by a distance.
func outcomeOf(distance int) solver.Outcome {
	if distance%2 == 1 {
		return solver.Win
	}
	return solver.Loss
}

// valueOf returns the value of a move by its distance.
func valueOf(distance int) solver.Value {
	return solver.Value{Outcome: outcomeOf(distance), Distance: distance}
}

// bestFirst sorts moves by their values.
func bestFirst(moves []knownMove) {
	slices.SortStableFunc(moves, func(a, b knownMove) int { return a.Compare(b.Value) })
}
