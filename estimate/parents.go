package estimate

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// parents returns how many positions lead to one by a move, in the games with markers
// that move: those to which the last move can be taken back, whether they can be reached
// themselves or not. Cells are those that were there in the first position.
func parents(game *variants.Game, cells bitboard.Board, s variants.State) float64 {
	grid, last := game.Grid(), s.Yours.First()
	gone := cells &^ s.Free &^ s.Mine &^ s.Yours
	count := 1
	switch id := game.Variant().ID; {
	case s.Yours == 0:
	case id == variants.Classic:
		count = (grid.RookAt(last) & gone).Count()
	case id == variants.Lockdown:
		count = (grid.KingAt(last) & gone).Count()
	case id == variants.Blockade: // the block, and where the marker came from
		near := grid.RookAt(last)
		count = (near & gone).Count() * ((near & s.Free).Count() + 1)
	}
	return float64(max(count, 1))
}
