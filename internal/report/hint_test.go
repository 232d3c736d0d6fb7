package report

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
)

// A hint says where a move goes, and where there are others, not which one it is.
func TestWhere(t *testing.T) {
	for _, c := range []struct{ game, position, move, want string }{
		{"classic", "4/4/4/4 x", "2,3", "in the top right"},
		{"classic", ".X../4/4/4 o", "2,2", "in the same column as the last marker"},
		{"classic", ".X../4/4/4 o", "1,1", "in the same row as the last marker"},
		{"duel", "5/5/5/5/5 x", "13", "in the middle"},
		{"duel", "4/4/4/4 x", "15", "in the bottom right"},
		{"lockdown", "X3/4/4/4 o", "16", "in the bottom right"},
		{"lockdown", "4/.X2/2O./4 x", "1", "above your marker"},
		{"lockdown", "4/.X2/2O./4 x", "10", "below your marker"},
		{"lockdown", "4/.X2/2O./4 x", "5", "in the same row as your marker"},
		{"walk king", "4/.X2/2O./4 x", "2", "above your marker"},
		{"follow hex", "3/1X1/3 o", "2", "above the last marker"}, // a row slants, so that no column is seen
		{"follow rook torus", "X2/3/3 o", "7", "in the same column as the last marker"},
		{"claim", "3/3/3 x", "4", "on the left"},
		{"claim", "1 x", "1", "in the middle"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "3,1@2,1", "in the same row as your marker"},
		{"blockade", "7/7/7/X5O/7/7/7 o", "2,6@3,6", "in the same column as your marker"},
	} {
		p := testgames.Parse(t, c.game, c.position)
		m, err := p.ParseMove(c.move)
		require.NoError(t, err)
		require.Equal(t, c.want, Where(p, m), c)
	}
}

// The parts of a board are symmetric, and no other part is larger than twice the middle.
func TestBand(t *testing.T) {
	for n := 1; n <= 64; n++ {
		var bands []string
		count := map[string]int{}
		for i := range n {
			bands = append(bands, band(i, n, "first", "last"))
			count[bands[i]]++
		}
		require.Equal(t, count["first"], count["last"], n)
		require.True(t, slices.IsSortedFunc(bands, func(a, b string) int {
			order := map[string]int{"first": 0, "": 1, "last": 2}
			return order[a] - order[b]
		}), n)
		if n > 4 {
			require.LessOrEqual(t, count["first"], 2*count[""], n)
		}
	}
	require.Equal(t, []string{"a", "a", "b", "b"}, []string{band(0, 4, "a", "b"), band(1, 4, "a", "b"), band(2, 4, "a", "b"), band(3, 4, "a", "b")})
}
