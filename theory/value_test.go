package theory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/cgt"
	"gridlock/internal/testgames"
	"gridlock/theory"
	"gridlock/variants"
)

func value(t require.TestingT, game *variants.Game, left, right bitboard.Board) theory.Value {
	v := theory.NewValues(game).Of(left, right)
	require.NotNil(t, v)
	return *v
}

// Tinted paths: . is free for both, L and R for one player only, - for neither. The
// long one is a unit test of CGSuite's; the others were computed with independent
// code.
func TestValuesOfTintedPaths(t *testing.T) {
	for path, want := range map[string]string{
		".": "*", "..": "0", "L": "1", "L.": "1/2", "L.L": "1", "L..L": "1", "L..R": "0", "L.L.": "3/4", "R.L.": "-1/4",
		"L.L.R.L.L.": "7/8", "L-R": "0", "L-L-.": "2*", "R-R-R": "-3", "-": "0",
	} {
		var left, right bitboard.Board
		for c, tint := range path {
			switch tint {
			case '.':
				left, right = left.With(c), right.With(c)
			case 'L':
				left = left.With(c)
			case 'R':
				right = right.With(c)
			}
		}
		game := testgames.Game(t, "duel", 1, len(path))
		v := value(t, game, left, right)
		require.Equal(t, want, v.String(), path)
		require.Equal(t, v.Minus(), value(t, game, right, left), path)
	}
}

// Empty boards, from independent code: 1×1 is ∗, all others are 0.
func TestValuesOfEmptyBoards(t *testing.T) {
	for _, board := range []string{
		"1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "1x9", "1x10", "1x11", "1x12", "1x13", "1x14", "1x15",
		"2x2", "2x3", "2x4", "2x5", "2x6", "2x7", "3x3", "3x4", "3x5", "3x6", "4x4", "4x5", "5x5",
	} {
		var rows, cols int
		_, err := fmt.Sscanf(board, "%dx%d", &rows, &cols)
		require.NoError(t, err)
		game := testgames.Game(t, "duel", rows, cols)
		require.Equal(t, "0", value(t, game, game.Grid().All(), game.Grid().All()).String(), board)
	}
	game := testgames.Game(t, "duel", 1, 1)
	require.Equal(t, "*", value(t, game, game.Grid().All(), game.Grid().All()).String())
}

// The difference of two positions, played out by the rules on one board, says how
// they compare; so must the difference of their values. That holds the numbers
// themselves to account, where a single position tests only their sign.
func TestValuesCompareAsTheGamesDo(t *testing.T) {
	const rows, cols = 5, 4 // the two positions have two rows each, one row between
	game := testgames.Game(t, "duel", rows, cols)
	rules := game.Rules()
	half := bitboard.Board(1)<<(2*cols) - 1
	tint := func(t *rapid.T, name string) bitboard.Board {
		return bitboard.Board(rapid.Uint64Range(0, uint64(half)).Draw(t, name))
	}
	testgames.Check(t, 3000, func(t *rapid.T) {
		g, h := [2]bitboard.Board{tint(t, "gl"), tint(t, "gr")}, [2]bitboard.Board{tint(t, "hl"), tint(t, "hr")}
		left, right := g[0]|h[1]<<(3*cols), g[1]|h[0]<<(3*cols)
		difference := value(t, game, g[0], g[1]).Plus(value(t, game, h[0], h[1]).Minus())
		require.Equal(t, difference, value(t, game, left, right))
		require.Equal(t, wins(rules, variants.State{Mine: left, Yours: right}, map[variants.State]bool{}), difference.LeftWinsFirst())
		require.Equal(t, wins(rules, variants.State{Mine: right, Yours: left}, map[variants.State]bool{}), difference.Minus().LeftWinsFirst())
	})
}

// wins reports whether the mover wins, by the rules alone.
func wins(rules variants.Rules, s variants.State, known map[variants.State]bool) bool {
	won, ok := known[s]
	if ok {
		return won
	}
	for m := range rules.Legal(s).Cells() {
		if !wins(rules, rules.Play(s, variants.Move(m)), known) {
			won = true
			break
		}
	}
	known[s] = won
	return won
}

func TestValueArithmetic(t *testing.T) {
	game := testgames.Game(t, "duel", 1, 4)
	half := value(t, game, bitboard.Of(0, 1), bitboard.Of(1)) // L.
	star := value(t, game, bitboard.Of(0), bitboard.Of(0))
	require.Equal(t, "1", half.Plus(half).String())
	require.Equal(t, "1/2*", half.Plus(star).String())
	require.Equal(t, "-1/2*", half.Plus(star).Minus().String())
	require.Equal(t, "0", star.Plus(star).String())
	require.True(t, star.LeftWinsFirst())
	require.False(t, star.Plus(star).LeftWinsFirst())
	require.False(t, strings.Contains(half.Plus(half).Plus(half).String(), "*"))
	require.Equal(t, "3/2", half.Plus(half).Plus(half).String())
}

// What limits cut off is no number that could be added.
func TestWhatIsNotKnownIsNotZero(t *testing.T) {
	duel, claim := testgames.Game(t, "duel", 4, 7), testgames.Game(t, "claim", 4, 7)
	values, nimbers := theory.NewValues(duel), theory.NewNimbers(claim)
	values.Most, nimbers.Most = 1, 1
	all := duel.Grid().All()
	require.Nil(t, values.Of(all, all.Without(0)))
	require.Nil(t, values.Exactly(all, all.Without(0)))
	require.Equal(t, theory.Open, values.AtLeast(all.Without(9), all.Without(3), theory.NewValue(-1<<18, 20, false)))
	n, ok := nimbers.Of(all)
	require.Equal(t, -1, n)
	require.False(t, ok)
	n, ok = nimbers.Known(all)
	require.Equal(t, -1, n)
	require.False(t, ok)
	forms := cgt.NewArena(1 << 20)
	for _, game := range []*variants.Game{duel, claim} {
		c, ok := theory.NewCanonical(game, forms, nil)
		require.True(t, ok)
		c.Most = 1
		_, ok = c.Of(all, all.Without(0))
		require.False(t, ok)
	}
	_, ok = theory.NewCanonical(testgames.Game(t, "lockdown", 3, 3), forms, nil)
	require.False(t, ok)
}
