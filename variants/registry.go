package variants

import (
	"errors"
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// The ids of the five games.
const (
	Classic  = "classic"
	Duel     = "duel"
	Lockdown = "lockdown"
	Claim    = "claim"
	Blockade = "blockade"
)

// Variant describes one of the five games. Get one from [All] or [Lookup]. The zero
// value is no game.
type Variant struct {
	ID         string // what the program calls it, e.g. "lockdown"
	Title      string // the title of its rule book
	Literature string // what it is known as elsewhere
	Summary    string // the rule in a line
	Rows, Cols int    // the default board
	MinCols    int    // the least number of columns, 1 or 2

	cells cellStyle
	lower lowerCase
	rules func(common) ruleset
}

// lowerCase is what a lower-case mark means in the text of a position.
type lowerCase uint8

const (
	sameAsUpper lowerCase = iota // a live mark
	usedUp                       // a mark that does not matter any more
	noMark                       // nothing: there are none
)

// ruleset is what each game's file provides: its rules, and what is needed to
// read, write, check and draw the board.
type ruleset interface {
	Rules

	start(p Position) Position                // the marks a game begins with; p has none
	state(p Position) State                   // what matters of a position
	place(p Position, m Move) Position        // a legal move on the board; the turn does not pass
	blocked(p Position) Board                 // empty cells that nobody can ever play to
	image(sym bitboard.Symmetry, m Move) Move // a move under a symmetry of the grid
	check(p Position) error                   // why the position is impossible
	render(p Position, _ Paint) string        // the board as the rule book draws it
}

// All returns the five games, in the order in which they are always listed.
func All() []Variant {
	return []Variant{
		{
			ID: Classic, Title: "GridLock", Rows: 4, Cols: 4, MinCols: 1, cells: rowColFrom1, lower: usedUp,
			Literature: "undirected vertex geography with a free first placement",
			Summary:    "place beside the last placed marker",
			rules:      func(c common) ruleset { return classic{c} },
		},
		{
			ID: Duel, Title: "GridLock Duel", Rows: 4, Cols: 4, MinCols: 1, cells: numberFrom1, lower: sameAsUpper,
			Literature: "Col, on the king's graph",
			Summary:    "place anywhere but next to a marker of your own",
			rules:      func(c common) ruleset { return duel{c} },
		},
		{
			ID: Lockdown, Title: "GridLockdown", Rows: 4, Cols: 4, MinCols: 1, cells: numberFrom1, lower: usedUp,
			Literature: "partizan vertex geography, king-move Tron; Generalized King Dirt <1,1,1>",
			Summary:    "place a marker, then move it like a king, never onto a used cell",
			rules:      func(c common) ruleset { return lockdown{c} },
		},
		{
			ID: Claim, Title: "Grid Lock", Rows: 4, Cols: 4, MinCols: 1, cells: numberFrom1, lower: sameAsUpper,
			Literature: "Obstruction; Node Kayles on the king's graph",
			Summary:    "claim a cell, which blocks all cells around it",
			rules:      func(c common) ruleset { return claim{c} },
		},
		{
			ID: Blockade, Title: "GridLock: Two-Player Strategic Blockade", Rows: 7, Cols: 7, MinCols: 2, cells: rowColFrom0, lower: noMark,
			Literature: "a restricted Isola (Isolation): rook steps, and the block touches the mover",
			Summary:    "step your marker, then block a cell beside it",
			rules:      func(c common) ruleset { return blockade{c} },
		},
	}
}

// Lookup returns the game with the given id, in either case. For an unknown id
// the error names the ids there are.
func Lookup(id string) (Variant, error) {
	var ids []string
	for _, v := range All() {
		if strings.EqualFold(v.ID, id) {
			return v, nil
		}
		ids = append(ids, v.ID)
	}
	return Variant{}, fmt.Errorf("unknown variant %q: there are %s", id, strings.Join(ids, ", "))
}

// NewGame returns the game on a board of the given size. The zero Variant is none, on
// any board.
func (v Variant) NewGame(rows, cols int) (*Game, error) {
	if v.rules == nil {
		return nil, errNoGame()
	}
	grid, err := bitboard.NewGrid(rows, cols)
	if err != nil {
		return nil, err
	}
	if cols < v.MinCols {
		return nil, fmt.Errorf("%s needs at least %d columns, one for each marker, not %v", v.ID, v.MinCols, grid)
	}
	return &Game{variant: v, grid: grid, rules: v.rules(common{grid})}, nil
}

// errNoGame returns the error of the zero Variant.
func errNoGame() error { return errors.New("no game: a Variant comes from All or Lookup") }

// Default returns the game on its default board, nil for the zero Variant.
func (v Variant) Default() *Game {
	if v.rules == nil {
		return nil
	}
	g, err := v.NewGame(v.Rows, v.Cols)
	if err != nil {
		panic("variants: default board: " + err.Error())
	}
	return g
}

// Game is one of the games on a board of one size. It is immutable.
type Game struct {
	variant Variant
	grid    *bitboard.Grid
	rules   ruleset
}

// Variant returns which of the five games this is.
func (g *Game) Variant() Variant { return g.variant }

// Grid returns the shape of the board.
func (g *Game) Grid() *bitboard.Grid { return g.grid }

// Rules returns the rules on States, for searches.
func (g *Game) Rules() Rules { return g.rules }

// Start returns the first position of a game, X to move.
func (g *Game) Start() Position {
	p, err := g.StartWithHoles(0)
	if err != nil {
		panic("variants: start: " + err.Error())
	}
	return p
}

// StartWithHoles returns the first position on a board from which the given
// cells are missing. In blockade the two cells where the markers start must be
// there.
func (g *Game) StartWithHoles(holes Board) (Position, error) {
	if out := holes &^ g.grid.All(); out != 0 {
		return Position{}, fmt.Errorf("a hole at cell %d, outside the board of %v", out.First(), g.grid)
	}
	p := g.rules.start(Position{game: g, holes: holes})
	if hit := p.live & holes; hit != 0 {
		return Position{}, fmt.Errorf("a hole at %s, where a marker starts", g.describe(hit.First()))
	}
	return p, nil
}
