// Package sample draws random positions for property tests. The positions come
// from play, on boards of every shape, with holes, so that they are exactly the
// positions that a game can reach.
package sample

import (
	"testing"

	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Variant draws one of the five games.
func Variant(t *rapid.T) variants.Variant {
	return rapid.SampledFrom(variants.All()).Draw(t, "variant")
}

// Start draws the first position of a game on a board of at most maxCells
// cells, 1×n and n×1 included, as often with holes as without.
func Start(t *rapid.T, v variants.Variant, maxCells int) variants.Position {
	rows := rapid.IntRange(1, maxCells/2).Draw(t, "rows")
	cols := rapid.IntRange(1, maxCells/rows).Draw(t, "cols")
	if v.ID == "blockade" {
		cols = max(2, cols)
	}
	game, err := v.NewGame(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	start := game.Start()
	if rapid.Bool().Draw(t, "full") {
		return start
	}
	holes := bitboard.Board(rapid.Uint64().Draw(t, "holes")) & bitboard.Board(rapid.Uint64().Draw(t, "thin"))
	holes &= game.Grid().All() &^ (start.Marks(variants.X) | start.Marks(variants.O))
	start, err = game.StartWithHoles(holes)
	if err != nil {
		t.Fatal(err)
	}
	return start
}

// Position draws a position that random moves reach from a drawn start.
func Position(t *rapid.T, v variants.Variant, maxCells int) variants.Position {
	p := Start(t, v, maxCells)
	for range rapid.IntRange(0, p.Game().Grid().Size()/2).Draw(t, "plies") {
		if p.Over() {
			break
		}
		p = p.Play(Move(t, p))
	}
	return p
}

// Move draws a legal move of a position that has one.
func Move(t *rapid.T, p variants.Position) variants.Move {
	moves := p.Legal()
	for range rapid.IntRange(0, moves.Count()-1).Draw(t, "move") {
		moves = moves.Rest()
	}
	return variants.Move(moves.First())
}

// Symmetry draws a symmetry of the position's board.
func Symmetry(t *rapid.T, p variants.Position) bitboard.Symmetry {
	return rapid.SampledFrom(p.Game().Grid().Symmetries()).Draw(t, "symmetry")
}

// Check is rapid.Check for a given number of draws, in rounds of rapid's own
// number of them.
func Check(t *testing.T, draws int, property func(*rapid.T)) {
	t.Helper()
	for range (draws + perRound - 1) / perRound {
		rapid.Check(t, property)
	}
}

// perRound is the number of draws that rapid.Check makes unless -rapid.checks
// says otherwise.
const perRound = 100
