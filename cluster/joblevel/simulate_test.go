package joblevel

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
)

// A simulation is deterministic, and its counts change only on purpose.
func TestSimulationIsDeterministic(t *testing.T) {
	p := testgames.Game(t, "blockade", 7, 6).Start()
	for _, want := range []struct {
		workers, jobs int
		nodes         uint64
	}{{1, 41, 201_195}, {8, 100, 609400}} {
		r, err := Simulation{
			Root: p, Workers: want.workers, Memory: 64 << 20,
			Rate: 1e6, Latency: time.Millisecond, Service: 350 * time.Microsecond,
		}.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, solver.Win, r.Outcome)
		require.Equal(t, want.jobs, r.Jobs)
		require.Equal(t, want.nodes, r.Nodes)
		require.Greater(t, r.Busy, 0.5)
		require.LessOrEqual(t, r.Busy, 1.0)
	}
}

func TestSimulationStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	jobs := 0
	_, err := Simulation{
		Root: testgames.Game(t, "blockade", 7, 7).Start(), Workers: 2, Memory: 1 << 20, Rate: 1e6,
		Progress: func(r Report) {
			jobs = r.Jobs
			if jobs == 10 {
				cancel()
			}
		},
	}.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, jobs, 11)
}
