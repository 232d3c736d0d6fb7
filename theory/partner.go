package theory

import "gridlock/bitboard"

// Partner returns the cell that goes with cell c in a maximum matching of the given
// cells, of which c is one. ok is false when there is one that misses c.
//
// In classic it is what makes a player win: to the marker on c belongs a partner among
// the free cells, and so does to every cell that the opponent may go to afterwards. It
// takes as long as [Inessential].
func Partner(g *bitboard.Grid, cells bitboard.Board, c int) (partner int, ok bool) {
	m := maximum(g, cells)
	if m.even(cells &^ m.matched).Has(c) {
		return 0, false
	}
	return int(m.mate[c]), true
}
