package tui

import (
	"strings"
	"unicode/utf8"
)

// Ink is the meaning of a text, from which a terminal chooses its colour.
type Ink int

// The inks.
const (
	Plain   Ink = iota
	Faint       // not important now
	Win         // a value that wins for the player to move
	Loss        // a value that loses
	Unknown     // an unknown value
)

// Style is how a text looks.
type Style struct {
	Ink     Ink
	Bold    bool
	Reverse bool
}

// Run is text in one style.
type Run struct {
	Text  string
	Style Style
}

// Frame is what the terminal shows.
type Frame struct {
	Lines    [][]Run
	CursorX  int // the column of the cursor, from 0
	CursorY  int
	Cursored bool // the cursor is shown
}

// String returns the lines without their styles.
func (f Frame) String() string {
	var b strings.Builder
	for _, line := range f.Lines {
		var text strings.Builder
		for _, run := range line {
			text.WriteString(run.Text)
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
	return b.String()
}

// glyph is a character on the screen.
type glyph struct {
	char  rune
	style Style
}

// screen is the surface to draw on.
type screen struct {
	width, height int
	glyphs        []glyph
	zones         []zone
	cursorX       int
	cursorY       int
	cursored      bool
}

// zone is a part of a line that can be clicked. Exactly one of cell, key, move and node is set.
type zone struct {
	x, y, width, height int

	cell string // of the board
	key  string // to press
	move string // to play
	node *node  // to show
}

func (z zone) has(x, y int) bool {
	return x >= z.x && x < z.x+z.width && y >= z.y && y < z.y+z.height
}

func newScreen(width, height int) *screen {
	s := &screen{width: width, height: height, glyphs: make([]glyph, width*height)}
	for i := range s.glyphs {
		s.glyphs[i].char = ' '
	}
	return s
}

// put writes a text, cut off at the edges.
func (s *screen) put(x, y int, text string, style Style) {
	for _, char := range text {
		if x >= 0 && x < s.width && y >= 0 && y < s.height {
			s.glyphs[y*s.width+x] = glyph{char, style}
		}
		x++
	}
}

// frame returns what has been drawn.
func (s *screen) frame() Frame {
	f := Frame{CursorX: s.cursorX, CursorY: s.cursorY, Cursored: s.cursored}
	for y := range s.height {
		var line []Run
		for _, g := range s.glyphs[y*s.width : (y+1)*s.width] {
			if last := len(line) - 1; last >= 0 && line[last].Style == g.style {
				line[last].Text += string(g.char)
			} else {
				line = append(line, Run{string(g.char), g.style})
			}
		}
		f.Lines = append(f.Lines, line)
	}
	return f
}

// word is a text that is not broken, and the action of a click on it.
type word struct {
	text  string
	style Style
	key   string
	move  string
	node  *node
}

// row is a line of words, with a space between them.
type row []word

// words returns the words of a text.
func words(text string, style Style) (all row) {
	for _, field := range strings.Fields(text) {
		all = append(all, word{text: field, style: style})
	}
	return all
}

// flow breaks words into rows of at most width characters; all but the first are indented. A
// longer word has a row of its own.
func flow(all row, width, indent int) (rows []row) {
	var line row
	used := 0
	for _, w := range all {
		n := utf8.RuneCountInString(w.text)
		if len(line) > 0 && used+1+n > width {
			rows, line, used = append(rows, line), nil, 0
			if indent > 0 {
				line, used = row{{text: strings.Repeat(" ", indent-1)}}, indent-1
			}
		}
		if len(line) > 0 {
			used++
		}
		line = append(line, w)
		used += n
	}
	return append(rows, line)
}

// write writes a row and makes its words clickable.
func (s *screen) write(x, y int, r row) {
	for _, w := range r {
		s.put(x, y, w.text, w.style)
		n := utf8.RuneCountInString(w.text)
		if w.key != "" || w.move != "" || w.node != nil {
			s.zones = append(s.zones, zone{x: x, y: y, width: n, height: 1, key: w.key, move: w.move, node: w.node})
		}
		x += n + 1
	}
}
