package variants

import "strings"

// duelGame is GridLock Duel: place on an empty cell that is not king-adjacent to a
// marker of your own. The opponent's markers do not matter.
//
//	position                  State (X to move)
//	 1 | X  |  3 |  4         Mine    . . . #      Yours   # . . .
//	 5 |  6 |  7 | O                  . . . .              # # . .
//	 9 | 10 | 11 | 12                 # # # #              # # . .
//	13 | 14 | 15 | 16                 # # # #              # # # #
func duelGame() Definition {
	return Definition{
		ID: Duel, Title: "GridLock Duel",
		Literature: "Col, on the king's graph",
		Summary:    "place anywhere but next to a marker of your own",
		Family:     Family{Kind: Place, Near: King, Close: CloseOwn},
		Render:     renderDuel,
	}
}

// renderDuel draws numbered cells between rulers. Numbers are right-aligned, marks
// left-aligned, as in the rule book.
func renderDuel(p Position, paint Paint) string {
	grid := p.game.grid
	ruler := "---" + strings.Repeat("+----", max(0, grid.Cols()-2))
	if grid.Cols() > 1 {
		ruler += "+---"
	}
	var b strings.Builder
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		if col == 0 && row > 0 {
			b.WriteString(ruler + "\n")
		}
		last := col == grid.Cols()-1
		switch text := p.glyph(c, number(c)); {
		case p.Empty().Has(c):
			b.WriteString(padded(2, c, text, paint))
		case last:
			b.WriteString(paint(c, text))
		default:
			b.WriteString(paint(c, text) + " ")
		}
		endRow(&b, grid, c, " | ")
	}
	return b.String()
}
