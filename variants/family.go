package variants

import (
	"errors"

	"gridlock/bitboard"
)

// Family is the rules of a game as a value: a kind of move, a neighbourhood, and what a move closes.
// Each of the five games is one, and [Definition.Family] makes a game of any other. The rules that
// searches play by are chosen by it, once a board, and not interpreted.
//
//	          Kind    Near  Close            in the literature
//	classic   Follow  Rook                   undirected vertex geography
//	duel      Place   King  Own              Col
//	lockdown  Walk    King                   partizan vertex geography, Tron
//	claim     Place   King  All              Node Kayles
//	blockade  Walk    Rook  Block, from Ends Isola
//	          Place   Rook  Other            Snort
//
// The zero value is no game.
type Family struct {
	Kind  Kind
	Near  Near
	Close Close // Place: to whom a mark closes the cells near it
	Block bool  // Walk: after the step the player blocks a cell near the new one, and the cell that was left is free again
	Ends  bool  // Walk: the markers start at the ends of the middle row; else the players place them
}

// Kind is what a move does.
type Kind uint8

const (
	NoKind Kind = iota
	Place       // puts a mark on a cell that is open to the player
	Follow      // puts a mark near the last one, of either player; the first one anywhere
	Walk        // steps the player's marker to a cell near it, never onto a used one
)

// Near is which cells are neighbours.
type Near uint8

const (
	NoNear Near = iota
	Rook        // those that share a side
	King        // those that share a side or a corner
)

// Close is to whom a mark closes the cells near it.
type Close uint8

const (
	CloseNone  Close = iota // to nobody
	CloseOwn                // to its owner
	CloseOther              // to the opponent of its owner
	CloseAll                // to both
)

// validate returns why there is no game of the family, or nil.
func (f Family) validate() error {
	switch {
	case f.Kind == NoKind || f.Kind > Walk:
		return errors.New("Kind is Place, Follow or Walk")
	case f.Near == NoNear || f.Near > King:
		return errors.New("Near is Rook or King")
	case f.Close > CloseAll:
		return errors.New("Close is none of its constants")
	case f.Close != CloseNone && f.Kind != Place:
		return errors.New("Close is for Place: in other games a mark closes its own cell alone")
	case (f.Block || f.Ends) && f.Kind != Walk:
		return errors.New("Block and Ends are for Walk: other games have no markers that move")
	case f.Block && (f.Near != Rook || !f.Ends):
		return errors.New("Block is for Rook and Ends: its moves are pairs of the four directions")
	}
	return nil
}

// Family returns the rules as a value; the zero value if they are not of the family.
func (v Variant) Family() Family {
	if v.def == nil {
		return Family{}
	}
	return v.def.Family
}

// near returns the neighbourhood on a grid.
func (f Family) near(g *bitboard.Grid) *bitboard.Near {
	if f.Near == King {
		return g.King()
	}
	return g.Rook()
}

// traits are those of the games of the family.
func (f Family) traits() Traits {
	most := 4 // cells near one
	if f.Near == King {
		most = 8
	}
	t := Traits{Symmetric: true, MaxDrop: 1}
	switch {
	case f.Kind == Follow:
		t.Free, t.Yours = Cells, Marker
	case f.Kind == Walk:
		t.Free, t.Mine, t.Yours, t.Blocks = Cells, Marker, Marker, f.Block
		t.Step = RookStep
		if f.Near == King {
			t.Step = KingStep
		}
	case f.Close == CloseAll:
		t.Free, t.MaxDrop = Cells, most+1
	default:
		t.Mine, t.Yours, t.MaxDrop = Cells, Cells, most+2
		if f.Close == CloseNone {
			t.MaxDrop = 2
		}
	}
	return t
}

// rules returns the rules on a grid.
func (f Family) rules(g *bitboard.Grid) Rules {
	near, none := f.near(g), new(bitboard.Near)
	switch {
	case f.Kind == Follow:
		return follow{near}
	case f.Block:
		return siege{g}
	case f.Kind == Walk:
		return walk{near}
	case f.Close == CloseAll:
		return kayles{near}
	case f.Close == CloseOwn:
		return place{near, none}
	case f.Close == CloseOther:
		return place{none, near}
	}
	return place{none, none}
}

// define sets what the family says of a game: all that the rules are. What a definition adds is how
// the game is written, drawn and called.
func (f Family) define(d *Definition) error {
	if err := f.validate(); err != nil {
		return err
	}
	if d.Rules != nil || d.Traits != (Traits{}) || d.Moves != 0 || d.State != nil || d.Start != nil || d.Place != nil || d.Blocked != nil ||
		d.Check != nil || d.Refuse != nil || d.MoveText != nil || d.RefuseMove != nil || d.ParseMove != nil || d.ParseStep != nil ||
		d.ImageMove != nil || d.Drawn != nil {
		return errors.New("it says all of the rules; a definition that has it sets only names, sizes and Render")
	}
	d.Traits, d.Rules, d.Drawn = f.traits(), f.rules, drawnByTraits
	switch f.Kind {
	case Place:
		f.definePlace(d)
	case Follow:
		d.Check, d.Refuse = checkFollow, f.refuseFollow
	case Walk:
		f.defineWalk(d)
	}
	return nil
}

// beside says that two cells are neighbours: "does not …".
func (n Near) beside() string {
	if n == King {
		return "touch"
	}
	return "share a side with"
}
