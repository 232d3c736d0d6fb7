package main

import (
	"bytes"
	"cmp"
	_ "embed" // for the page
	"fmt"
	"slices"
	"strings"
	"text/template"

	"gridlock/bitboard"
	"gridlock/variants"
)

// pageTemplate is docs/atlas.md with its words, and places for what follows from the data.
//
//go:embed atlas.md.tmpl
var pageTemplate string

// view is what the page shows.
type view struct {
	Games   []game
	Columns []column
	facts   []Fact
	runs    []Run
}

// page returns docs/atlas.md.
func page(games []game, facts []Fact, runs []Run) ([]byte, error) {
	t, err := template.New("atlas.md").Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, view{games, columns(), facts, runs})
	return b.Bytes(), err
}

// Boards and the others return numbers of boards of all games.
func (v view) Boards() int    { return v.sum(game.Boards) }
func (v view) Decided() int   { return v.sum(game.Decided) }
func (v view) Open() int      { return v.sum(game.Open) }
func (v view) Certified() int { return v.sum(game.Certified) }

// sum adds up numbers of all games.
func (v view) sum(number func(game) int) (n int) {
	for _, g := range v.Games {
		n += number(g)
	}
	return n
}

// Game returns a game by its ID, for the words about it.
func (v view) Game(id string) (game, error) {
	i := slices.IndexFunc(v.Games, func(g game) bool { return g.ID == id })
	if i < 0 {
		return game{}, fmt.Errorf("no game %q", id)
	}
	return v.Games[i], nil
}

// Boards and the others return numbers of boards of a game.
func (g game) Boards() int    { return len(g.boards) }
func (g game) Decided() int   { return g.count(func(b board) bool { return b.Winner != nil }) }
func (g game) Open() int      { return g.Boards() - g.Decided() }
func (g game) First() int     { return g.count(func(b board) bool { return b.wins(variants.X) }) }
func (g game) Second() int    { return g.count(func(b board) bool { return b.wins(variants.O) }) }
func (g game) Measured() int  { return g.count(func(b board) bool { return b.Fact.Plies != nil }) }
func (g game) Certified() int { return g.count(func(b board) bool { return b.Certificate != nil }) }

// wins reports whether a player is known to win.
func (f Fact) wins(player variants.Player) bool {
	return f.Winner != nil && *f.Winner == player.String()
}

// OpenBoards lists the boards that are open.
func (g game) OpenBoards() string { return g.list(func(b board) bool { return b.Winner == nil }) }

// SecondFrom lists the boards of at least so many rows and columns that the second player wins.
func (g game) SecondFrom(rows, cols int) string {
	return g.list(func(b board) bool { return b.wins(variants.O) && b.rows >= rows && b.cols >= cols })
}

// list lists the boards of which something holds, or says that there are none.
func (g game) list(holds func(board) bool) string {
	var boards []board
	for _, b := range g.boards {
		if holds(b) {
			boards = append(boards, b)
		}
	}
	return cmp.Or(boardList(boards), "none")
}

// OpenRows returns the rows of the table of open boards.
func (v view) OpenRows() string {
	var b strings.Builder
	for _, f := range v.facts {
		if f.Winner == nil {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.Variant, times(f.Board), nodesText(f.Nodes), memoryText(f.Limits.Memory))
		}
	}
	return b.String()
}

// times writes a size with a multiplication sign.
func times(board string) string { return strings.Replace(board, "x", "×", 1) }

// hardestRows is the number of rows of the table of the hardest boards.
const hardestRows = 20

// Hardest returns the rows of the table of the decided boards that took most nodes.
func (v view) Hardest() string {
	var decided []Fact
	for _, f := range v.facts {
		if f.Winner != nil {
			decided = append(decided, f)
		}
	}
	slices.SortStableFunc(decided, func(f, g Fact) int { return cmp.Compare(g.Nodes, f.Nodes) })
	var b strings.Builder
	for _, f := range decided[:min(hardestRows, len(decided))] {
		certificate := "none within the limits"
		if c := f.Certificate; c != nil {
			certificate = fmt.Sprintf("%s, %s", c.Method, nodesText(c.Records))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", f.Variant, times(f.Board), *f.Winner, text(f.Plies), nodesText(f.Nodes), certificate)
	}
	return b.String()
}

// Table returns a table of nimbers: rows down to the largest that fit twice, columns across.
func (g game) Table() string {
	const across = 16
	var b strings.Builder
	b.WriteString("| |")
	for cols := range across {
		fmt.Fprintf(&b, " %d |", cols+1)
	}
	b.WriteString("\n|---:|" + strings.Repeat("---:|", across) + "\n")
	for rows := 1; rows*rows <= bitboard.MaxCells; rows++ {
		fmt.Fprintf(&b, "| **%d** |", rows)
		for cols := 1; cols <= across; cols++ {
			fmt.Fprintf(&b, " %s |", text(g.nimber(rows, cols)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Machines says on what the runs were made, each once.
func (v view) Machines() string {
	var all []string
	for _, r := range v.runs {
		one := fmt.Sprintf("%s/%s with %d CPUs, %s", r.Machine.OS, r.Machine.Arch, r.Machine.CPUs, r.Go)
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return strings.Join(all, "; ")
}

// Hours returns the time of all runs.
func (v view) Hours() string {
	var seconds float64
	for _, r := range v.runs {
		seconds += r.Seconds + r.PliesSeconds + r.CertificateSeconds
	}
	return fmt.Sprintf("%.1f hours", seconds/3600)
}

// Programs lists the versions that found the facts.
func (v view) Programs() string {
	var all []string
	for _, f := range v.facts {
		if !slices.Contains(all, "`"+f.Program+"`") {
			all = append(all, "`"+f.Program+"`")
		}
	}
	return strings.Join(all, ", ")
}
