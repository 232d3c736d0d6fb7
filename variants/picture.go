package variants

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// isPicture reports whether a text of several lines can only be a board as it is drawn.
func isPicture(text string) bool {
	fields := strings.Fields(text)
	return strings.Contains(strings.TrimSpace(text), "\n") && (len(fields) != 2 || fields[0][0] == '[')
}

// parsePicture reads a board as [Position.Render] or [Position.Plain] draws it, and below it or at the end of its last
// line the side to move, "x" or "o". It accepts a text only if the position, drawn again, gives the same text; notes
// below the cells can be left out. It reads no boards of games outside the family.
func (v Variant) parsePicture(text string) (Position, error) {
	p, err := v.parseDrawn(text, Position.Render)
	if err != nil {
		if plain, failed := v.parseDrawn(text, Position.Plain); failed == nil {
			return plain, nil
		}
	}
	return p, err
}

// pictured draws a position.
type pictured func(p Position, paint Paint) string

// parseDrawn is parsePicture for one drawing.
func (v Variant) parseDrawn(text string, draw pictured) (Position, error) {
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	for lines[0] == "" {
		lines = lines[1:]
	}
	last := &lines[len(lines)-1]
	side := (*last)[len(*last)-1:]
	*last = strings.TrimRight((*last)[:len(*last)-1], " \t")
	for lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	wrong := fmt.Errorf(`not a board as %s draws it, with the side to move, x or o, in a line below it`, v.ID)
	if !strings.Contains("xoXO", side) || v.def.Family.isZero() {
		return Position{}, wrong
	}
	furthest, widest := 0, 0
	for _, line := range lines {
		widest = max(widest, len(line))
	}
	least, most := [2]int{1, 1}, [2]int{len(lines), widest/leastPitch + 1} // rows and columns
	if f := v.def.Family; f.Rows != 0 {
		least, most = [2]int{f.Rows, f.Cols}, [2]int{f.Rows, f.Cols}
	}
	for rows := least[0]; rows <= min(most[0], bitboard.MaxCells); rows++ {
		for cols := least[1]; cols <= most[1] && rows*cols <= bitboard.MaxCells; cols++ {
			game, err := v.NewGame(rows, cols)
			if err != nil {
				continue
			}
			p := Position{game: game, side: X}
			if strings.EqualFold(side, O.String()) {
				p.side = O
			}
			cells, line := p.readPicture(lines, draw)
			if first, _, _ := strings.Cut(draw(p, nil), "\n"); line == 0 && len(first) > len(lines[0]) {
				// text selected with a mouse often lacks the first spaces
				cells, line = p.readPicture(append([]string{strings.Repeat(" ", len(first)-len(lines[0])) + lines[0]}, lines[1:]...), draw)
			}
			switch {
			case cells != nil:
				return p.withCells(cells)
			case line > furthest:
				furthest = line
				wrong = fmt.Errorf("line %d is not as %s draws it: %s", line+1, v.ID, quoted(lines[line]))
			}
		}
	}
	return Position{}, wrong
}

// leastPitch is the minimum distance of two cells of a row, in characters.
const leastPitch = 3

// readPicture returns the characters of the cells of a drawn board, or the index of the first line that is not part of
// such a drawing.
func (p Position) readPicture(lines []string, draw pictured) (cells []byte, line int) {
	var above []string // rows of a graph without vertices
	for first := draw(p, nil); strings.TrimLeft(first, " ")[0] == '\n'; first = first[strings.IndexByte(first, '\n')+1:] {
		above = append(above, "")
	}
	cells, line = p.readLines(append(above, lines...), draw)
	if cells == nil { // line may be one of the lines above, or missing
		line = min(max(0, line-len(above)), len(lines)-1)
	}
	return cells, line
}

// readLines is readPicture with the rows above the first one that has a mark.
func (p Position) readLines(lines []string, draw pictured) (cells []byte, line int) {
	cells = make([]byte, p.game.grid.Size())
	empty := p.spots('.', draw)
	least := empty[len(empty)-1].line + 1
	for len(lines) < least && p.game.variant.def.Family.Graph != nil {
		lines = append(lines, "")
	}
	end := empty[p.game.grid.Cols()-1] // the end of the first row
	if width := end.col + len(end.text); least > len(lines) || p.game.variant.def.Family.Graph == nil && len(lines[empty[0].line]) < width-1 {
		return nil, 0
	}
	there := p.game.variant.def.Family.there(p.game.grid)
	for c := range cells {
		if !there.Has(c) {
			cells[c] = '#'
		}
	}
	for _, symbol := range []byte(".#XOxo") {
		for c, at := range p.spots(symbol, draw) {
			if cells[c] != 0 || at.line >= len(lines) {
				continue
			}
			switch text := between(lines[at.line], at.col, at.col+len(at.text)); {
			case text == at.text:
				cells[c] = symbol
			case text == "-":
				cells[c] = '.'
			}
		}
	}
	drawn := Position{game: p.game, side: p.side}
	for c, symbol := range cells {
		if symbol == 0 {
			cells[c] = '.'
		}
	}
	if _, err := drawn.put(cells); err != nil {
		return nil, 0
	}
	again := strings.Split(draw(drawn, nil), "\n")
	for i, want := range again {
		switch {
		case i == len(lines) && i >= least:
			return cells, len(lines)
		case i == len(lines):
			return nil, i - 1
		case lines[i] != strings.TrimRight(want, " "):
			return nil, i
		}
	}
	if len(lines) > len(again) {
		return nil, len(again)
	}
	return cells, len(lines)
}

// between returns a part of a line, as if spaces followed the line.
func between(line string, from, to int) string {
	line += strings.Repeat(" ", max(0, to-len(line)))
	return line[from:to]
}

// spot is the place of a cell in a drawing, and its text.
type spot struct {
	line, col int
	text      string
}

// spots returns the places of the cells with a symbol, by cell; none if there is no such mark.
func (p Position) spots(symbol byte, draw pictured) []spot {
	p = Position{game: p.game, side: p.side}
	cells := []byte(strings.Repeat(string(symbol), p.game.grid.Size()))
	if _, err := p.put(cells); err != nil {
		return nil
	}
	const mark = 0xE000 // each cell has a rune of private use
	all := make([]spot, p.game.grid.Size())
	picture := draw(p, func(c int, text string) string {
		all[c].text = text
		return string(rune(mark+c)) + text
	})
	for i, line := range strings.Split(picture, "\n") {
		col := 0
		for _, r := range line {
			if mark <= r && r < mark+bitboard.MaxCells {
				all[r-mark].line, all[r-mark].col = i, col
				continue
			}
			col++
		}
	}
	return all
}
