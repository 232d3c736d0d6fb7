package estimate_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/estimate"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// Probing estimates perft: known values lie within four standard errors, and a tree of one line
// is known exactly.
func TestTreesAgreeWithPerft(t *testing.T) {
	for id, perft := range map[string][]float64{
		"classic":  {1, 16, 48, 104, 232, 432},
		"duel":     {1, 16, 240, 2184, 18360, 83952},
		"lockdown": {1, 16, 240, 1176, 5256, 21456},
		"claim":    {1, 16, 156, 840, 1896},
	} {
		tree, err := estimate.ProbeTree(context.Background(), testgames.Game(t, id, 4, 4).Start(), 20000, 1)
		require.NoError(t, err)
		for d, want := range perft {
			require.InDelta(t, want, tree.Plies[d].Nodes, 4*tree.Plies[d].Error+1e-9, "%s, ply %d", id, d)
		}
	}
	tree, err := estimate.ProbeTree(context.Background(), testgames.Game(t, "claim", 4, 4).Start(), 20000, 1)
	require.NoError(t, err)
	require.Len(t, tree.Plies, 5)
	require.InDelta(t, 1+16+156+840+1896, tree.Nodes, 4*tree.Error)
	require.InDelta(t, 4, tree.Length, 0.3)

	line, err := estimate.ProbeTree(context.Background(), testgames.Parse(t, "lockdown", "X..../####O x"), 5, 1)
	require.NoError(t, err)
	require.Zero(t, line.Error)
	over, err := estimate.ProbeTree(context.Background(), testgames.Parse(t, "lockdown", "X#O x"), 0, 1)
	require.NoError(t, err)
	require.Equal(t, estimate.Tree{Samples: 2, Nodes: 1, Plies: []estimate.Ply{{Nodes: 1}}}, over)
}

// board is a board whose positions have been counted (docs/results.md, and the ground truth of
// package solver).
type board struct {
	id         string
	rows, cols int
	states     float64
	positions  float64 // 0 if only states have been counted
}

func boards() []board {
	return []board{
		{"lockdown", 4, 4, 1_368_497, 171_328},
		{"classic", 5, 5, 959_086, 120_236},
		{"blockade", 4, 4, 115_046, 0},
		{"duel", 3, 7, 281_234, 0},
		{"claim", 7, 7, 1_306_195, 165_004},
	}
}

func (b board) count(t *testing.T, opt estimate.Options) estimate.States {
	t.Helper()
	s, err := estimate.CountStates(context.Background(), testgames.Game(t, b.id, b.rows, b.cols).Start(), opt)
	require.NoError(t, err)
	return s
}

// The interval holds the truth about as often as it says, and the estimate is right on average.
func TestIntervalsHoldTheTruth(t *testing.T) {
	t.Parallel()
	simulate(t, boards(), testgames.Of(2, 6))
}

// simulate makes estimates with the same number of seeds for each board. 95 % of the intervals
// should hold; the test requires that minus four standard deviations, of all boards together
// and, with enough seeds, of each.
func simulate(t *testing.T, boards []board, seeds int) {
	t.Helper()
	const chance = estimate.Confidence
	least := func(n float64) float64 { return n*chance - 4*math.Sqrt(n*chance*(1-chance)) }
	all := 0
	for _, b := range boards {
		held, mean, images := 0, 0.0, 0.0
		for seed := range seeds {
			s := b.count(t, estimate.Options{Exact: 2000, Samples: 2000, Seed: uint64(seed + 1)})
			require.Equal(t, estimate.Sampled, s.How, "%v", b)
			if s.Interval.Low <= b.states && b.states <= s.Interval.High {
				held++
			}
			mean += s.States / b.states / float64(seeds)
			images += s.Positions / float64(seeds)
		}
		t.Logf("%s %dx%d: %d of %d intervals hold, mean %.3f of the truth", b.id, b.rows, b.cols, held, seeds, mean)
		if seeds >= 20 {
			require.GreaterOrEqual(t, float64(held), least(float64(seeds)), "%v", b)
		}
		require.InDelta(t, 1, mean, 0.3/math.Sqrt(float64(seeds)), "%v", b)
		if b.positions > 0 {
			require.InEpsilon(t, mean*b.positions, images, 0.02, "%v: images are as many as there are", b)
		}
		all += held
	}
	require.GreaterOrEqual(t, float64(all), least(float64(seeds*len(boards))))
}

// Few samples give no estimate, only a lower bound, which is nearly always valid.
func TestFewSamplesGiveALowerBound(t *testing.T) {
	t.Parallel()
	above, all := 0, 0
	for _, b := range boards() {
		for _, samples := range []int{2, 100, 400, 1000} {
			for seed := range uint64(testgames.Of(1, 2)) {
				opt := estimate.Options{Exact: 500, Samples: samples, Seed: seed}
				s := b.count(t, opt)
				require.Equal(t, estimate.AtLeast, s.How)
				require.Zero(t, s.Interval.High)
				require.InEpsilon(t, s.Interval.Low, s.States, 1e-9)
				if all++; s.States > b.states {
					above++
				}
				if samples == 100 {
					require.Equal(t, s, b.count(t, opt), "the same seed gives the same")
				}
			}
		}
	}
	t.Logf("%d of %d lower bounds are too high", above, all)
	require.LessOrEqual(t, above, all/10)
}

// If there are few positions, they are counted, as memo does.
func TestFewStatesAreCounted(t *testing.T) {
	for _, c := range []struct{ id, position string }{
		{"classic", "4/4/4/4 x"}, {"duel", "3/3/3 x"}, {"lockdown", "3/#2/3 x"}, {"claim", "5/5/5/5/5 x"}, {"blockade", ".../X.O/..#/... x"},
		{"lockdown", ".xX./..../.oO./.... o"},
	} {
		p := testgames.Parse(t, c.id, c.position)
		s, err := estimate.CountStates(context.Background(), p, estimate.Options{Exact: 1 << 20, Samples: 10, Seed: 1})
		require.NoError(t, err)
		require.Equal(t, estimate.Counted, s.How)
		r, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
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
	p := testgames.Game(t, "lockdown", 4, 4).Start()
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
		p := testgames.Game(t, id, 6, 6).Start()
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
