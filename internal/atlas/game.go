package main

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/cli"
	"gridlock/internal/draw"
	"gridlock/theory"
	"gridlock/variants"
)

// game is what is known of the boards of a game.
type game struct {
	variants.Variant
	boards []board
}

// board is a board and what is known of it.
type board struct {
	Fact
	start      variants.Position
	rows, cols int
	transposes bool // it stands for the board with rows and columns exchanged, too
}

// gamesOf returns the games in the order of the boards.
func gamesOf(boards []variants.Position, known data) (games []game) {
	for _, start := range boards {
		v, grid := start.Game().Variant(), start.Game().Grid()
		if len(games) == 0 || games[len(games)-1].ID != v.ID {
			games = append(games, game{Variant: v})
		}
		g := &games[len(games)-1]
		g.boards = append(g.boards, board{known.facts[keyOf(start)], start, grid.Rows(), grid.Cols(), transposes(start)})
	}
	return games
}

// Winners and Plies return the names of the game's pictures.
func (g game) Winners() string { return g.ID + "-winners.svg" }
func (g game) Plies() string   { return g.ID + "-plies.svg" }

// count returns the number of boards of which something holds.
func (g game) count(holds func(board) bool) (n int) {
	for _, b := range g.boards {
		if holds(b) {
			n++
		}
	}
	return n
}

// panels returns the panels of a heat map: the boards with no more rows than columns, and the
// others, if there are any, with columns down and rows across.
func (g game) panels(cell func(board) (text string, shade float64)) (all []draw.HeatPanel) {
	wide, tall := draw.HeatPanel{Down: "rows", Across: "columns"}, draw.HeatPanel{Down: "columns", Across: "rows"}
	for _, b := range g.boards {
		c := draw.HeatCell{Down: b.rows, Across: b.cols, Winner: b.winner()}
		c.Text, c.Shade = cell(b)
		if b.rows <= b.cols {
			wide.Cells = append(wide.Cells, c)
			continue
		}
		c.Down, c.Across = b.cols, b.rows
		tall.Cells = append(tall.Cells, c)
	}
	if len(tall.Cells) == 0 {
		return []draw.HeatPanel{wide}
	}
	return []draw.HeatPanel{wide, tall}
}

// winner returns the winner, nil if it is open.
func (f Fact) winner() *variants.Player {
	if f.Winner == nil {
		return nil
	}
	winner := variants.X
	if *f.Winner == winner.Opponent().String() {
		winner = winner.Opponent()
	}
	return &winner
}

// winners draws who wins the boards.
func (g game) winners() draw.Element {
	h := draw.Heat{
		Title: g.ID + ": who wins",
		Notes: []string{g.orientation("X: the first player, O: the second, ?: open.")},
		Panels: g.panels(func(b board) (string, float64) {
			if b.Winner == nil {
				return "?", 0
			}
			return *b.Winner, 1
		}),
	}
	return h.Draw()
}

// plies draws how long games last.
func (g game) plies() draw.Element {
	h := draw.Heat{
		Title: g.ID + ": number of plies with best play",
		Notes: []string{g.orientation("The first player wins in an odd number, the second in an even one; without a number: open."),
			"The darker, the more plies for the number of cells."},
		Panels: g.panels(func(b board) (string, float64) {
			if b.Fact.Plies == nil {
				return "", 0
			}
			plies := *b.Fact.Plies
			return fmt.Sprint(plies), float64(max(plies, 1)) / float64(b.rows*b.cols)
		}),
	}
	return h.Draw()
}

// orientation adds to a note which boards are not drawn.
func (g game) orientation(note string) string {
	if transposable(g.Variant) && g.boards[len(g.boards)-1].transposes {
		return note + " A board with more rows than columns is the same as the one turned."
	}
	return note
}

// nimberLists returns the nimbers of a game that has some, in the b-file format of the OEIS: for
// each number of rows, by columns from 1 on, and all of them by antidiagonals.
func (g game) nimberLists() files {
	all := files{}
	if theory.For(g.boards[0].start.Game()).Nimbers == nil {
		return all
	}
	for rows := 1; rows*rows <= bitboard.MaxCells; rows++ {
		text := fmt.Sprintf("# Nimbers of %s (%s) on boards of %d rows and n columns\n", g.ID, g.Literature, rows)
		for cols := 1; ; cols++ {
			nimber := g.nimber(rows, cols)
			if nimber == nil {
				break
			}
			text += fmt.Sprintf("%d %d\n", cols, *nimber)
		}
		all[fmt.Sprintf("atlas/%s-nimbers-%d.txt", g.ID, rows)] = []byte(text)
	}
	text := fmt.Sprintf("# Nimbers of %s (%s): table T(r, c) for boards of r rows and c columns by antidiagonals: T(1, 1), T(1, 2), T(2, 1), T(1, 3), ...\n",
		g.ID, g.Literature)
	for i, nimber := range g.antidiagonals() {
		text += fmt.Sprintf("%d %d\n", i+1, nimber)
	}
	all[fmt.Sprintf("atlas/%s-nimbers-table.txt", g.ID)] = []byte(text)
	return all
}

// antidiagonals returns the nimbers by antidiagonals, as far as all boards of one are known.
func (g game) antidiagonals() (all []int) {
	for sum := 2; ; sum++ {
		var diagonal []int
		for rows := 1; rows < sum; rows++ {
			nimber := g.nimber(rows, sum-rows)
			if nimber == nil {
				return all
			}
			diagonal = append(diagonal, *nimber)
		}
		all = append(all, diagonal...)
	}
}

// nimber returns the nimber of a board, nil if it is not known.
func (g game) nimber(rows, cols int) *int {
	i := slices.IndexFunc(g.boards, func(b board) bool {
		return b.rows == rows && b.cols == cols || b.transposes && b.rows == cols && b.cols == rows
	})
	if i < 0 {
		return nil
	}
	return g.boards[i].Nimber
}

// boardList lists boards: "3×17, 5×11".
func boardList(boards []board) string {
	var texts []string
	for _, b := range boards {
		texts = append(texts, fmt.Sprintf("%d×%d", b.rows, b.cols))
	}
	return strings.Join(texts, ", ")
}

// nodesText writes a number of nodes.
func nodesText(n uint64) string { return cli.Count(n) }
