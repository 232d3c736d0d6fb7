package variants

import "strings"

// claimGame is Grid Lock: claim a cell that is neither claimed nor blocked; all its
// king-adjacent cells become blocked, for both players.
//
//	position             State
//	-   -   -   4        Free    . . . #
//	-   X   -   8                . . . #
//	-   -   -  12                . . . #
//	13 14  15  16                # # # #
func claimGame() Definition {
	return Definition{
		ID: Claim, Title: "Grid Lock",
		Literature: "Obstruction; Node Kayles on the king's graph",
		Summary:    "claim a cell, which blocks all cells around it",
		Family:     Family{Kind: Place, Near: King, Close: CloseAll},
		Mark:       "claim",
		Render:     renderClaim,
	}
}

// renderClaim draws numbered cells, blocked ones as "-". As in the rule book, the first column
// is left-aligned, the others right-aligned, and the second one is a column closer.
func renderClaim(p Position, paint Paint) string {
	grid := p.game.grid
	var b strings.Builder
	for c := range grid.Size() {
		_, col := grid.RowCol(c)
		text := p.glyph(c, number(c))
		switch {
		case col == 0 && grid.Cols() > 1:
			b.WriteString(paint(c, text) + strings.Repeat(" ", 2-len(text)))
		case col == 0:
			b.WriteString(paint(c, text))
		case col == 1:
			b.WriteString(padded(3, c, text, paint))
		default:
			b.WriteString(padded(4, c, text, paint))
		}
		endRow(&b, grid, c, "")
	}
	return b.String()
}
