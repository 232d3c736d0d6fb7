package theory_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/theory"
	"gridlock/variants"
)

// nimbers returns the nimbers of full boards.
func nimbers(t *testing.T, from, to int, size func(n int) (rows, cols int)) []int {
	t.Helper()
	var all []int
	for n := from; n <= to; n++ {
		rows, cols := size(n)
		game := testgames.Game(t, "claim", rows, cols)
		nimber, ok := theory.NewNimbers(game).Of(game.Grid().All())
		require.True(t, ok)
		all = append(all, nimber)
	}
	return all
}

// OEIS A002187, Dawson's chess, from n = 1: rows of one and of two.
func TestNimbersOfRows(t *testing.T) {
	want := []int{
		1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0,
		1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
	}
	require.Equal(t, want, nimbers(t, 1, len(want), func(n int) (int, int) { return 1, n }))
	require.Equal(t, want, nimbers(t, 1, len(want), func(n int) (int, int) { return n, 1 }))
	require.Equal(t, want[:32], nimbers(t, 1, 32, func(n int) (int, int) { return 2, n }))
}

// n × n for n ≤ 5 from the tavisrudd/othello notes, 6 × 6 from math.SE 4849448; the
// strips from independent code; 4 × n is 0, since one can reply in the same column.
func TestNimbersOfBoards(t *testing.T) {
	require.Equal(t, []int{1, 1, 1, 0, 4, 1}, nimbers(t, 1, 6, func(n int) (int, int) { return n, n }))
	require.Equal(t, []int{2, 2, 1, 0, 3, 2, 1, 0, 5, 2, 4, 0}, nimbers(t, 1, 12, func(n int) (int, int) { return 3, n }))
	require.Equal(t, make([]int, 12), nimbers(t, 1, 12, func(n int) (int, int) { return 4, n }))
	require.Equal(t, []int{3, 3, 3, 0, 4, 3}, nimbers(t, 1, 6, func(n int) (int, int) { return 5, n }))
}

// 8×8 is a second-player win (math.SE 4849448), and 4×n is 0 beyond the square, too.
// The components looked into are counted: more of them mean that the search has become worse.
func TestNimbersOfLargeBoards(t *testing.T) {
	for _, c := range []struct {
		rows, cols, nimber int
		work               uint64
	}{
		{6, 6, 1, 356}, {7, 7, 1, 3529}, {8, 8, 0, 35287}, {4, 15, 0, 7972}, {16, 4, 0, 6862},
	} {
		game := testgames.Game(t, "claim", c.rows, c.cols)
		grid, nimbers := game.Grid(), theory.NewNimbers(game)
		nimber, ok := nimbers.Of(grid.All())
		require.True(t, ok)
		require.Equal(t, c.nimber, nimber, "%v", grid)
		require.LessOrEqual(t, nimbers.Work, c.work, "%v", grid)
	}
}

// The nimber by its definition, without components, twins or symmetry; and those of the moves,
// with what the first search has left half known.
func TestNimbersByDefinition(t *testing.T) {
	claim, err := variants.Lookup("claim")
	require.NoError(t, err)
	testgames.Check(t, 3000, func(t *rapid.T) {
		p := testgames.Position(t, claim, 20)
		rules, nimbers, known := p.Game().Rules(), theory.NewNimbers(p.Game()), map[variants.State]int{}
		nimber, ok := nimbers.Of(p.State().Free)
		require.True(t, ok)
		require.Equal(t, mex(rules, p.State(), known), nimber)
		for m := range p.Legal().Cells() {
			s := rules.Play(p.State(), variants.Move(m))
			nimber, _ := nimbers.Of(s.Free)
			require.Equal(t, mex(rules, s, known), nimber)
		}
	})
}

// Questions about single nimbers, in any order, are answered as by the definition, and what is known of
// components meanwhile is right.
func TestNimbersAreOrAreNot(t *testing.T) {
	claim, err := variants.Lookup("claim")
	require.NoError(t, err)
	testgames.Check(t, 3000, func(t *rapid.T) {
		p := testgames.Position(t, claim, 20)
		grid, rules, known := p.Game().Grid(), p.Game().Rules(), map[variants.State]int{}
		nimbers := theory.NewNimbers(p.Game())
		for range 5 {
			s := p.State()
			s.Free &= bitboard.Board(rapid.Uint64().Draw(t, "cells")) | bitboard.Board(rapid.Uint64().Draw(t, "more"))
			k := rapid.IntRange(0, 6).Draw(t, "nimber")
			require.Equal(t, answer(mex(rules, s, known) == k), nimbers.Is(s.Free, k))
			for free := s.Free; free != 0; {
				part := grid.FloodKing(free&-free, free)
				free &^= part
				if nimber, ok := nimbers.Known(part); ok {
					require.Equal(t, mex(rules, variants.State{Free: part}, known), nimber)
				}
			}
		}
	})
}

func mex(rules variants.Rules, s variants.State, known map[variants.State]int) int {
	if n, ok := known[s]; ok {
		return n
	}
	var reached [bitboard.MaxCells + 1]bool
	for m := range rules.Legal(s).Cells() {
		reached[mex(rules, rules.Play(s, variants.Move(m)), known)] = true
	}
	n := 0
	for reached[n] {
		n++
	}
	known[s] = n
	return n
}
