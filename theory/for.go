package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Lemmas says which lemmas hold in a game. The zero value is that of a game of which nothing
// is known: a nil field says that there is no such lemma, and a search does without.
// Everything in it is argued in docs/soundness.md.
type Lemmas struct {
	// Decides says that [Theory] decides every position of the game, given time.
	Decides bool

	// Matching says that a legal move wins if and only if it is to a cell that some maximum
	// matching of the free cells misses, see [Inessential].
	Matching bool

	// Mirrors are those by which a second player can copy.
	Mirrors *Mirrors

	// Separation, Nimbers and Values make the lemmas of those names. What they make serves one
	// goroutine.
	Separation func() *Separation
	Nimbers    func() *Nimbers
	Values     func() *Values

	// Alive returns what is left of a state without the cells to which nobody can ever play,
	// and how long the game can last. Where there is none, every ply takes a cell.
	Alive func(s variants.State) Alive

	// Confined says that with two markers on the board, no cell matters that neither can
	// reach by steps over free cells.
	Confined bool

	// Components returns the parts that the cells fall into to which somebody may still play:
	// what happens in one of them changes nothing in the others.
	Components func(s variants.State) []bitboard.Board

	// History says from where positions may have come.
	History *History
}

// For returns the lemmas for a game. It is the one place that says what is known of which
// game.
func For(game *variants.Game) Lemmas {
	grid := game.Grid()
	view := newView(grid)
	separation := func(step variants.Step) func() *Separation {
		return func() *Separation { return newSeparation(grid, step) }
	}
	switch game.Variant().ID {
	case variants.Classic:
		return Lemmas{
			Decides: true, Matching: true, Alive: view.beside,
			Components: parts{grid.DilateRook, freeCells}.of,
			History:    historyBeside(grid),
		}
	case variants.Duel:
		return Lemmas{
			Decides: true, Mirrors: NewMirrors(grid), Values: func() *Values { return NewValues(grid) }, Alive: view.stonesOfBoth,
			Components: parts{grid.DilateKing, bothSides}.of,
		}
	case variants.Lockdown:
		return Lemmas{
			Mirrors: NewMirrors(grid), Separation: separation(variants.KingStep), Alive: view.walking, Confined: true,
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
			Separation: separation(variants.RookStep), Alive: view.besieging, Confined: true,
			Components: parts{grid.DilateRook, freeAndMarkers}.of,
			History:    historyOfSiege(grid),
		}
	}
	return Lemmas{}
}

// Sums reports whether positions are evaluated as sums of games, which takes longer than
// other lemmas do.
func (l Lemmas) Sums() bool { return l.Nimbers != nil || l.Values != nil }
