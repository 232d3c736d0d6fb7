package variants

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gridlock/bitboard"
)

// Definition defines a game. Each of the five games of this package has one, and [New] makes a
// game of any other; docs/adding-a-game.md is a walkthrough.
//
// ID is required, and either Family, or Traits, Rules and, unless the default suits, State. Other fields that are nil
// or zero have the default in their comment. All functions must be safe for concurrent use.
type Definition struct {
	ID         string // its name in programs: lower-case letters and digits
	Title      string // its name for people; the ID by default
	Literature string // its name elsewhere
	Summary    string // the rule in one line
	Rows, Cols int    // the default board; 4×4 by default
	MinCols    int    // minimum number of columns, 1 by default, at most 4
	Names      Names  // how cells are written
	Lower      Lower  // meaning of a lower-case mark

	// Mark is the word for a mark in sentences, "marker" by default.
	Mark string

	// Family is the rules as a value. It sets all fields below except Render.
	Family Family

	// Traits are the facts about the rules that general code may use.
	Traits Traits

	// Rules returns the rules on a grid.
	Rules func(g *bitboard.Grid) Rules

	// State returns the part of a position that matters to the rules, seen from the player to move. The default is for
	// games with Free. Free is the empty cells that are not blocked. Mine and Yours are the live marks of the player to
	// move and of the opponent; if Mine is unused, Yours has the live marks of both.
	State func(p Position) State

	// Start adds the initial marks of a game to a position that has none. By default there are
	// none.
	Start func(p Position) Position

	// Place makes a legal move on the board; the turn does not pass. By default it puts a mark of the player to move on
	// the cell and, if Yours is a marker, retires the previous mark.
	Place func(p Position, m Move) Position

	// Blocked returns empty cells that can never be played to, which are written "-". By default
	// there are none.
	Blocked func(p Position) Board

	// Check returns why a position is impossible, or nil. By default all positions are possible
	// whose state fits the traits.
	Check func(p Position) error

	// Refuse returns why the player to move cannot play to an empty cell. The default gives no
	// details.
	Refuse func(p Position, cell int) (Reason, string)

	// Render draws the board, without a final line break. By default cells are numbered or, if they are written as row and
	// column, bracketed. Hexagons are drawn in slanting rows, graphs with their edges, and joined edges of the board as ~.
	Render func(p Position, paint Paint) string

	// MoveText writes a legal move. By default moves are cells.
	MoveText func(p Position, m Move) string

	// Moves is the number of possible moves, at most 64. By default it is the number of cells of
	// the board, and 64 if there is a MoveText.
	Moves int

	// RefuseMove returns why a move is not legal, as a *MoveError, see [Refused]. By default it says what is in the cell;
	// with a MoveText it gives no details.
	RefuseMove func(p Position, m Move) error

	// ParseMove reads a legal move; its error is a *MoveError, see [Refused]. The default reads the name of a cell or, if
	// there is a MoveText, the texts that it writes.
	ParseMove func(p Position, text string) (Move, error)

	// ParseStep reads the first half of a move, in games whose moves are entered in two halves, and returns the marker's
	// new cell. Its error is a *MoveError. By default moves have no halves.
	ParseStep func(p Position, text string) (cell int, err error)

	// ImageMove returns the image of a move under a symmetry of the grid. By default a move is a
	// cell.
	ImageMove func(g *bitboard.Grid, sym bitboard.Symmetry, m Move) Move

	// Drawn returns a position that has the state. ok is false if there is none, so the state is unreachable. The default
	// may miss positions: it tries only the position with live marks on Mine and Yours, empty cells on Free, and holes
	// everywhere else.
	Drawn func(g *Game, s State) (p Position, ok bool)

	letters  map[string]int // the letters of a graph's picture; in moves each names a vertex
	lettered bool           // each vertex has a letter, which is its name
}

// Names is how cells are written.
type Names uint8

const (
	NumberFrom1 Names = iota // names such as 6, counted row by row from 1
	RowColFrom1              // 2,3
	RowColFrom0              // 1,2
)

// origin is the number of the first row and column.
func (n Names) origin() int {
	if n == RowColFrom0 {
		return 0
	}
	return 1
}

// Lower is the meaning of a lower-case mark in the text of a position.
type Lower uint8

const (
	ByTraits    Lower = iota // as LowerUsedUp if Yours is a marker, else as LowerLive
	LowerLive                // a live mark
	LowerUsedUp              // a mark that no longer matters
	LowerNone                // nothing: there are no such marks
)

// New makes a game of a definition. It plays some games on small boards to check that the functions agree with each
// other and with the traits. The error names a disagreement. Every later move is checked as well. Then a violation is a
// panic, since answers by inconsistent rules are worthless.
//
// [Lookup] does not know the game. Functions that read the name of a game from a file take a list of games besides the
// five. Two definitions with the same ID count as the same game.
func New(d Definition) (Variant, error) {
	if slices.Contains(IDs(), d.ID) {
		return Variant{}, fmt.Errorf("the definition of %q: there is a game of that ID", d.ID)
	}
	v, err := d.variant()
	if err != nil {
		return Variant{}, fmt.Errorf("the definition of %q: %w", d.ID, err)
	}
	return v, nil
}

// variant makes a game of a definition, and tries it if its rules are code.
func (d Definition) variant() (v Variant, err error) {
	if !isID(d.ID) {
		return v, errors.New("an ID is lower-case letters and digits, a letter first")
	}
	if !d.Family.isZero() {
		f, words, err := d.Family.normal()
		if err != nil {
			return v, err
		}
		d.Family = f
		if g := knownBy(words); g != nil {
			return newVariant(d, g.ID)
		}
		return newVariant(d, words)
	}
	if v, err = newVariant(d, d.ID); err != nil {
		return v, err
	}
	v.guarded = true
	return v, tried(v)
}

// newVariant makes a game of a definition whose family, if it has one, is normal. All games are made here.
func newVariant(d Definition, key string) (Variant, error) {
	if !d.Family.isZero() {
		if err := d.Family.define(&d, key); err != nil {
			return Variant{}, err
		}
	}
	if err := d.validate(); err != nil {
		return Variant{}, err
	}
	draws, cellMoves := d.Drawn != nil, d.MoveText == nil
	d.complete()
	return Variant{
		ID: d.ID, Title: d.Title, Literature: d.Literature, Summary: d.Summary,
		Rows: d.Rows, Cols: d.Cols, MinCols: d.MinCols, key: key, def: &d, draws: draws, cellMoves: cellMoves,
	}, nil
}

// validate returns what is missing or out of range, or nil.
func (d *Definition) validate() error {
	switch {
	case d.Rules == nil && d.Family.isZero():
		return errors.New("Rules is missing")
	case d.State == nil && d.Traits.Free == Unused:
		return errors.New("State is missing; only games whose traits have Free can do without")
	case d.Names > RowColFrom0 || d.Lower > LowerNone:
		return errors.New("Names or Lower is none of its constants")
	case d.MinCols < 0 || d.MinCols > mostMinCols:
		return fmt.Errorf("MinCols is %d, and not from 1 to %d", d.MinCols, mostMinCols)
	case d.Moves < 0 || d.Moves > bitboard.MaxCells:
		return fmt.Errorf("the number of Moves is %d, and not at most %d", d.Moves, bitboard.MaxCells)
	case d.MoveText != nil && d.ImageMove == nil && d.Traits.Symmetric:
		return errors.New("ImageMove is missing: with MoveText, moves are more than cells")
	}
	if err := d.Traits.validate(); err != nil {
		return fmt.Errorf("Traits: %w", err)
	}
	return nil
}

// isID reports whether a text is lower-case letters and digits, a letter first.
func isID(text string) bool {
	return text != "" && 'a' <= text[0] && text[0] <= 'z' && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// mostMinCols is the maximum of MinCols, so that a game can be tried on small boards.
const mostMinCols = 4

// complete fills in the defaults.
func (d *Definition) complete() {
	d.Title = cmp.Or(d.Title, d.ID)
	d.Mark = cmp.Or(d.Mark, "marker")
	d.MinCols = max(1, d.MinCols)
	if d.Rows == 0 && d.Cols == 0 {
		d.Rows, d.Cols = 4, 4
	}
	if d.Lower == ByTraits {
		d.Lower = LowerLive
		if d.Traits.Yours == Marker {
			d.Lower = LowerUsedUp
		}
	}
	defaults := Definition{
		State:      stateByTraits,
		Start:      func(p Position) Position { return p },
		Place:      placeByTraits,
		Blocked:    func(Position) Board { return 0 },
		Check:      func(Position) error { return nil },
		Refuse:     refuseCell,
		Render:     renderNames,
		MoveText:   func(p Position, m Move) string { return p.game.CellText(int(m)) },
		RefuseMove: func(p Position, m Move) error { return p.refuseCell(int(m)) },
		ParseMove:  parseCellMove,
		ImageMove:  imageOfCell,
		Drawn:      drawnByTraits,
	}
	if d.Names != NumberFrom1 && d.Family.isSquares() {
		defaults.Render = renderBrackets
	}
	if d.MoveText != nil {
		d.Moves = cmp.Or(d.Moves, bitboard.MaxCells)
		defaults.ParseMove = parseMoveText
		defaults.RefuseMove = func(Position, Move) error { return refusal(Forbidden, "the rules do not allow it") }
	}
	own, others := reflect.ValueOf(d).Elem(), reflect.ValueOf(defaults)
	for i := range own.NumField() {
		if f := own.Field(i); f.Kind() == reflect.Func && f.IsNil() {
			f.Set(others.Field(i))
		}
	}
}

// stateByTraits is State of games with Free.
func stateByTraits(p Position) State {
	s := State{Free: p.Empty() &^ p.Blocked()}
	t := p.game.Traits()
	switch {
	case t.Yours != Unused && t.Mine == Unused:
		s.Yours = p.live
	case t.Yours != Unused:
		s.Yours = p.Live(p.side.Opponent())
	}
	if t.Mine != Unused {
		s.Mine = p.Live(p.side)
	}
	return s
}

// placeByTraits is Place of games whose moves are cells.
func placeByTraits(p Position, m Move) Position {
	switch t := p.game.Traits(); {
	case t.TwoMarkers():
		p = p.Retire(p.marks[p.side])
	case t.Yours == Marker:
		p = p.Retire(p.live)
	}
	return p.Put(p.side, m.cell())
}

// refuseCell is the Refuse of games that give no reasons.
func refuseCell(p Position, c int) (Reason, string) {
	return Forbidden, fmt.Sprintf("%s cannot be played to", p.game.describe(c))
}

// imageOfCell is ImageMove of games whose moves are cells.
func imageOfCell(g *bitboard.Grid, sym bitboard.Symmetry, m Move) Move {
	return Move(g.Image(sym, m.cell()).First())
}

// parseCellMove is ParseMove of games whose moves are cells.
func parseCellMove(p Position, text string) (Move, error) {
	c, err := p.game.parseCell(text)
	if err != nil {
		return 0, err
	}
	if !p.Legal().Has(c) {
		return 0, p.refuseCell(c)
	}
	return Move(c), nil
}

// parseMoveText is ParseMove of games that define only how a move is written.
func parseMoveText(p Position, text string) (Move, error) {
	for m := range p.Legal().Cells() {
		if strings.EqualFold(strings.TrimSpace(text), p.MoveText(Move(m))) {
			return Move(m), nil
		}
	}
	return 0, refusal(Unreadable, "not a legal move; write one as in %q", p.MoveText(Move(p.Legal().First())))
}

// Put returns the position with live marks of a player on some cells, for [Definition.Place] and
// [Definition.Start].
func (p Position) Put(player Player, cells Board) Position {
	p.marks[player] |= cells
	p.live |= cells
	return p
}

// Retire returns the position with the marks on some cells used up.
func (p Position) Retire(cells Board) Position {
	p.live &^= cells
	return p
}

// Lift returns the position without the marks on some cells.
func (p Position) Lift(cells Board) Position {
	p.marks = [2]Board{p.marks[X] &^ cells, p.marks[O] &^ cells}
	p.live &^= cells
	return p
}

// Block returns the position with holes in place of some empty cells.
func (p Position) Block(cells Board) Position {
	p.holes |= cells
	return p
}
