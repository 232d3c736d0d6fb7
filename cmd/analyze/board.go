package analyze

import (
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

// board draws the position with the value of the move to each cell: "6:W7", or "W7" if rows and columns are numbered at
// the edge.
func board(a analysis.Position, style console.Style) (out picture) {
	p, cells := a.Position, a.Cells()
	f := p.Game().Variant().Family()
	squares := f.Near != variants.Hex && f.Graph == nil && f.Wrap == bitboard.Plane
	text := func(c int) string {
		m, ok := cells[c]
		switch {
		case ok && squares && !p.Game().Numbered():
			return m.Glyph()
		case ok:
			return p.Game().CellText(c) + ":" + m.Glyph()
		case f.Graph != nil && !f.Graph.Vertices.Has(c):
			return ""
		case (p.Closed(variants.X) & p.Closed(variants.O)).Has(c):
			return "-"
		}
		return p.Glyph(c)
	}
	plain, _ := p.Draw(text, nil)
	for _, line := range plain {
		out.width = max(out.width, len(line))
	}
	out.lines, out.notes = p.Draw(text, func(c int, text string) string { return paintCell(a, c, text, style) })
	out.notes = append(out.notes, p.Legend()...)
	for i, line := range plain {
		out.lines[i] += strings.Repeat(" ", out.width-len(line))
	}
	return out
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

// beside puts two pictures side by side if both fit within width columns, else one below the other.
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
