package estimate_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/estimate"
	"gridlock/internal/sample"
	"gridlock/solver"
	"gridlock/variants"
)

// Perft is what probing estimates: known values lie within four standard errors, and a
// tree of one line is known exactly.
func TestTreesAgreeWithPerft(t *testing.T) {
	for id, perft := range map[string][]float64{
		"classic":  {1, 16, 48, 104, 232, 432},
		"duel":     {1, 16, 240, 2184, 18360, 83952},
		"lockdown": {1, 16, 240, 1176, 5256, 21456},
		"claim":    {1, 16, 156, 840, 1896},
	} {
		tree, err := estimate.ProbeTree(context.Background(), sample.Game(t, id, 4, 4).Start(), 20000, 1)
		require.NoError(t, err)
		for d, want := range perft {
			require.InDelta(t, want, tree.Plies[d].Nodes, 4*tree.Plies[d].Error+1e-9, "%s, ply %d", id, d)
		}
	}
	tree, err := estimate.ProbeTree(context.Background(), sample.Game(t, "claim", 4, 4).Start(), 20000, 1)
	require.NoError(t, err)
	require.Len(t, tree.Plies, 5)
	require.InDelta(t, 1+16+156+840+1896, tree.Nodes, 4*tree.Error)
	require.InDelta(t, 4, tree.Length, 0.3)

	line, err := estimate.ProbeTree(context.Background(), sample.Parse(t, "lockdown", "X..../####O x"), 5, 1)
	require.NoError(t, err)
	require.Zero(t, line.Error)
	over, err := estimate.ProbeTree(context.Background(), sample.Parse(t, "lockdown", "X#O x"), 0, 1)
	require.NoError(t, err)
	require.Equal(t, estimate.Tree{Samples: 2, Nodes: 1, Plies: []estimate.Ply{{Nodes: 1}}}, over)
}

// How far estimates are off with a fixed seed, on boards whose positions have been counted
// (docs/results.md): the least and greatest part of the truth that is found.
func TestStatesOfKnownBoards(t *testing.T) {
	for _, c := range []struct {
		id                string
		rows, cols        int
		states, positions float64
		low, high         float64
	}{
		{"lockdown", 4, 5, 26_351_971, 6_589_201, 0.5, 0.7},
		{"classic", 5, 5, 959_086, 120_236, 0.3, 0.7},
		{"classic", 6, 6, 160_914_077, 20_116_287, 0.2, 0.4},
		{"blockade", 4, 4, 115_046, 0, 0.3, 0.5},
		{"blockade", 4, 5, 1_982_730, 0, 0.2, 0.4},
		{"duel", 5, 5, 1_817_443, 229_324, 0.9, 1.01},
		{"claim", 7, 7, 1_306_195, 165_004, 0.9, 1.01},
	} {
		p := sample.Game(t, c.id, c.rows, c.cols).Start()
		opt := estimate.Options{Exact: 2000, Samples: 20000, Seed: 1}
		s, err := estimate.CountStates(context.Background(), p, opt)
		require.NoError(t, err)
		t.Logf("%s %v: %.0f of %.0f states, %.3f, %s", c.id, p.Game().Grid(), s.States, c.states, s.States/c.states, s.How)
		require.Greater(t, s.States/c.states, c.low, "%s %v", c.id, p.Game().Grid())
		require.Less(t, s.States/c.states, c.high, "%s %v", c.id, p.Game().Grid())
		if c.positions > 0 {
			require.InEpsilon(t, s.States/c.states, s.Positions/c.positions, 0.02, "images are as many as there are")
		}
		again, err := estimate.CountStates(context.Background(), p, opt)
		require.NoError(t, err)
		require.Equal(t, s, again, "the same seed gives the same")
	}
}

// Where there are few positions, they are counted, as memo does.
func TestFewStatesAreCounted(t *testing.T) {
	for _, c := range []struct{ id, position string }{
		{"classic", "4/4/4/4 x"}, {"duel", "3/3/3 x"}, {"lockdown", "3/#2/3 x"}, {"claim", "5/5/5/5/5 x"}, {"blockade", ".../X.O/..#/... x"},
		{"lockdown", ".xX./..../.oO./.... o"},
	} {
		p := sample.Parse(t, c.id, c.position)
		s, err := estimate.CountStates(context.Background(), p, estimate.Options{Exact: 1 << 20, Samples: 10, Seed: 1})
		require.NoError(t, err)
		require.Equal(t, estimate.Counted, s.How)
		r, err := solver.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		states := map[variants.State]bool{}
		var visit func(variants.State)
		visit = func(s variants.State) {
			if states[s] {
				return
			}
			states[s] = true
			for m := range p.Game().Rules().Legal(s).Cells() {
				visit(p.Game().Rules().Play(s, variants.Move(m)))
			}
		}
		visit(p.State())
		require.InDelta(t, len(states), s.States, 1e-6, "%s %v", c.id, p)
		require.LessOrEqual(t, float64(r.Stats.Nodes), s.States)
	}
}

func TestCosts(t *testing.T) {
	p := sample.Game(t, "lockdown", 4, 4).Start()
	tree := estimate.Tree{Nodes: 1e9}
	states := estimate.States{States: 8e6, Positions: 1e6, Layers: []estimate.Layer{{Cells: 2, Positions: 6e5}, {Cells: 1, Positions: 4e5}}}
	costs, err := estimate.Costs(context.Background(), p, tree, states, 1)
	require.NoError(t, err)
	for i, want := range []estimate.Cost{
		{Engine: "naive", Nodes: 1e9},
		{Engine: "memo", Nodes: 8e6, Memory: 8e6 * 88},
		{Engine: "retrograde", Nodes: 1e6, Memory: 2e6 + 4.5*6e5, Disk: 1.5e6},
	} {
		require.Positive(t, costs[i].Seconds)
		require.False(t, math.IsInf(costs[i].Seconds, 0))
		want.Seconds = costs[i].Seconds
		require.Equal(t, want, costs[i])
	}
	states.Sums = true // all layers within ten are looked up in
	costs, err = estimate.Costs(context.Background(), p, tree, states, 1)
	require.NoError(t, err)
	require.InDelta(t, 2e6+4.5*1e6, costs[2].Memory, 1)
}

func TestCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, id := range []string{"lockdown", "duel"} {
		p := sample.Game(t, id, 6, 6).Start()
		_, err := estimate.ProbeTree(ctx, p, 10, 1)
		require.ErrorIs(t, err, context.Canceled)
		for _, exact := range []int{0, 1000} {
			_, err = estimate.CountStates(ctx, p, estimate.Options{Exact: exact, Samples: 10})
			require.ErrorIs(t, err, context.Canceled)
		}
		_, err = estimate.Costs(ctx, p, estimate.Tree{}, estimate.States{}, 1)
		require.ErrorIs(t, err, context.Canceled)
	}
}
