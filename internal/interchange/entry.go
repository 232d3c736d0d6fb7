package interchange

import (
	"fmt"

	"gridlock/solver"
	"gridlock/variants"
)

// Entry is a position and what a file says about it.
type Entry struct {
	Position variants.Position

	// Rest are the other positions of a sum. The other fields are about Position alone.
	Rest []variants.Position

	// Moves are the moves with a value in the file, in its order; not necessarily all legal
	// ones.
	Moves []MoveValue

	// Stated is the outcome that the file gives for the position itself, or Unknown.
	Stated solver.Outcome

	// Nimber and Value are those of the position in the file; nil and empty if the file has none. A value is written as
	// in [solver.Result].
	Nimber *int
	Value  string
}

// Outcome returns who wins according to the entry: as stated, or else by the moves.
func (e Entry) Outcome() solver.Outcome {
	if e.Stated != solver.Unknown {
		return e.Stated
	}
	var lost variants.MoveSet
	for _, m := range e.Moves {
		switch m.Outcome {
		case solver.Win:
			return solver.Win
		case solver.Loss:
			lost = lost.With(int(m.Move))
		}
	}
	if lost == e.Position.Legal() {
		return solver.Loss
	}
	return solver.Unknown
}

// add appends a move and its value.
func (e *Entry) add(move string, v solver.Score) error {
	m, err := e.Position.ParseMove(move)
	if err != nil {
		return fmt.Errorf("move %w", err)
	}
	for _, before := range e.Moves {
		if before.Move == m {
			return fmt.Errorf("move %s has two values, %v and %v", e.Position.MoveText(m), before.Score, v)
		}
	}
	e.Moves = append(e.Moves, MoveValue{m, v})
	return nil
}

// all returns the values of all legal moves: first the moves of the entry, then those of unknown value.
func (e Entry) all() []MoveValue {
	left := e.Position.Legal()
	all := append([]MoveValue(nil), e.Moves...)
	for _, m := range e.Moves {
		left = left.Without(int(m.Move))
	}
	for m := range left.Cells() {
		all = append(all, MoveValue{variants.Move(m), solver.UnknownScore()})
	}
	return all
}
