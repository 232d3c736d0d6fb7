package tui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"gridlock/internal/report"
)

// scale is the distance between cells, in characters, and the room around them.
type scale struct {
	across, down int
	left, top    int // room for the names of rows and columns
	slant        int // how far each row of hexagons is moved to the right of the row above it
	beside, over int // room for the signs of joined edges: on both sides, above and below
}

// scales are the scales, the largest first: with lines between the cells and names in the cells; with names at the
// edges and empty lines between the cells; the same without empty lines; without names.
var scales = []scale{
	{across: 6, down: 3}, {across: 5, down: 2, left: 3, top: 1}, {across: 4, down: 2, left: 3, top: 1},
	{across: 5, down: 1, left: 3, top: 1}, {across: 4, down: 1, left: 3, top: 1}, {across: 4, down: 1},
}

// of returns the scale for the cells of a game.
func (s scale) of(r report.Rules) scale {
	if r.Shape == hexagon {
		s.slant = s.across / 2
	}
	if r.Wrap != "plane" {
		s.beside = 2
	}
	if r.Wrap == "torus" {
		s.over = 1
	}
	return s
}

// The shapes of cells other than squares.
const (
	hexagon = "hexagon"
	vertex  = "vertex"
)

// lined reports whether cells contain their names, and squares have lines between them.
func (s scale) lined() bool { return s.across == 6 }

// size returns the size of a board.
func (s scale) size(rows, cols int) (width, height int) {
	width, height = s.left+2*s.beside+(rows-1)*s.slant+cols*s.across, s.top+2*s.over+rows*s.down-(s.down-1)
	if s.lined() {
		return width - 1, height + 1
	}
	return width, height
}

// There are two lines above the cells, for the game and the verdict, and two below, for the cell with the cursor, and
// for progress or keys.
const (
	above = 2
	below = 2

	edge      = 1  // left of the cells, and between them and the panel
	leastSide = 26 // width of a panel beside the cells
	leastAll  = 30 // width of all
)

// leastBelow returns the least number of lines of a panel below the cells.
func leastBelow(s scale) int {
	if s.down > 1 {
		return 5
	}
	return 3
}

// layout has the places of things on the screen.
type layout struct {
	scale
	x, y  int // the place of the first cell
	panel struct{ x, y, width, height int }
}

// layout finds the largest scale that leaves room for a panel; ok is false if the terminal is
// too small.
func (b *Board) layout() (l layout, ok bool) {
	r := b.at().rules
	for _, s := range scales {
		s = s.of(r)
		width, height := s.size(r.Rows, r.Cols)
		free := b.height - above - below - height
		if b.width < max(leastAll, width+2*edge) {
			continue
		}
		l.scale, l.x, l.y = s, edge, above
		if side := b.width - width - 4*edge; side >= leastSide && free >= 0 {
			l.y += min(1, free)
			l.panel.x, l.panel.y = width+3*edge, l.y
			l.panel.width, l.panel.height = side, b.height-below-l.y
			return l, true
		}
		if free >= leastBelow(s) {
			gap := min(1, free-leastBelow(s))
			l.panel.x, l.panel.y = edge, l.y+height+gap
			l.panel.width, l.panel.height = b.width-2*edge, free-gap
			return l, true
		}
	}
	return l, false
}

// least returns the size of the smallest terminal that has room for the board.
func (b *Board) least() (width, height int) {
	all := scales
	smallest := all[len(all)-1].of(b.at().rules)
	width, height = smallest.size(b.at().rules.Rows, b.at().rules.Cols)
	return max(leastAll, width+2*edge), above + height + leastBelow(smallest) + below
}

// Frame draws the board.
func (b *Board) Frame() Frame { return b.draw().frame() }

// draw draws everything.
func (b *Board) draw() *screen {
	s := newScreen(max(1, b.width), max(1, b.height))
	if b.help {
		b.drawHelp(s)
		return s
	}
	l, ok := b.layout()
	if !ok {
		b.drawTooSmall(s)
		return s
	}
	s.write(edge, 0, fitting(b.heading(), b.width-2*edge))
	s.put(edge, 1, b.verdict(), Style{Bold: true})
	b.drawCells(s, l)
	b.drawPanel(s, l)
	s.put(edge, s.height-2, b.focused(), Style{})
	s.write(edge, s.height-1, fitting(b.footer(), b.width-2*edge))
	return s
}

// fitting returns the words that fit into a line.
func fitting(all row, width int) row {
	for i, w := range all {
		if width -= utf8.RuneCountInString(w.text); width < 0 {
			return all[:i]
		}
		width--
	}
	return all
}

// drawTooSmall draws a text that says how large the terminal must be.
func (b *Board) drawTooSmall(s *screen) {
	width, height := b.least()
	text := "The board needs " + size(width, height) + " characters, and the terminal has " + size(b.width, b.height) +
		". Make it larger, or press q to quit."
	for y, line := range flow(words(text, Style{}), s.width, 0) {
		s.write(0, y, line)
	}
}

// size writes a size of a terminal.
func size(width, height int) string { return strconv.Itoa(width) + " x " + strconv.Itoa(height) }

// drawHelp explains keys and signs.
func (b *Board) drawHelp(s *screen) {
	for y, line := range helpLines {
		s.put(edge, y, line, Style{Bold: y == 0})
	}
	s.put(0, s.height-1, strings.Repeat(" ", s.width), Style{})
	s.put(edge, s.height-1, "Any key goes back to the board.", Style{Ink: Faint})
}
