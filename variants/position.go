package variants

import (
	"fmt"
	"strconv"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/invariants"
)

// Player is one of the two players.
type Player uint8

const (
	X Player = iota // Player 1, who moves first
	O               // Player 2
)

// Opponent returns the other player.
func (p Player) Opponent() Player { return 1 - p }

// Number returns the player's number in the rule books, 1 or 2.
func (p Player) Number() int { return int(p) + 1 }

// String returns "X" or "O".
func (p Player) String() string {
	if p == X {
		return "X"
	}
	return "O"
}

// Name returns "Player 1 (X)" or "Player 2 (O)".
func (p Player) Name() string { return fmt.Sprintf("Player %d (%v)", p.Number(), p) }

// trail returns how a used-up mark of the player is written.
func (p Player) trail() string { return strings.ToLower(p.String()) }

// Position is a position as people see it: the board with the marks of both players, and who is to move. It is a value;
// playing a move makes a new one. Positions come from [Game.Start], [Variant.Parse] and [Position.Play], which make
// only possible positions, so every Position is valid. To compare positions, compare their texts or their States: ==
// also compares the [Game] pointers.
//
// Playing on the board and then taking the State gives the same State as taking the State and then playing; tests check
// this.
//
// The zero value is no position: it has no game, no cells and no moves. It is over, its text is "no position", and
// every move is refused.
type Position struct {
	game  *Game
	marks [2]Board // every mark, live or used up, by player
	live  Board    // the marks that still matter to the rules
	holes Board    // cells that do not exist, and blockade's blocks
	side  Player
}

// Game returns the game the position belongs to, nil for the zero Position.
func (p Position) Game() *Game { return p.game }

// Side returns the player to move.
func (p Position) Side() Player { return p.side }

// Marks returns the cells that hold a mark of the player, live or used up.
func (p Position) Marks(player Player) Board { return p.marks[player] }

// Live returns the player's live marks: the last placed marker in classic, the
// markers in lockdown and blockade, every mark in duel and claim.
func (p Position) Live(player Player) Board { return p.marks[player] & p.live }

// Holes returns the cells that do not exist, and blockade's blocks.
func (p Position) Holes() Board { return p.holes }

// Empty returns the cells without mark, block or hole. In claim that includes
// the blocked ones.
func (p Position) Empty() Board { return p.cells() &^ (p.marks[X] | p.marks[O] | p.holes) }

// cells returns the cells of the rectangle, holes included.
func (p Position) cells() Board {
	if p.game == nil {
		return 0
	}
	return p.game.grid.All()
}

// Blocked returns the empty cells next to a claim in claim, nothing in the other
// games.
func (p Position) Blocked() Board {
	if p.game == nil {
		return 0
	}
	return p.game.variant.def.Blocked(p)
}

// Closed returns the empty cells that a player can never take: in games of [Place] the cells that marks close to the
// player, in other games the blocked cells.
func (p Position) Closed(player Player) Board {
	if p.game == nil || p.game.variant.def.Family.Kind != Place {
		return p.Blocked()
	}
	return p.game.variant.def.Family.closed(p, player) & p.Empty()
}

// State returns what the rules need of the position, from the mover's side.
func (p Position) State() State {
	if p.game == nil {
		return State{}
	}
	return p.game.variant.def.State(p)
}

// Legal returns the moves of the player to move.
func (p Position) Legal() MoveSet {
	if p.game == nil {
		return 0
	}
	return p.game.rules.Legal(p.State())
}

// WithSide returns the position with the same marks and the given player to move. The error says why the rules have no
// such position.
func (p Position) WithSide(side Player) (Position, error) {
	if p.game == nil {
		return p, errNoGame
	}
	p.side = side
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// Neutral reports whether the State is the same whichever player is to move. The position may exist for one side only:
// in games of [Follow] the last mark is always the opponent's. For such positions of games outside the family it
// reports false.
func (p Position) Neutral() bool {
	if p.game == nil {
		return true
	}
	q := p
	q.side = p.side.Opponent()
	if p.game.variant.def.Family.Kind == NoKind && q.validate() != nil {
		return false
	}
	return p.State() == q.State()
}

// Over reports whether the game is over: the player to move has no legal move
// and has lost.
func (p Position) Over() bool { return p.Legal() == 0 }

// Play returns the position after move m. It panics if the move is not legal: check moves from
// outside the program with [Position.CheckMove].
func (p Position) Play(m Move) Position {
	if !p.legal(m) {
		panic(fmt.Sprintf("variants: Play: %v in %v", p.CheckMove(m), p))
	}
	next := p.game.variant.def.Place(p, m)
	next.side = p.side.Opponent()
	if invariants.Enabled || p.game.variant.guarded {
		if err := next.validate(); err != nil {
			panic(fmt.Sprintf("variants: %v after move %d in %v", err, m, p))
		}
		if err := disagreement(p, m, next); err != nil {
			panic("variants: " + err.Error())
		}
	}
	return next
}

// Image returns the position rearranged by a symmetry of the grid. Outcome, distance and perft stay the same.
func (p Position) Image(sym bitboard.Symmetry) Position {
	if p.game == nil {
		return p
	}
	image := func(b Board) Board { return p.game.grid.Image(sym, b) }
	p.marks = [2]Board{image(p.marks[X]), image(p.marks[O])}
	p.live, p.holes = image(p.live), image(p.holes)
	return p
}

// ImageMove returns the image of a move under a symmetry of the grid: if m is legal in p,
// p.ImageMove(sym, m) is in p.Image(sym). A number that is not a move of the game is returned
// unchanged.
func (p Position) ImageMove(sym bitboard.Symmetry, m Move) Move {
	if !p.game.hasMove(m) {
		return m
	}
	return p.game.ImageMove(sym, m)
}

// ImageMove returns the image of a move under a symmetry of the grid.
func (g *Game) ImageMove(sym bitboard.Symmetry, m Move) Move {
	if g.siege != nil {
		return g.siege.image(sym, m)
	}
	return g.variant.def.ImageMove(g.grid, sym, m)
}

// validate returns why the position is impossible, or nil.
func (p Position) validate() error {
	if twice := p.marks[X]&p.marks[O] | (p.marks[X]|p.marks[O])&p.holes; twice != 0 {
		return p.game.wrongAt(twice, "%s is occupied twice", p.game.describe(twice.First()))
	}
	if err := p.game.variant.def.Check(p); err != nil {
		return err
	}
	return p.game.Traits().fits(p.State(), p.game.grid.All())
}

// Paint decorates what Render draws in a cell, for instance with a colour. It must not change
// the visible width of the text.
type Paint func(cell int, text string) string

// Render draws the board as the game's rule book does, without a final line
// break: bracketed cells, numbered cells with or without rulers, or coordinates.
// Live marks are X and O, used-up ones x and o, holes #. A nil paint draws plain
// text.
func (p Position) Render(paint Paint) string {
	if p.game == nil {
		return noPosition
	}
	if paint == nil {
		paint = plain
	}
	return p.game.variant.def.Render(p, paint)
}

// Glyph returns the character of a cell in the text of a position: "." for an empty cell that is not blocked, "#" for a
// cell that does not exist.
func (p Position) Glyph(c int) string { return p.glyph(c, ".") }

// glyph returns the character of a cell: a mark, a hole, "-" if it is blocked, or the given text
// if it is empty.
func (p Position) glyph(c int, empty string) string {
	switch {
	case c < 0 || c >= bitboard.MaxCells || !p.cells().Has(c) || p.holes.Has(c):
		return "#"
	case p.Blocked().Has(c):
		return "-"
	case p.live.Has(c) && p.marks[X].Has(c):
		return X.String()
	case p.live.Has(c):
		return O.String()
	case p.marks[X].Has(c):
		return X.trail()
	case p.marks[O].Has(c):
		return O.trail()
	}
	return empty
}

// number returns the cell's number in the rule books that number cells.
func number(c int) string { return strconv.Itoa(c + 1) }
