package variants

import (
	"errors"
	"fmt"

	"gridlock/bitboard"
)

// Field is what a field of [State] holds.
type Field uint8

const (
	Unused Field = iota // always empty
	Cells               // any set of cells
	Marker              // one cell, or none before the marker is placed
)

// Traits describe a game's rules to code that does not know the game: how its States can be packed, and how a search
// may order moves. The zero value of every trait except the fields is always correct, but may be slow. Facts that need
// a proof are in package theory.
//
//	          Free   Mine    Yours   MaxDrop
//	classic   Cells  –       Marker  1
//	duel      –      Cells   Cells   10
//	lockdown  Cells  Marker  Marker  1
//	claim     Cells  –       –       9
//	blockade  Cells  Marker  Marker  1
//
// Every state of a game fits its traits: an unused field is empty, a marker is at most one cell, and if Free is used,
// no cell is in two of the three fields. So two words hold every state. Every move uses up a cell, see [Traits.Left].
type Traits struct {
	Free, Mine, Yours Field

	// Symmetric means that the rules are the same under all symmetries of the board, so that images of a position have the
	// same outcome and distance. Games of the family leave it out: [Game.Symmetries] finds their symmetries.
	Symmetric bool

	// MaxDrop is the maximum by which a move reduces Left; 0 if unknown.
	MaxDrop int

	// Blocks means that a move can turn an empty cell into a hole.
	Blocks bool
}

// TwoMarkers reports whether Mine and Yours are markers.
func (t Traits) TwoMarkers() bool { return t.Mine == Marker && t.Yours == Marker }

// Sets reports whether Mine or Yours is a set of cells.
func (t Traits) Sets() bool { return t.Mine == Cells || t.Yours == Cells }

// Left returns the number of cells left: |Free| or, if Free is unused, |Mine| + |Yours|. Every move reduces it and, if
// Free is unused, also |Mine ∪ Yours|. So no game lasts longer than 64 plies.
func (t Traits) Left(s State) int {
	if t.Free != Unused {
		return s.Free.Count()
	}
	return s.Mine.Count() + s.Yours.Count()
}

// validate returns why no game can have the traits, or nil.
func (t Traits) validate() error {
	switch {
	case t.Free == Marker:
		return errors.New("field Free is a set of cells or unused, not a marker")
	case t.Free > Marker || t.Mine > Marker || t.Yours > Marker:
		return errors.New("a field is Unused, Cells or Marker")
	case t.Free == Unused && !t.Sets():
		return errors.New("no field holds cells that moves can use up")
	case t.MaxDrop < 0:
		return fmt.Errorf("MaxDrop is %d", t.MaxDrop)
	}
	return nil
}

// fits returns why a state does not fit the traits on a board of the given cells, or nil.
func (t Traits) fits(s State, all Board) error {
	names, boards := [...]string{"Free", "Mine", "Yours"}, [...]Board{s.Free, s.Mine, s.Yours}
	for i, field := range [...]Field{t.Free, t.Mine, t.Yours} {
		switch b := boards[i]; {
		case b&^all != 0:
			return fmt.Errorf("%s has cells that are not on the board", names[i])
		case field == Unused && b != 0:
			return fmt.Errorf("%s is not empty, and unused by its traits", names[i])
		case field == Marker && b.Rest() != 0:
			return fmt.Errorf("%s is a marker by its traits, and has %d cells", names[i], b.Count())
		}
	}
	if t.Free != Unused && s.Free&(s.Mine|s.Yours)|s.Mine&s.Yours != 0 {
		return errors.New("a cell is in two of Free, Mine and Yours, which is only for games without Free")
	}
	return nil
}

// follows returns why next cannot be the state after a move in s, or nil.
func (t Traits) follows(s, next State, all Board) error {
	if err := t.fits(next, all); err != nil {
		return err
	}
	drop := t.Left(s) - t.Left(next)
	switch {
	case drop <= 0 && t.Free != Unused:
		return fmt.Errorf("it uses up no cell: Free has %d cells before it and %d after it", s.Free.Count(), next.Free.Count())
	case drop <= 0 || t.Free == Unused && (s.Mine|s.Yours).Count() <= (next.Mine|next.Yours).Count():
		return fmt.Errorf("it uses up no cell: Mine and Yours have %d and %d cells before it, %d and %d after it; "+
			"where players can win cells back, keep the empty cells in Free",
			s.Mine.Count(), s.Yours.Count(), next.Mine.Count(), next.Yours.Count())
	case t.MaxDrop != 0 && drop > t.MaxDrop:
		return fmt.Errorf("it uses up %d cells, and %d at most by its traits", drop, t.MaxDrop)
	}
	return nil
}

// Traits describe the rules to code that does not know the game.
func (v Variant) Traits() Traits {
	if v.def == nil {
		return Traits{}
	}
	return v.def.Traits
}

// Traits describe the rules to code that does not know the game.
func (g *Game) Traits() Traits { return g.variant.def.Traits }

// Symmetries returns the symmetries of the board under which the rules are the same, the
// identity first: a group.
func (g *Game) Symmetries() []bitboard.Symmetry { return g.symmetries }
