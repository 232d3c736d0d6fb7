package solver

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/sample"
)

// Known outcomes, with a budget of nodes that a search which gets worse will exceed,
// about a quarter above what it took when this was written. Node counts of one
// goroutine are the same everywhere.
func TestPNDecidesWithinItsBudget(t *testing.T) {
	for _, c := range []struct {
		source  string
		variant string
		rows    int
		cols    int
		want    Outcome
		nodes   uint64
	}{
		{"two brute forces", "blockade", 3, 7, Loss, 1500},
		{"two brute forces", "blockade", 4, 4, Win, 20},
		{"two brute forces", "blockade", 5, 4, Win, 130},
		{"two brute forces", "blockade", 5, 5, Win, 4500},
		{"C++ prototype", "blockade", 6, 6, Loss, 650000},
		{"MCGS", "lockdown", 4, 4, Loss, 1800},
		{"MCGS", "lockdown", 3, 7, Win, 5500},
		{"MCGS", "lockdown", 4, 5, Loss, 16000},
		{"MCGS", "lockdown", 5, 5, Win, 75000},
		{"math.SE 4849448", "claim", 6, 6, Win, 1500},
		{"independent code", "duel", 4, 4, Loss, 1700},
	} {
		p := sample.Game(t, c.variant, c.rows, c.cols).Start()
		r, err := PN{}.Solve(context.Background(), p, Options{Memory: 64 << 20})
		require.NoError(t, err)
		name := fmt.Sprintf("%s %dx%d (%s): %d nodes", c.variant, c.rows, c.cols, c.source, r.Stats.Nodes)
		t.Log(name)
		require.Equal(t, c.want, r.Outcome, name)
		require.LessOrEqual(t, r.Stats.Nodes, c.nodes, name)
	}
}

func TestPNStops(t *testing.T) {
	big := sample.Game(t, "blockade", 7, 7).Start()
	r, err := PN{}.Solve(context.Background(), big, Options{Nodes: 10000, Memory: 1 << 20})
	require.ErrorIs(t, err, ErrLimit)
	require.Equal(t, Unknown, r.Outcome)
	require.False(t, r.Proven)
	require.Equal(t, uint64(10000), r.Stats.Nodes)
	require.NotZero(t, r.Stats.Stored)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = PN{}.Solve(ctx, big, Options{Memory: 1 << 20})
	require.ErrorIs(t, err, context.Canceled)
}

func TestPNAllocatesNothingPerNode(t *testing.T) {
	p := sample.Game(t, "blockade", 6, 6).Start()
	allocations := func(nodes uint64) float64 {
		return testing.AllocsPerRun(5, func() {
			_, err := PN{}.Solve(context.Background(), p, Options{Nodes: nodes, Memory: 1 << 14})
			require.ErrorIs(t, err, ErrLimit)
		})
	}
	// The line in the statistics is a few moves longer or shorter.
	require.InDelta(t, allocations(1000), allocations(3000), 5)
}
