package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Lemmas are the lemmas that hold in a game; a nil field means that there is none, and a search
// does without. The zero value suits any game. All of it is argued in docs/soundness.md.
type Lemmas struct {
	// Decides reports whether [Theory] decides every position of the game, given time.
	Decides bool

	// Matching reports whether a legal move wins if and only if it is to a cell that some
	// maximum matching of the free cells misses, see [Inessential].
	Matching bool

	// Mirrors are the mirrors that a second player can copy by.
	Mirrors *Mirrors

	// Separation, Nimbers and Values make the types of these names, which are not safe for
	// concurrent use.
	Separation func() *Separation
	Nimbers    func() *Nimbers
	Values     func() *Values

	// Alive removes the cells that can never be played to from a state, and bounds how long the
	// game can last. If it is nil, use the fact that every ply takes a cell.
	Alive func(s variants.State) Alive

	// Confined reports whether, with two markers on the board, cells that neither can reach by
	// steps over free cells do not matter.
	Confined bool

	// Components returns the parts of the cells that may still be played to: what happens in one
	// of them changes nothing in the others.
	Components func(s variants.State) []bitboard.Board

	// History finds the positions that a position may have come from.
	History *History
}

// For returns the lemmas of a game. It is the only place that assigns lemmas to games.
func For(game *variants.Game) Lemmas {
	grid := game.Grid()
	view := newPlyBounds(grid)
	separation := func() *Separation { return newSeparation(game) }
	switch game.Variant().ID {
	case variants.Classic:
		return Lemmas{
			Decides: true, Matching: true, Alive: view.follow,
			Components: parts{grid.DilateRook, freeCells}.of,
			History:    historyBeside(grid),
		}
	case variants.Duel:
		mirrors := NewMirrors(grid)
		mirrors.sided = true
		return Lemmas{
			Decides: true, Mirrors: mirrors, Values: func() *Values { return NewValues(grid) }, Alive: view.stonesOfBoth,
			Components: parts{grid.DilateKing, bothSides}.of,
		}
	case variants.Lockdown:
		return Lemmas{
			Mirrors: NewMirrors(grid), Separation: separation, Alive: view.walk, Confined: true,
			Components: parts{grid.DilateKing, freeCells}.of,
			History:    historyOfWalks(grid),
		}
	case variants.Claim:
		return Lemmas{
			Decides: true, Nimbers: func() *Nimbers { return NewNimbers(grid) }, Alive: view.stonesOfAll,
			Components: parts{grid.DilateKing, freeCells}.of,
		}
	case variants.Blockade:
		return Lemmas{
			Separation: separation, Alive: view.block, Confined: true,
			Components: parts{grid.DilateRook, freeAndMarkers}.of,
			History:    historyOfSiege(grid),
		}
	}
	return Lemmas{}
}

// Sums reports whether positions are evaluated as sums of games, which takes longer than other
// lemmas do.
func (l Lemmas) Sums() bool { return l.Nimbers != nil || l.Values != nil }
