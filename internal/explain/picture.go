package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gridlock/variants"
)

// Named reports whether cells have numbers, which pictures then show. Others number rows and columns.
func (s *Strategy) Named() bool { return s.game.Numbered() }

// Grid writes a text for each cell of the board, in rows. Rows and columns are numbered if cells have no numbers.
func (s *Strategy) Grid(text func(cell int) string) string {
	grid := s.game.Grid()
	width := 1
	for c := range grid.Size() {
		width = max(width, utf8.RuneCountInString(text(c)))
		if row, col := s.game.Coordinates(c); !s.Named() {
			width = max(width, len(fmt.Sprint(max(row, col))))
		}
	}
	var lines []string
	if !s.Named() {
		line := ""
		for col := range grid.Cols() {
			_, n := s.game.Coordinates(col)
			line += " " + centred(fmt.Sprint(n), width)
		}
		lines = append(lines, strings.Repeat(" ", width)+strings.TrimRight(line, " "))
	}
	for row := range grid.Rows() {
		line := ""
		if s.game.Variant().Family().Near == variants.Hex {
			line = strings.Repeat(" ", row*(width+1)/2)
		}
		if !s.Named() {
			n, _ := s.game.Coordinates(grid.Cell(row, 0))
			line = fmt.Sprintf("%*d", width, n) + line
		}
		for col := range grid.Cols() {
			line += " " + centred(text(grid.Cell(row, col)), width)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

// centred writes a text in the middle of a width.
func centred(text string, width int) string {
	space := width - utf8.RuneCountInString(text)
	return strings.Repeat(" ", space/2) + text + strings.Repeat(" ", space-space/2)
}

// Glyph writes a sign in the picture of a cell.
func (s *Strategy) Glyph(sign Sign, cell int) string {
	free := "."
	if s.Named() {
		free = s.game.CellText(cell)
	}
	switch sign {
	case Free:
		return free
	case Any:
		return strings.TrimPrefix(free+"?", ".")
	case Winners:
		return s.Winner.String()
	case Losers:
		return s.Loser().String()
	case ForWinner:
		return strings.TrimPrefix(free+strings.ToLower(s.Winner.String()), ".")
	case ForLoser:
		return strings.TrimPrefix(free+strings.ToLower(s.Loser().String()), ".")
	}
	return "#"
}

// Picture draws a rule of a strategy as text. The cell that the winner goes to is in square brackets, and the cell that
// the winner blocks is in braces.
func (s *Strategy) Picture(r *Rule) string {
	to, block := -1, -1
	if len(r.Walk) < 2 {
		m := r.Move
		if r.Walk != nil {
			m = r.Walk[0]
		}
		step := s.StepOf(r.Pattern.Least(), m)
		to, block = step.To, step.Block
	}
	return s.Grid(func(c int) string {
		text := s.Glyph(s.Sign(r, c), c)
		switch c {
		case to:
			return "[" + text + "]"
		case block:
			return "{" + text + "}"
		}
		return text
	})
}
