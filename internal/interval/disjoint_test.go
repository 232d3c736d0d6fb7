package interval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
)

// However many sets are compared at a time, the first match is the same: at every index, and if
// there is none.
func TestDisjoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sparse := rapid.Custom(func(t *rapid.T) bitboard.Board {
			return bitboard.Board(rapid.Uint64().Draw(t, "a") & rapid.Uint64().Draw(t, "b"))
		})
		n := rapid.IntRange(0, 70).Draw(t, "length")
		first := rapid.SliceOfN(sparse, n, n).Draw(t, "first")
		second := rapid.SliceOfN(sparse, n, n).Draw(t, "second")
		noneOf, norOf := sparse.Draw(t, "none of"), sparse.Draw(t, "nor of")
		for from := range n + 1 {
			require.Equal(t, disjointByOne(first[from:], second[from:], noneOf, norOf), disjoint(first[from:], second[from:], noneOf, norOf))
		}
	})
	first, second := make([]bitboard.Board, 70), make([]bitboard.Board, 70)
	for i := range first {
		first[i] = 1
	}
	for i := range first {
		first[i], second[i] = 2, 2
		require.Equal(t, i, disjoint(first, second, 1, 1))
		second[i] = 1
		require.Equal(t, len(first), disjoint(first, second, 1, 1))
		first[i], second[i] = 1, 0
	}
}
