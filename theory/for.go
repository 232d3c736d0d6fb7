package theory

import (
	"sync"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Lemmas are the lemmas that hold in a game. A nil field means that there is no such lemma, and searches do without.
// The zero value suits any game. docs/soundness.md has the arguments.
type Lemmas struct {
	// Decides reports whether [Theory] decides every position of the game, given time.
	Decides bool

	// Matching reports whether a legal move wins if and only if some maximum matching of the free cells misses its cell,
	// see [Inessential].
	Matching bool

	// Mirrors are the mirrors that a second player can copy by.
	Mirrors *Mirrors

	// Separation, Plans, Lasting, Ceiling, Nimbers and Values make values of the types of these names. The values are
	// not safe for concurrent use.
	Separation func() *Separation
	Plans      func() *Plans
	Lasting    func() Lasting
	Ceiling    func() Ceiling
	Nimbers    func() *Nimbers
	Values     func() *Values

	// Sure is the worth of cells that the opponent can never close.
	Sure *Sure

	// Automorphisms returns the automorphisms of the neighbourhood, if there are more of them than symmetries of the grid:
	// on graphs, and where edges are joined.
	Automorphisms func() []Automorphism

	// Alive removes the cells that can never be played to from a state, and bounds how long the game can last. If Alive
	// is nil, code may only assume that every ply takes a cell.
	Alive func(s variants.State) Alive

	// Confined reports whether, with two markers on the board, cells that neither can reach by
	// steps over free cells do not matter.
	Confined bool

	// Components divides the cells that may still be played to into parts. A move in one part changes nothing in the
	// others.
	Components func(s variants.State) []bitboard.Board

	// Arrangement gives positions with the same parts one form. It is nil on wide boards, where it gains nothing.
	Arrangement *Arrangement
}

// For returns the lemmas of a game, which are made once a game, and are safe for concurrent use.
func For(game *variants.Game) Lemmas {
	return game.Theory(func() any { return lemmasOf(game) }).(Lemmas)
}

// lemmasOf is the only place that assigns lemmas to games: by the kind of their moves, their neighbourhood, and what a
// move closes. A game that is not of the family has none.
func lemmasOf(game *variants.Game) Lemmas {
	near, f := game.Near(), game.Variant().Family()
	switch {
	case f.Kind == variants.Follow:
		return Lemmas{
			Decides: near.Symmetric(), Matching: near.Symmetric(), Alive: newPlyBounds(near).follow,
			Components: parts{near: near, sets: freeCells}.of,
		}
	case f.Kind == variants.Walk:
		return ofWalks(game)
	case f.Kind == variants.Place && f.Close == variants.CloseAll:
		return ofStones(game)
	case f.Kind == variants.Place:
		return ofMarks(game)
	}
	return Lemmas{}
}

// ofWalks returns the lemmas where markers take steps.
func ofWalks(game *variants.Game) Lemmas {
	near := game.Near()
	l := Lemmas{Separation: func() *Separation { return newSeparation(game) }, Confined: true}
	l.Plans = func() *Plans { return newPlans(game) }
	l.Lasting = func() Lasting { return newPlans(game).turnsAtLeast }
	if game.Variant().Family().Block {
		l.Alive = newPlyBounds(near).block
		l.Components = parts{near: near, sets: freeAndMarkers}.of
		return l
	}
	l.Mirrors = newMirrors(game)
	l.Alive = newPlyBounds(near).walk
	l.Components = parts{near: near, sets: freeCells}.of
	return l
}

// ofStones returns the lemmas where a mark closes the cells near it to both players.
//
// With a king's neighbourhood on the plane nothing is said of copying. On boards without holes copying works at most
// after a move to the centre, and finding the nimbers of such boards takes no time.
func ofStones(game *variants.Game) Lemmas {
	near, p := game.Near(), partsOf(game)
	l := Lemmas{
		Decides:    true,
		Nimbers:    func() *Nimbers { return NewNimbers(game) },
		Alive:      newPlyBounds(near).stonesOfAll,
		Lasting:    func() Lasting { return newPlyBounds(near).stonesTurnsAtLeast },
		Components: p.of,
	}
	if narrow(game, 3) {
		l.Arrangement = newArrangement(game, p)
	}
	if near != game.Grid().King() {
		l.Mirrors = newMirrors(game)
	}
	return l
}

// ofMarks returns the lemmas where a mark closes the cells near it to one player at most.
func ofMarks(game *variants.Game) Lemmas {
	near, p := closing(game), partsOf(game)
	l := Lemmas{Components: p.of}
	if narrow(game, 2) {
		l.Arrangement = newArrangement(game, p)
	}
	if f := game.Variant().Family(); f.Wrap != bitboard.Plane || f.Graph != nil {
		l.Automorphisms = sync.OnceValue(func() []Automorphism { return moreThanSymmetries(game, near) })
	}
	if p.across {
		l.Mirrors, l.Alive, l.Sure = newMirrors(game), marksOfBoth, &Sure{near}
		return l
	}
	l.Alive = newPlyBounds(near).stonesOfBoth
	l.Lasting = func() Lasting { return newPartTurns(game).turnsAtLeast }
	l.Ceiling = func() Ceiling { return newPartCeilings(game).ceiling }
	if near.Symmetric() {
		l.Decides, l.Mirrors, l.Values = true, newMirrors(game), func() *Values { return NewValues(game) }
	}
	return l
}

// moreThanSymmetries returns the automorphisms of a game's neighbourhood, or none if they are the symmetries of the grid.
func moreThanSymmetries(game *variants.Game, near *bitboard.Near) []Automorphism {
	start := game.Start().State()
	if all := automorphisms(near, start.Free|start.Mine); len(all) > len(game.Symmetries()) {
		return all
	}
	return nil
}

// closing returns the cells that a mark closes besides its own: none where marks close nothing.
func closing(game *variants.Game) *bitboard.Near {
	if game.Variant().Family().Close == variants.CloseNone {
		return bitboard.NewNear(game.Grid(), func(int) bitboard.Board { return 0 })
	}
	return game.Near()
}

// partsOf returns how the parts of positions are found where players mark cells.
func partsOf(game *variants.Game) parts {
	if game.Variant().Family().Close == variants.CloseAll {
		return parts{near: game.Near(), sets: freeCells}
	}
	return parts{closing(game), bothSides, game.Variant().Family().Close == variants.CloseOther}
}

// narrow reports whether a board has at most so many rows, or columns.
func narrow(game *variants.Game, most int) bool {
	return min(game.Grid().Rows(), game.Grid().Cols()) <= most
}

// Sums reports whether positions are evaluated as sums of games, which takes longer than other lemmas do.
func (l Lemmas) Sums() bool { return l.Nimbers != nil || l.Values != nil }
