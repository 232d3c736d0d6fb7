package pn

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
)

// Known outcomes, with a budget of nodes that a search which gets worse will exceed, about a
// quarter above what it took when this was written. Node counts of one goroutine are the same
// everywhere.
func TestPNDecidesWithinItsBudget(t *testing.T) {
	for _, c := range []struct {
		source  string
		variant string
		rows    int
		cols    int
		want    solver.Outcome
		nodes   uint64
	}{
		{"two brute forces", "blockade", 3, 7, solver.Loss, 1500},
		{"two brute forces", "blockade", 4, 4, solver.Win, 35},
		{"two brute forces", "blockade", 5, 4, solver.Win, 130},
		{"two brute forces", "blockade", 5, 5, solver.Win, 4500},
		{"C++ prototype", "blockade", 6, 6, solver.Loss, 650000},
		{"MCGS", "lockdown", 4, 4, solver.Loss, 1800},
		{"MCGS", "lockdown", 3, 7, solver.Win, 5500},
		{"MCGS", "lockdown", 4, 5, solver.Loss, 16000},
		{"MCGS", "lockdown", 5, 5, solver.Win, 75000},
		{"math.SE 4849448", "claim", 6, 6, solver.Win, 1500},
		{"independent code", "duel", 4, 4, solver.Loss, 1700},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		r, err := Engine{}.Solve(context.Background(), p, solver.Options{Memory: 64 << 20})
		require.NoError(t, err)
		name := fmt.Sprintf("%s %dx%d (%s): %d nodes", c.variant, c.rows, c.cols, c.source, r.Stats.Nodes)
		t.Log(name)
		require.Equal(t, c.want, r.Outcome, name)
		require.LessOrEqual(t, r.Stats.Nodes, c.nodes, name)
	}
}

func TestPNStops(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	r, err := Engine{}.Solve(context.Background(), big, solver.Options{Nodes: 10000, Memory: 1 << 20})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, solver.Unknown, r.Outcome)
	require.False(t, r.Proven)
	require.Equal(t, uint64(10000), r.Stats.Nodes)
	require.NotZero(t, r.Stats.Stored)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Engine{}.Solve(ctx, big, solver.Options{Memory: 1 << 20})
	require.ErrorIs(t, err, context.Canceled)
}

func TestPNAllocatesNothingPerNode(t *testing.T) {
	p := testgames.Game(t, "blockade", 6, 6).Start()
	allocations := func(nodes uint64) float64 {
		return testing.AllocsPerRun(5, func() {
			_, err := Engine{}.Solve(context.Background(), p, solver.Options{Nodes: nodes, Memory: 1 << 14})
			require.ErrorIs(t, err, solver.ErrLimit)
		})
	}
	// The line in the statistics may be a few moves longer or shorter.
	require.InDelta(t, allocations(1000), allocations(3000), 5)
}
