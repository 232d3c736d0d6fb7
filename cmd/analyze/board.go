package analyze

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/internal/cli/console"
	"gridlock/variants"
)

// picture is some lines of text, their width in columns, and the lines below them.
type picture struct {
	lines []string
	width int
	notes []string
}

// joined draws the position of a game whose board is no sheet of squares: "6:W7" in the cells that a move
// goes to, which lie as they are joined.
func joined(a analysis.Position, style console.Style) (out picture) {
	p, cells := a.Position, a.Cells()
	text := func(c int) string {
		m, ok := cells[c]
		g := p.Game().Variant().Family().Graph
		switch {
		case ok:
			return p.Game().CellText(c) + ":" + m.Glyph()
		case g != nil && !g.Vertices.Has(c):
			return ""
		}
		return p.Glyph(c)
	}
	plain, _ := p.Draw(text, nil)
	for _, line := range plain {
		out.width = max(out.width, len(line))
	}
	out.lines, out.notes = p.Draw(text, func(c int, text string) string { return paintCell(a, c, text, style) })
	for i, line := range plain {
		out.lines[i] += strings.Repeat(" ", out.width-len(line))
	}
	return out
}

// board draws the position with the value of moving to each cell. If the rule book numbers cells, a cell is "6:W7";
// else it is "W7" between numbered rows and columns. Colour is added at the end, to uncoloured text.
func board(a analysis.Position, style console.Style) picture {
	if f := a.Position.Game().Variant().Family(); f.Near == variants.Hex || f.Graph != nil || f.Wrap != bitboard.Plane {
		return joined(a, style)
	}
	p, grid := a.Position, a.Position.Game().Grid()
	texts, widest := cellTexts(a)
	numbered := p.Game().Numbered()
	var out picture
	if !numbered {
		_, last := p.Game().Coordinates(grid.Cell(0, grid.Cols()-1))
		widest = max(widest, len(fmt.Sprint(last)))
		out.lines = append(out.lines, ruler(p.Game(), widest))
	}
	for row := range grid.Rows() {
		line := ""
		if !numbered {
			first, _ := p.Game().Coordinates(grid.Cell(row, 0))
			line = style.Faint(fmt.Sprintf("%2d ", first))
		}
		for col := range grid.Cols() {
			c := grid.Cell(row, col)
			line += " " + strings.Repeat(" ", widest-len(texts[c])) + paintCell(a, c, texts[c], style)
		}
		out.lines = append(out.lines, line)
	}
	out.width = grid.Cols() * (widest + 1)
	if !numbered {
		out.width += 3
	}
	return out
}

// ruler numbers the columns.
func ruler(game *variants.Game, widest int) string {
	line := "   "
	for c := range game.Grid().Cols() {
		_, col := game.Coordinates(c)
		line += fmt.Sprintf(" %*d", widest, col)
	}
	return line
}

// cellTexts returns what stands in each cell, and how long the longest of it is.
func cellTexts(a analysis.Position) (texts []string, widest int) {
	p, cells := a.Position, a.Cells()
	for c := range p.Game().Grid().Size() {
		text := p.Glyph(c)
		if m, ok := cells[c]; ok {
			text = m.Glyph()
			if p.Game().Numbered() {
				text = p.Game().CellText(c) + ":" + text
			}
		}
		texts, widest = append(texts, text), max(widest, len(text))
	}
	return texts, widest
}

// paintCell gives a cell its colour.
func paintCell(a analysis.Position, c int, text string, style console.Style) string {
	p := a.Position
	if m, ok := a.Cells()[c]; ok {
		name, value, found := strings.Cut(text, ":")
		if !found {
			return style.Outcome(m.Outcome, text)
		}
		return style.Faint(name+":") + style.Outcome(m.Outcome, value)
	}
	return style.Cell(p, c, text)
}

// gap is the number of columns between two pictures.
const gap = 3

// beside puts two pictures beside each other where both fit within width columns, else below one
// another.
func beside(left, right picture, width int) string {
	if left.width+gap+right.width > width {
		return strings.Join(append(append(left.lines, ""), right.lines...), "\n") + "\n"
	}
	var b strings.Builder
	for i := range max(len(left.lines), len(right.lines)) {
		switch {
		case i >= len(right.lines):
			b.WriteString(left.lines[i])
		case i >= len(left.lines):
			b.WriteString(strings.Repeat(" ", left.width+gap) + right.lines[i])
		default:
			b.WriteString(left.lines[i] + strings.Repeat(" ", gap) + right.lines[i])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
