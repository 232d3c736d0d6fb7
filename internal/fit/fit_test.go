package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/random"
	"gridlock/internal/territory"
	"gridlock/variants"
)

// The weights in use tell who wins on boards that they are not from. A term counted in another
// way, or weights in the wrong order, are noticed here.
func TestWeightsInUse(t *testing.T) {
	for _, c := range []struct {
		variant, boards string
		logLoss, auc    float64
	}{
		{"blockade", "4x6,6x4", 0.45, 0.88},
		{"lockdown", "4x6", 0.55, 0.80},
	} {
		samples, err := sampler{leaves: 200, nodes: 2000, seed: 7}.all(context.Background(), c.variant, c.boards)
		require.NoError(t, err)
		v, err := variants.Lookup(c.variant)
		require.NoError(t, err)
		used := territory.WeightsFor(v.Traits().Blocks)
		q := judge(used, samples)
		t.Logf("%s %s: %+v; fitted to these: %+v", c.variant, c.boards, q, judge(regress(samples), samples))
		require.Less(t, q.logLoss, c.logLoss)
		require.Greater(t, q.auc, c.auc)
		require.LessOrEqual(t, judge(regress(samples), samples).logLoss, q.logLoss)
	}
}

// Regression finds the weights that samples are from.
func TestRegress(t *testing.T) {
	r := random.New(1)
	want := territory.Weights{64, -128, 32}
	samples := make([]sample, 50_000)
	for i := range samples {
		one := territory.Terms{1, r.Int32N(7) - 3, r.Int32N(9) - 4}
		for j := range one[3:] {
			one[3+j] = r.Int32N(3)
		}
		var w [terms]float64
		for j, x := range want {
			w[j] = float64(x) / territory.Unit
		}
		samples[i] = sample{one, r.Float64() < chance(w, one)}
	}
	found := regress(samples)
	for i, x := range want {
		require.InDelta(t, x, found[i], 8, "term %d", i)
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	s := sampler{leaves: 20, nodes: 500, seed: 1}
	require.NoError(t, run(context.Background(), &out, s, "blockade", "4x5", "5x4"))
	require.Contains(t, out.String(), "legal moves\n")
	require.Contains(t, out.String(), "found, 4x5")
	first := out.String()
	out.Reset()
	require.NoError(t, run(context.Background(), &out, s, "blockade", "4x5", "5x4"))
	require.Equal(t, first, out.String(), "the same samples")
	require.ErrorContains(t, run(context.Background(), &out, s, "duel", "4x5", "5x4"), "no markers that take steps")
	require.Error(t, run(context.Background(), &out, s, "chess", "4x5", "5x4"))
	require.Error(t, run(context.Background(), &out, s, "blockade", "4y5", "5x4"))
}
