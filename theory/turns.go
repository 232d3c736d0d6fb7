package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Turns bounds how many turns a marker that is alone can take, by the colours of cells. Make it
// with [NewTurns].
type Turns struct {
	king     bool           // king steps as in lockdown; otherwise steps and blocks as in blockade
	evenRows bitboard.Board // cells of even rows
	evenCols bitboard.Board // cells of even columns
}

// NewTurns returns the Turns of a step on a board.
func NewTurns(grid *bitboard.Grid, step variants.Step) Turns {
	t := Turns{king: step == variants.KingStep}
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		if row%2 == 0 {
			t.evenRows = t.evenRows.With(c)
		}
		if col%2 == 0 {
			t.evenCols = t.evenCols.With(c)
		}
	}
	return t
}

// Most returns a bound on the turns that the marker at c can take in a region, which it is not in.
func (t Turns) Most(c int, region bitboard.Board) int {
	all := region.Count()
	if t.king {
		// No two cells whose rows have the same parity, and whose columns have, are neighbours,
		// so a walk leaves one of them before it comes to the next.
		most := 0
		for _, half := range [...]bitboard.Board{region & t.evenRows, region &^ t.evenRows} {
			most = max(most, (half & t.evenCols).Count(), (half &^ t.evenCols).Count())
		}
		return min(all, 2*(all-most)+1)
	}
	// The marker changes colour with every turn, and the block is put on a cell of the colour
	// that it has left.
	even := (region & (t.evenRows ^ t.evenCols)).Count()
	same, other := all-even, even
	if (t.evenRows ^ t.evenCols).Has(c) {
		same, other = other, same
	}
	if other > same {
		return 2*same + 1
	}
	return 2 * other
}
