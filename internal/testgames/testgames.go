// Package testgames makes positions for tests: given ones, and random ones for property tests. The
// random ones come from play, on boards of every shape, with holes.
package testgames

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/variants"
)

// Game returns a game by its ID, on a board of the given size.
func Game(t testing.TB, id string, rows, cols int) *variants.Game {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	game, err := v.NewGame(rows, cols)
	require.NoError(t, err)
	return game
}

// Parse parses the text of a valid position.
func Parse(t testing.TB, id, text string) variants.Position {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	p, err := v.Parse(text)
	require.NoError(t, err)
	return p
}

// Variant draws one of the five games.
func Variant(t *rapid.T) variants.Variant {
	return rapid.SampledFrom(variants.All()).Draw(t, "variant")
}

// Start draws the first position of a game on a board of at most maxCells
// cells, 1×n and n×1 included, as often with holes as without.
func Start(t *rapid.T, v variants.Variant, maxCells int) variants.Position {
	rows, cols := v.Family().Rows, v.Family().Cols
	if rows == 0 {
		rows = rapid.IntRange(1, maxCells/v.MinCols).Draw(t, "rows")
		cols = rapid.IntRange(v.MinCols, maxCells/rows).Draw(t, "cols")
	}
	game, err := v.NewGame(rows, cols)
	require.NoError(t, err)
	start := game.Start()
	if rapid.Bool().Draw(t, "full") {
		return start
	}
	start, err = game.StartWithHoles(holes(t, game.Grid()) &^ (start.Marks(variants.X) | start.Marks(variants.O)))
	require.NoError(t, err)
	return start
}

// holes draws a set of cells, each with the same drawn chance. Rapid prefers small
// numbers, so a set drawn as a number would have most cells among the first.
func holes(t *rapid.T, g *bitboard.Grid) bitboard.Board {
	chance := rapid.Float64Range(0, 0.6).Draw(t, "chance of a hole")
	return randomplay.Cells(randomplay.New(rapid.Uint64().Draw(t, "holes")), g, chance)
}

// Position draws a position that random moves reach from a drawn start, early and
// late in a game alike.
func Position(t *rapid.T, v variants.Variant, maxCells int) variants.Position {
	p := Start(t, v, maxCells)
	history := randomplay.Game(randomplay.New(rapid.Uint64().Draw(t, "game")), p)
	p = history[rapid.IntRange(0, len(history)-1).Draw(t, "plies")]
	t.Logf("%s %v", v.ID, p)
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

// Symmetry draws a symmetry of the position's game.
func Symmetry(t *rapid.T, p variants.Position) bitboard.Symmetry {
	return rapid.SampledFrom(p.Game().Symmetries()).Draw(t, "symmetry")
}

// Check is rapid.Check for a given number of draws with -tags long, and for a third of the number without. It works in
// rounds of as many draws as rapid makes. With -short the number is the same.
func Check(t *testing.T, draws int, property func(*rapid.T)) {
	t.Helper()
	CheckUntil(t, draws, func() bool { return true }, property)
}

// CheckUntil is Check for a test that has to see what is rare: it goes on until enough is true, for at most ten times as
// many draws.
func CheckUntil(t *testing.T, draws int, enough func() bool, property func(*rapid.T)) {
	t.Helper()
	rounds := max(1, Of(draws/3, draws)/perRound)
	if testing.Short() {
		rounds *= 5 // each round is a fifth of a test: what tests demand of all draws does not depend on -short
	}
	for n := 0; n < rounds || n < 10*rounds && !enough(); n++ {
		rapid.Check(t, property)
	}
}

// Seen reports whether each of some things has been counted, more often than n times.
func Seen[K comparable](counts map[K]int, n int, things ...K) bool {
	return !slices.ContainsFunc(things, func(thing K) bool { return counts[thing] <= n })
}

// Of returns the amount of work of a test: all of it with -tags long, otherwise some.
func Of(some, all int) int {
	if long {
		return all
	}
	return some
}

// perRound is the number of draws of rapid.Check, unless -rapid.checks sets another.
const perRound = 100
