package estimate

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// parents returns how many positions lead to one by a move, at least 1: those to which the
// last move can be taken back, whether they can be reached themselves or not. Cells are those
// that were there in the first position.
func (w *walker) parents(cells bitboard.Board, s variants.State) float64 {
	if s.Yours == 0 {
		return 1
	}
	return float64(max(w.known(cells, s), 1))
}
