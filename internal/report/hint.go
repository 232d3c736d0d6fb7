package report

import (
	"gridlock/analysis"
	"gridlock/variants"
)

// Where says roughly where a move goes: the direction from the marker that it moves or follows, or the part of the
// board.
func Where(p variants.Position, m variants.Move) string { return whereTo(p, analysis.Target(p, m)) }

// whereTo is Where for a move that puts the player's mark on a cell.
func whereTo(p variants.Position, to int) string {
	grid, traits := p.Game().Grid(), p.Game().Traits()
	if to >= grid.Size() {
		return "on the board" // it puts no mark there
	}
	var from variants.Board
	var name string
	switch {
	case p.Game().Steps() != nil:
		from, name = p.Live(p.Side()), "your marker"
	case traits.Yours == variants.Marker && traits.Mine != variants.Marker:
		from, name = p.Live(p.Side().Opponent()), "the last marker"
	}
	row, col := grid.RowCol(to)
	if from == 0 {
		return area(grid.Rows(), grid.Cols(), row, col)
	}
	switch fromRow, fromCol := grid.RowCol(from.First()); {
	case row == fromRow:
		return "in the same row as " + name
	case col == fromCol && p.Game().Variant().Family().Near != variants.King && p.Game().Variant().Family().Near != variants.Hex:
		return "in the same column as " + name
	case row < fromRow:
		return "above " + name
	}
	return "below " + name
}

// area says in which part of the board a cell is: "in the top left", "at the top".
func area(rows, cols, row, col int) string {
	vertical, horizontal := band(row, rows, "top", "bottom"), band(col, cols, "left", "right")
	switch {
	case vertical == "" && horizontal == "":
		return "in the middle"
	case horizontal == "":
		return "at the " + vertical
	case vertical == "":
		return "on the " + horizontal
	}
	return "in the " + vertical + " " + horizontal
}

// band says in which third of n rows or columns i is, or in which half if n is small. It is "" for the middle third.
func band(i, n int, first, last string) string {
	outer := (n + 1) / 3
	if n == 2 || n == 4 {
		outer = n / 2
	}
	switch {
	case i < outer:
		return first
	case i >= n-outer:
		return last
	}
	return ""
}
