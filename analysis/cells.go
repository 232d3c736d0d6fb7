package analysis

import "gridlock/variants"

// Cells returns, for each cell to which moves go, the best of these moves. In blockade several moves go to a cell, in
// the other games one move does.
func (a Position) Cells() map[int]Move {
	cells := map[int]Move{}
	for _, m := range a.Moves {
		c := Target(a.Position, m.Move)
		if _, known := cells[c]; !known { // the best ones come first
			cells[c] = m
		}
	}
	return cells
}

// Target returns the cell to which a move puts the player's marker.
func Target(p variants.Position, m variants.Move) int {
	return (p.Play(m).Marks(p.Side()) &^ p.Marks(p.Side())).First()
}
