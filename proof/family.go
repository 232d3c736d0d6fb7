package proof

import (
	"fmt"

	"gridlock/bitboard"
	"gridlock/variants"
)

// family tells methods what a move does in a game, and which cells are near each other. A game that is not of the
// family has no kind, so it has only strategies of moves.
type family struct {
	variants.Family
	key       string         // the key of the game, for errors
	grid      *bitboard.Grid // of the board
	near      *bitboard.Near // nil without a kind; no cell is near another one if marks close none
	symmetric bool           // c is near d whenever d is near c
}

func familyOf(game *variants.Game) *family {
	v := game.Variant()
	f := &family{Family: v.Family(), key: v.Key(), grid: game.Grid(), near: game.Near()}
	if f.places(variants.CloseNone) {
		f.near = bitboard.NewNear(f.grid, func(int) variants.Board { return 0 })
	}
	f.symmetric = f.near != nil && f.near.Symmetric()
	return f
}

// places reports whether a move is a mark that closes the cells near it to somebody.
func (f *family) places(to variants.Close) bool { return f.Kind == variants.Place && f.Close == to }

// hasValues reports whether components have values: marks close cells near each other to their owner, or
// none.
func (f *family) hasValues() bool {
	return (f.places(variants.CloseOwn) || f.places(variants.CloseNone)) && f.symmetric
}

// refused is the error of a method that is not for the game.
func (f *family) refused(what string) error {
	return fmt.Errorf("%s no way to win %s", what, f.key)
}
