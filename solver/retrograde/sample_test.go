package retrograde

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
)

// Few positions are counted, and a sample says of many what order they are of: the numbers are those of tables,
// in docs/results.md.
func TestSample(t *testing.T) {
	boards := []struct {
		variant    string
		rows, cols int
		positions  float64
		exact      bool
	}{
		{"lockdown", 3, 3, 742, true}, {"lockdown", 4, 4, 171_328, true}, {"claim", 7, 7, 165_004, true},
		{"lockdown", 4, 5, 6_589_201, false}, {"duel", 5, 6, 6_968_548, false}, {"classic", 6, 6, 20_116_287, false},
	}
	for _, c := range boards[:testgames.Of(4, len(boards))] {
		n, exact, err := Sample(context.Background(), testgames.Game(t, c.variant, c.rows, c.cols).Start(), solver.Options{Memory: 1 << 20})
		require.NoError(t, err)
		require.Equal(t, c.exact, exact)
		got := float64(n.Positions)
		t.Logf("%s %d×%d: %.2f of the positions", c.variant, c.rows, c.cols, got/c.positions)
		require.True(t, got == c.positions || !exact && got > c.positions/10 && got < c.positions*4, "%s: %v of %v", c.variant, got, c.positions)
		require.Greater(t, n.Table, int64(got*1.4))
		require.GreaterOrEqual(t, n.Journal+n.Scratch, int64(3*got)-1<<20)
	}
}

// On large boards the numbers are out of reach of any disk, and no overflow.
func TestSampleOfLargeBoards(t *testing.T) {
	n, exact, err := Sample(context.Background(), testgames.Game(t, "blockade", 7, 7).Start(), solver.Options{})
	require.NoError(t, err)
	require.False(t, exact)
	require.Greater(t, n.Table, int64(500<<30))
	n, _, err = Sample(context.Background(), testgames.Game(t, "lockdown", 8, 8).Start(), solver.Options{})
	require.NoError(t, err)
	require.Greater(t, min(n.Table, n.Journal, n.Scratch), int64(1<<40))
}

// A sample ends when it is to.
func TestSampleStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := Sample(ctx, testgames.Game(t, "blockade", 7, 7).Start(), solver.Options{})
	require.ErrorIs(t, err, context.Canceled)
}
