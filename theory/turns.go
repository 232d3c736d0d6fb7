package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Turns bounds how many turns a marker that is alone can take, by the colours of cells. Make it with [TurnsOf].
type Turns struct {
	quarters bool           // king steps on the plane, without blocks
	colours  bool           // the marker changes colour with every turn
	evenRows bitboard.Board // cells of even rows
	evenCols bitboard.Board // cells of even columns
	dark     bitboard.Board // cells of one of two colours
}

// TurnsOf returns the Turns of a game with markers that take steps.
func TurnsOf(game *variants.Game) Turns {
	cells := newPlyBounds(game.Steps())
	return Turns{cells.king && !game.Traits().Blocks, cells.coloured, cells.evenRows, cells.evenCols, cells.dark}
}

// Most returns a bound on the turns that the marker at c can take in a region without c. Each turn takes one of its
// cells for good.
func (t *Turns) Most(c int, region bitboard.Board) int {
	switch {
	case t.quarters:
		return t.byQuarters(region)
	case t.colours:
		return t.byColours(c, region)
	}
	return region.Count()
}

// byQuarters is Most for king steps without blocks. Cells are never neighbours if their rows have the same parity, and
// their columns do. So between two such cells a walk takes another cell.
func (t *Turns) byQuarters(region bitboard.Board) int {
	even, odd := region&t.evenRows, region&^t.evenRows
	a, b := (even & t.evenCols).Count(), (even &^ t.evenCols).Count()
	c, d := (odd & t.evenCols).Count(), (odd &^ t.evenCols).Count()
	all := a + b + c + d
	return min(all, 2*(all-max(a, b, c, d))+1)
}

// byColours is Most where the marker changes colour with every turn. A turn takes one cell of the colour that it goes
// to, and none of the other colour. With blocks, the block takes a cell of the colour that the marker leaves, and the
// cell that it leaves is free again.
func (t *Turns) byColours(c int, region bitboard.Board) int {
	colour := t.dark // of c
	if !colour.Has(c) {
		colour = ^colour
	}
	return min(2*(region&^colour).Count(), 2*(region&colour).Count()+1)
}
