package solver_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/solver"
)

// Retrograde says what memo says, about every kind of position.
func TestRetrogradeAgreesWithMemo(t *testing.T) {
	sample.Check(t, 2000, func(t *rapid.T) {
		p := sample.Position(t, sample.Variant(t), 12)
		memo := solve(t, solver.Memo{}, p, solver.Options{})
		opt := solver.Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		r := solve(t, solver.Retrograde{}, p, opt)
		r.Engine, r.Stats = memo.Engine, memo.Stats
		require.Equal(t, memo, r)
	})
}

// The numbers of positions that can be reached are those that were counted elsewhere.
func TestRetrogradeCounts(t *testing.T) {
	for _, tr := range groundTruth() {
		if tr.nodes == 0 || tr.nodes > 3_000_000 {
			continue
		}
		p := tr.root(t)
		built, err := solver.Retrograde{Before: true}.Build(context.Background(), p, solver.Options{Workers: 2})
		require.NoError(t, err)
		var before, positions uint64
		for _, l := range built.Layers {
			before += l.Before
			positions += l.Positions
			require.Equal(t, l.Positions, l.Wins+l.Losses)
		}
		t.Log(tr.variant, tr.position, positions, before, built.Stats.Elapsed)
		require.Equal(t, tr.nodes, before, "%s %s", tr.variant, tr.position)
		if tr.distance != no {
			require.Equal(t, tr.distance, int(built.Root))
		}
	}
}
