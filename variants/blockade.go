package variants

import (
	"fmt"
	"strings"
)

// blockadeGame is the Two-Player Strategic Blockade Game: step your marker to a rook-adjacent empty
// cell, then block an empty cell rook-adjacent to the marker's new one. The cell just left is
// empty again, so it may be blocked.
//
//	position              State (X to move)
//	     0  1  2
//	 0   .  X  .          Free    # . #      Mine    . . .      Yours   . . .
//	 1  P1  . P2                  # . #              # . .              . . #
//	 2   .  .  .                  # # #              . . .              . . .
//
// Here the move "right, then up" is illegal (0,1 is blocked already), and "right, then left" blocks
// the cell just left.
func blockadeGame() Definition {
	return Definition{
		ID: Blockade, Title: "GridLock: Two-Player Strategic Blockade", Rows: 7, Cols: 7,
		Names:      RowColFrom0,
		Literature: "a restricted Isola (Isolation): rook steps, and the block touches the mover",
		Summary:    "step your marker, then block a cell beside it",
		Family:     Family{Kind: Walk, Near: Rook, Block: true, Ends: true},
		Render:     renderBlockade,
	}
}

// renderBlockade draws coordinates on top and at the left, the markers as P1 and P2, and blocks
// and holes as X.
func renderBlockade(p Position, paint Paint) string {
	grid := p.game.grid
	var b strings.Builder
	b.WriteString("   ")
	for col := range grid.Cols() {
		fmt.Fprintf(&b, " %2d", col)
	}
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		if col == 0 {
			fmt.Fprintf(&b, "\n%2d ", row)
		}
		text := "."
		switch {
		case p.holes.Has(c):
			text = "X"
		case p.marks[X].Has(c):
			text = "P1"
		case p.marks[O].Has(c):
			text = "P2"
		}
		b.WriteString(" " + padded(2, c, text, paint))
	}
	return b.String()
}
