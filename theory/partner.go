package theory

import "gridlock/bitboard"

// Partner returns the partner of cell c in a maximum matching of the given cells, which include c. ok is false, and
// partner is -1, if some maximum matching misses c.
//
// Where each mark is put near the last one, this is a winning strategy: the mark on c has a partner
// among the free cells, and so does every cell that the opponent may go to afterwards. It takes as
// long as [Inessential].
func Partner(near *bitboard.Near, cells bitboard.Board, c int) (partner int, ok bool) {
	m := maximum(near, cells)
	if m.missed().Has(c) {
		return -1, false
	}
	return int(m.mate[c]), true
}
