package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/draw"
	"gridlock/theory"
	"gridlock/variants"
)

// game is what is known of the boards of a game.
type game struct {
	variants.Variant
	Boards boards
}

// board is a board and what is known of it.
type board struct {
	Fact
	start      variants.Position
	Rows, Cols int
	transposes bool // it stands for the board with rows and columns exchanged, too
}

// Words returns the rules; those of a graph, which are long, abridged.
func (g game) Words() string {
	words := g.Key()
	if len(words) > mostWords {
		return words[:mostWords] + "…"
	}
	return words
}

const mostWords = 40

// Size writes the size of a board: "5×11".
func (b board) Size() string { return fmt.Sprintf("%d×%d", b.Rows, b.Cols) }

// wins reports whether a player is known to win.
func (f Fact) wins(player variants.Player) bool {
	return f.Winner != nil && *f.Winner == player.String()
}

// winner returns the winner, nil if it is open.
func (f Fact) winner() *variants.Player {
	for _, player := range []variants.Player{variants.X, variants.O} {
		if f.wins(player) {
			return &player
		}
	}
	return nil
}

// boards are some boards.
type boards []board

// decided reports whether the winner is known.
func decided(b board) bool { return b.Winner != nil }

// That returns the boards of which something holds.
func (all boards) That(holds func(board) bool) (some boards) {
	for _, b := range all {
		if holds(b) {
			some = append(some, b)
		}
	}
	return some
}

// Decided and the others return the boards whose winner is known, or not; which a player wins; whose
// number of plies is known; and which have a certificate.
func (all boards) Decided() boards { return all.That(decided) }
func (all boards) Open() boards    { return all.That(func(b board) bool { return b.Winner == nil }) }
func (all boards) First() boards   { return all.That(func(b board) bool { return b.wins(variants.X) }) }
func (all boards) Second() boards  { return all.That(func(b board) bool { return b.wins(variants.O) }) }
func (all boards) Measured() boards {
	return all.That(func(b board) bool { return b.Plies != nil })
}
func (all boards) Certified() boards {
	return all.That(func(b board) bool { return b.Certificate != nil })
}

// From returns the boards of at least so many rows and columns.
func (all boards) From(rows, cols int) boards {
	return all.That(func(b board) bool { return b.Rows >= rows && b.Cols >= cols })
}

// String lists the sizes: "3×17, 5×11".
func (all boards) String() string {
	var sizes []string
	for _, b := range all {
		sizes = append(sizes, b.Size())
	}
	return cmp.Or(strings.Join(sizes, ", "), "none")
}

// panels returns the panels of a heat map: the boards with no more rows than columns, and the
// others, if there are any, with columns down and rows across.
func (g game) panels(cell func(board) (text string, shade float64)) (all []draw.HeatPanel) {
	wide, tall := draw.HeatPanel{Down: "rows", Across: "columns"}, draw.HeatPanel{Down: "columns", Across: "rows"}
	for _, b := range g.Boards {
		c := draw.HeatCell{Down: b.Rows, Across: b.Cols, Winner: b.winner()}
		c.Text, c.Shade = cell(b)
		if b.Rows <= b.Cols {
			wide.Cells = append(wide.Cells, c)
			continue
		}
		c.Down, c.Across = b.Cols, b.Rows
		tall.Cells = append(tall.Cells, c)
	}
	if len(tall.Cells) == 0 {
		return []draw.HeatPanel{wide}
	}
	return []draw.HeatPanel{wide, tall}
}

// grid returns a text of the boards, rows down and columns across.
func (g game) grid(cell func(board) string) string {
	rows, cols, width := 0, 0, 1
	cells := map[[2]int]string{}
	for _, b := range g.Boards {
		text := cell(b)
		cells[[2]int{b.Rows, b.Cols}] = text
		rows, cols, width = max(rows, b.Rows), max(cols, b.Cols), max(width, len(text))
	}
	var text strings.Builder
	line := func(head string, cell func(col int) string) {
		row := head
		for col := 1; col <= cols; col++ {
			row += fmt.Sprintf(" %*s", width, cell(col))
		}
		text.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	line("  ", func(col int) string { return fmt.Sprint(col % 10) })
	for row := 1; row <= rows; row++ {
		line(fmt.Sprintf("%2d", row), func(col int) string { return cells[[2]int{row, col}] })
	}
	return strings.TrimRight(text.String(), "\n")
}

// Winners returns who wins each board, rows down and columns, by their last digits, across.
func (g game) Winners() string {
	return g.grid(func(b board) string {
		if b.Winner == nil {
			return "?"
		}
		return *b.Winner
	})
}

// Nimbers returns the nimbers in the same form; nothing if the game has none.
func (g game) Nimbers() string {
	if theory.For(g.Boards[0].start.Game()).Nimbers == nil {
		return ""
	}
	return g.grid(func(b board) string {
		if b.Nimber == nil {
			return "?"
		}
		return fmt.Sprint(*b.Nimber)
	})
}

// Largest returns the board whose certificate has most records; nil if none has any.
func (all boards) Largest() (most *board) {
	for i, b := range all {
		if b.Certificate != nil && b.Certificate.Records > 0 && (most == nil || b.Certificate.Records > most.Certificate.Records) {
			most = &all[i]
		}
	}
	return most
}

// winners draws who wins the boards.
func (g game) winners() draw.Element {
	return draw.Heat{
		Title: g.ID + ": who wins",
		Notes: []string{g.orientation("X: the first player, O: the second, ?: open.")},
		Panels: g.panels(func(b board) (string, float64) {
			if b.Winner == nil {
				return "?", 0
			}
			return *b.Winner, 1
		}),
	}.Draw()
}

// plies draws how long games last.
func (g game) plies() draw.Element {
	return draw.Heat{
		Title: g.ID + ": number of plies with best play",
		Notes: []string{g.orientation("The first player wins in an odd number, the second in an even one; without a number: open."),
			"The darker, the more plies for the number of cells."},
		Panels: g.panels(func(b board) (string, float64) {
			if b.Plies == nil {
				return "", 0
			}
			return fmt.Sprint(*b.Plies), float64(max(*b.Plies, 1)) / float64(b.Rows*b.Cols)
		}),
	}.Draw()
}

// orientation adds to a note which boards are not drawn.
func (g game) orientation(note string) string {
	if transposable(g.Variant) && g.Boards[len(g.Boards)-1].transposes {
		return note + " A board with more rows than columns is the same as the one turned."
	}
	return note
}

// nimberLists returns the nimbers of a game that has some, in the b-file format of the OEIS: for
// each number of rows, by columns from 1 on, and all of them by antidiagonals.
func (g game) nimberLists() files {
	all := files{}
	if theory.For(g.Boards[0].start.Game()).Nimbers == nil {
		return all
	}
	add := func(name, what string, nimbers []int) {
		text := fmt.Sprintf("# Nimbers of %s (%s)%s\n", g.ID, g.Literature, what)
		for i, nimber := range nimbers {
			text += fmt.Sprintf("%d %d\n", i+1, nimber)
		}
		all["atlas/"+g.ID+"-nimbers-"+name+".txt"] = []byte(text)
	}
	for rows := 1; rows*rows <= bitboard.MaxCells; rows++ {
		var nimbers []int
		for n := g.Nimber(rows, 1); n != nil; n = g.Nimber(rows, len(nimbers)+1) {
			nimbers = append(nimbers, *n)
		}
		add(fmt.Sprint(rows), fmt.Sprintf(" on boards of %d rows and n columns", rows), nimbers)
	}
	add("table", ": table T(r, c) for boards of r rows and c columns by antidiagonals: T(1, 1), T(1, 2), T(2, 1), T(1, 3), ...", g.antidiagonals())
	return all
}

// antidiagonals returns the nimbers by antidiagonals, as far as all boards of one are known.
func (g game) antidiagonals() (all []int) {
	for sum := 2; ; sum++ {
		var diagonal []int
		for rows := 1; rows < sum; rows++ {
			nimber := g.Nimber(rows, sum-rows)
			if nimber == nil {
				return all
			}
			diagonal = append(diagonal, *nimber)
		}
		all = append(all, diagonal...)
	}
}

// Nimber returns the nimber of a board, nil if it is not known.
func (g game) Nimber(rows, cols int) *int {
	i := slices.IndexFunc(g.Boards, func(b board) bool {
		return b.Rows == rows && b.Cols == cols || b.transposes && b.Rows == cols && b.Cols == rows
	})
	if i < 0 {
		return nil
	}
	return g.Boards[i].Nimber
}
