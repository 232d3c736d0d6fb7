package tui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gridlock/internal/report"
	"gridlock/solver"
)

// drawCells draws the cells, and puts the cursor on the one that has it.
func (b *Board) drawCells(s *screen, l layout) {
	r, all, playable := b.at().rules, b.at().moves(), b.playable()
	top, known := best(all)
	known = known && b.values() && top.Compare(all[len(all)-1].Score) != 0 // if all are equal, none is best
	for _, c := range r.Cells {
		if !exists(r, c) {
			continue
		}
		x, y := l.at(c.Row, c.Col)
		m, ok := playable[c.Name]
		isBest := ok && known && top.Compare(m.Score) == 0
		text, style := b.content(c, m, ok, l.lined())
		style.Reverse = c.Name == b.focus
		style.Bold = style.Bold || isBest
		if l.lined() {
			if r.Shape == "square" {
				s.lines(x, y, c, r)
			}
			s.name(x, y, c, c.Name == b.focus, isBest)
			s.inCell(x, y+1, l.across-1, text, style, c.Name == b.focus)
		} else {
			const room = 3 // for the content
			if isBest {
				s.put(x+l.across-room-1, y, "*", Style{Bold: true})
			}
			s.inCell(x+l.across-room, y, room, text, style, c.Name == b.focus)
			s.edgeNames(l, x, y, l.across-room, c)
		}
		s.zones = append(s.zones, zone{x: x, y: y, width: l.across, height: l.down, cell: c.Name})
	}
	s.joinedEdges(l, r)
	for _, e := range r.Edges {
		if char, x, y := l.edge(r, e); char != "" {
			s.put(x, y, char, Style{Ink: Faint})
		}
	}
}

// at returns where the cell in a row and a column begins, which need not be on the board.
func (l layout) at(row, col int) (x, y int) {
	return l.x + l.left + l.beside + row*l.slant + col*l.across, l.y + l.top + l.over + row*l.down
}

// exists reports whether a cell is drawn: cells of a graph that are no vertices are not.
func exists(r report.Rules, c report.Cell) bool {
	return r.Shape != vertex || c.Content != "hole" ||
		slices.ContainsFunc(r.Edges, func(e []string) bool { return slices.Contains(e, c.Name) })
}

// joinedEdges writes ~ where edges of the board are joined.
func (s *screen) joinedEdges(l layout, r report.Rules) {
	middle, line, end := l.across-2, 0, r.Cols*l.across+1 // the middle of a cell, its line, and the end of a row
	if l.lined() {
		middle, line, end = 2, 1, r.Cols*l.across
	}
	faint := Style{Ink: Faint}
	for row := range r.Rows {
		if l.beside > 0 {
			x, y := l.at(row, 0)
			s.put(x-l.beside, y+line, "~", faint)
			s.put(x+end, y+line, "~", faint)
		}
	}
	for col := range r.Cols {
		if l.over > 0 {
			x, y := l.at(0, col)
			s.put(x+middle-l.slant, y-1, "~", faint)
			x, y = l.at(r.Rows-1, col)
			s.put(x+middle+l.slant, y+line+1, "~", faint)
		}
	}
}

// edge returns the drawing of a graph's edge and its place. It is empty if there is no room: the edge joins cells that
// are not beside each other, or crosses a drawn one.
func (l layout) edge(r report.Rules, e []string) (char string, x, y int) {
	from, to := cellNamed(r, e[0]), cellNamed(r, e[1])
	x, y = l.at(from.Row, from.Col)
	switch down, right := to.Row-from.Row, to.Col-from.Col; {
	case !l.lined():
		return "", 0, 0
	case down == 0 && right == 1:
		return "=", x + 5, y + 1 // a - is a cell that cannot be played to
	case down == 1 && right == 0:
		return "|", x + 2, y + 2
	case down == 1 && right == 1:
		return "\\", x + 5, y + 2
	case down == 1 && right == -1:
		crossed := []string{cellAt(r, from.Row, to.Col).Name, cellAt(r, to.Row, from.Col).Name}
		if !slices.ContainsFunc(r.Edges, func(e []string) bool { return slices.Equal(e, crossed) }) {
			return "/", x - 1, y + 2
		}
	}
	return "", 0, 0
}

// furtherEdges returns the edges of a graph that are not drawn.
func (l layout) furtherEdges(r report.Rules) (all []string) {
	for _, e := range r.Edges {
		if char, _, _ := l.edge(r, e); char == "" {
			all = append(all, e[0]+"-"+e[1])
		}
	}
	return all
}

// inCell writes the content of a cell in its middle.
func (s *screen) inCell(x, y, width int, text string, style Style, focused bool) {
	x += (width - utf8.RuneCountInString(text)) / 2
	s.put(x, y, text, style)
	if focused {
		s.cursorX, s.cursorY, s.cursored = x, y, true
	}
}

// lines draws the lines to the right of a cell and below it.
func (s *screen) lines(x, y int, c report.Cell, r report.Rules) {
	faint, right, bottom := Style{Ink: Faint}, c.Col+1 < r.Cols, c.Row+1 < r.Rows
	if right {
		s.put(x+5, y, "|", faint)
		s.put(x+5, y+1, "|", faint)
	}
	if bottom {
		s.put(x, y+2, "-----", faint)
	}
	if right && bottom {
		s.put(x+5, y+2, "+", faint)
	}
}

// name writes the name of a cell, with signs for the cursor and for a best move.
func (s *screen) name(x, y int, c report.Cell, focused, isBest bool) {
	if focused {
		s.put(x, y, ">", Style{Bold: true})
	}
	s.put(x+1, y, c.Name, Style{Ink: Faint})
	if isBest {
		s.put(x+4, y, "*", Style{Bold: true})
	}
}

// edgeNames writes the name of a column above its first cell, and the name of a row to the left of its first cell. The
// name is the part of the cell's name for the column or row, or the whole name.
func (s *screen) edgeNames(l layout, x, y, before int, c report.Cell) {
	row, column, parts := strings.Cut(c.Name, ",")
	if !parts {
		column = row
	}
	if c.Row == 0 && l.top > 0 {
		s.put(x+before+(3-len(column))/2, l.y, column, Style{Ink: Faint})
	}
	if c.Col == 0 && l.left > 0 {
		s.put(x-l.beside-1-len(row), y, row, Style{Ink: Faint})
	}
}

// content returns the content of a cell: its marker, or the one that the step moves there; the value of the cell's
// move; or the reason why it cannot be played.
func (b *Board) content(c report.Cell, m move, playable, brackets bool) (string, Style) {
	mover := b.at().rules.ToMove
	switch {
	case c.Name == b.step:
		return mover, Style{Bold: true}
	case playable && b.values():
		return label(m, brackets), Style{Ink: ink(m.Outcome)}
	case playable:
		return ".", Style{}
	case c.Content == "mark" && !b.left(c):
		return *c.Player, Style{Bold: true}
	case c.Content == "used":
		return strings.ToLower(*c.Player), Style{Ink: Faint}
	case c.Content == "blocked", c.Content == "hole", len(c.Closed) == 2:
		return "#", Style{Ink: Faint}
	}
	return "-", Style{Ink: Faint}
}

// left reports whether the step has moved the marker out of a cell.
func (b *Board) left(c report.Cell) bool {
	if b.step == "" {
		return false
	}
	for _, m := range b.at().rules.Moves {
		if m.To == b.step {
			return m.From != nil && *m.From == c.Name
		}
	}
	return false
}

// ink returns the ink of an outcome.
func ink(o solver.Outcome) Ink {
	switch o {
	case solver.Win:
		return Win
	case solver.Loss:
		return Loss
	}
	return Unknown
}
