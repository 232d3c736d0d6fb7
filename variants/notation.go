package variants

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridlock/bitboard"
)

// Position text, as docs/rules.md defines it:
//
//	position = rows " " side            .xX./..../.oO./.... x
//	rows     = row { "/" row }          top row first
//	row      = { cell | count }         count: a number of empty cells
//	cell     = "." | "#" | "-" | "x" | "o" | "X" | "O"
//	side     = "x" | "o"

// noPosition is the text of the zero Position.
const noPosition = "no position"

// String returns the canonical text of the position: a "." for every empty cell,
// and no counts. [Variant.Parse] reads it back.
func (p Position) String() string {
	if p.game == nil {
		return noPosition
	}
	var b strings.Builder
	for c := range p.game.grid.Size() {
		b.WriteString(p.Glyph(c))
		if row, col := p.game.grid.RowCol(c); col == p.game.grid.Cols()-1 && row < p.game.grid.Rows()-1 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + p.side.trail()
}

// Parse reads a position of this game. The text gives the size of the board. Extra white space around the two parts is
// ignored. Sides are read in either case, and so are marks in games where case means nothing (duel, claim). A text of
// several lines may be a board as [Position.Render] draws it, with the side to move in a line below it.
//
// The error says what is wrong. If it also says where, by row and column (from 1, in blockade from 0), it wraps a
// [PlaceError]. The zero Variant has no positions.
func (v Variant) Parse(text string) (Position, error) {
	if v.def == nil {
		return Position{}, errNoGame
	}
	p, err := v.parse(text)
	if err != nil {
		return Position{}, fmt.Errorf("position %s: %w", quoted(text), err)
	}
	return p, nil
}

// PlaceError is an error in the text of a position, at some of its cells.
type PlaceError struct {
	Cells [][2]int // row and column of each cell, from 0 in all games
	err   error
}

// Error says what is wrong, and names the cells.
func (e *PlaceError) Error() string { return e.err.Error() }

// Unwrap returns what is wrong.
func (e *PlaceError) Unwrap() error { return e.err }

// wrongAt returns a PlaceError about cells; its text names the first of these.
func (g *Game) wrongAt(cells Board, format string, args ...any) error {
	e := &PlaceError{err: fmt.Errorf(format, args...)}
	for ; cells != 0; cells = cells.Rest() {
		row, col := g.grid.RowCol(cells.First())
		e.Cells = append(e.Cells, [2]int{row, col})
	}
	return e
}

// quoted quotes input in an error message, and abridges long input.
func quoted(text string) string {
	const most = 2*bitboard.MaxCells + 4 // enough for every position
	quote := strconv.QuoteToASCII(text[:min(len(text), most)])
	if len(quote) > most {
		return quote[:most] + "…"
	}
	return quote
}

func (v Variant) parse(text string) (Position, error) {
	if isPicture(text) {
		return v.parsePicture(text)
	}
	if strings.Contains(text, "+") {
		return Position{}, errors.New("a sum of positions, where one position is needed")
	}
	if name, _, named := strings.Cut(text, ":"); named {
		return Position{}, fmt.Errorf("only in a sum is a game named before a position, as %s is here", quoted(name))
	}
	fields := strings.Fields(text)
	switch len(fields) {
	case 0:
		return Position{}, errors.New(`empty; write the rows, top row first, and the side to move, as in "4/4/4/4 x"`)
	case 1:
		return Position{}, errors.New(`the side to move is missing; end with " x" or " o"`)
	case 2:
	default:
		return Position{}, fmt.Errorf("%s comes after the side to move", quoted(fields[2]))
	}
	cells, cols, err := v.readRows(fields[0])
	if err != nil {
		return Position{}, err
	}
	game, err := v.NewGame(len(cells)/cols, cols)
	if err != nil {
		return Position{}, err
	}
	p := Position{game: game}
	switch strings.ToLower(fields[1]) {
	case "x":
		p.side = X
	case "o":
		p.side = O
	default:
		return Position{}, fmt.Errorf(`the side to move is "x" or "o", not %s`, quoted(fields[1]))
	}
	return p.withCells(cells)
}

// Symbols returns the characters that the cells of all positions of the game can be written with:
// marks, holes or blocks, and empty cells.
func (v Variant) Symbols() string {
	switch {
	case v.def == nil:
		return ""
	case v.def.Lower == LowerUsedUp:
		return "XOxo#."
	}
	return "XO#."
}

// mostParts is the maximum number of positions in a sum.
const mostParts = 16

// ParseSum reads a sum of positions, "4/4 + 3/3 x": positions with a plus between them, each on a board of its own. A
// position is of this game, or of the game named before it, as in "4/4 + snort: 3/3 x". The last position names the
// side to move; the others may leave it out, or name the same side. A single position is a sum, too.
func (v Variant) ParseSum(text string) ([]Position, error) {
	parts := strings.Split(text, "+")
	if len(parts) > mostParts {
		return nil, fmt.Errorf("a sum of %d positions; at most %d can be added", len(parts), mostParts)
	}
	side := ""
	if last := strings.Fields(parts[len(parts)-1]); len(last) > 1 {
		side = last[len(last)-1]
	}
	var all []Position
	for i, part := range parts {
		v, err := v, error(nil)
		if at := strings.LastIndex(part, ":"); at >= 0 {
			v, err = Lookup(strings.TrimSpace(part[:at]))
			part = part[at+1:]
		}
		if fields := strings.Fields(part); len(fields) == 1 && i < len(parts)-1 {
			part = fields[0] + " " + side
		}
		var p Position
		if err == nil {
			p, err = v.Parse(part)
		}
		switch {
		case err != nil && len(parts) > 1:
			return nil, fmt.Errorf("part %d of the sum: %w", i+1, err)
		case err != nil:
			return nil, err
		case i > 0 && p.Side() != all[0].Side():
			return nil, fmt.Errorf("part %d of the sum has another side to move; it is the same in all of them", i+1)
		}
		all = append(all, p)
	}
	return all, nil
}

// readRows returns the characters of the cells row by row, with counts expanded, and the number of columns.
func (v Variant) readRows(text string) (cells []byte, cols int, err error) {
	origin := v.def.Names.origin()
	for row, rowText := range strings.Split(text, "/") {
		before := len(cells)
		cells, err = appendRow(cells, rowText)
		width := len(cells) - before
		switch {
		case err != nil:
			return nil, 0, &PlaceError{[][2]int{{row, width}}, fmt.Errorf("row %d, column %d: %w", row+origin, width+origin, err)}
		case width == 0:
			return nil, 0, fmt.Errorf("row %d is empty", row+origin)
		case row == 0:
			cols = width
		case width != cols:
			return nil, 0, fmt.Errorf("row %d has %d cells, the rows above it have %d", row+origin, width, cols)
		}
	}
	return cells, cols, nil
}

// appendRow reads one row. If there is an error, the result has the cells before it.
func appendRow(cells []byte, row string) ([]byte, error) {
	for i := 0; i < len(row); {
		if strings.IndexByte(".#-xoXO", row[i]) >= 0 {
			cells = append(cells, row[i])
			i++
			if len(cells) > bitboard.MaxCells {
				return cells[:len(cells)-1], tooManyCells()
			}
			continue
		}
		digits := 0
		count := 0
		for ; i+digits < len(row) && '0' <= row[i+digits] && row[i+digits] <= '9'; digits++ {
			count = min(10*count+int(row[i+digits]-'0'), bitboard.MaxCells+1)
		}
		switch {
		case digits == 0:
			symbol, _ := utf8.DecodeRuneInString(row[i:])
			return cells, fmt.Errorf("%q is not a cell; cells are . # - x o X O or a number of empty cells", symbol)
		case count == 0:
			return cells, errors.New("a count of no cells")
		case len(cells)+count > bitboard.MaxCells:
			return cells, tooManyCells()
		}
		cells = append(cells, strings.Repeat(".", count)...)
		i += digits
	}
	return cells, nil
}

func tooManyCells() error {
	return fmt.Errorf("more than %d cells", bitboard.MaxCells)
}

// withCells puts the characters of the cells on the board and checks that the
// position is possible.
func (p Position) withCells(cells []byte) (Position, error) {
	dashes, err := p.put(cells)
	if err != nil {
		return Position{}, err
	}
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, p.checkDashes(dashes)
}

// put puts the characters of the cells on the board, and returns the cells written as blocked.
func (p *Position) put(cells []byte) (dashes Board, err error) {
	for c, symbol := range cells {
		switch symbol {
		case '#':
			p.holes = p.holes.With(c)
		case '-':
			dashes = dashes.With(c)
		case '.':
		default:
			if err := p.putMark(c, symbol); err != nil {
				return 0, err
			}
		}
	}
	return dashes, nil
}

// putMark puts the mark of a character on the board.
func (p *Position) putMark(c int, symbol byte) error {
	player, lower := X, symbol == 'x' || symbol == 'o'
	if symbol == 'O' || symbol == 'o' {
		player = O
	}
	if lower && p.game.variant.def.Lower == LowerNone {
		return p.game.wrongAt(bitboard.Of(c), "%q at %s: %s leaves no used-up marks; markers are X and O, blocks #",
			symbol, p.game.describe(c), p.game.variant.ID)
	}
	p.marks[player] = p.marks[player].With(c)
	if !lower || p.game.variant.def.Lower == LowerLive {
		p.live = p.live.With(c)
	}
	return nil
}

// checkDashes checks that the cells written as blocked are blocked.
func (p Position) checkDashes(dashes Board) error {
	if wrong := dashes &^ p.Blocked(); wrong != 0 {
		return p.game.wrongAt(wrong, `"-" at %s, which is not next to a claim; a cell that does not exist is #`, p.game.describe(wrong.First()))
	}
	return nil
}
