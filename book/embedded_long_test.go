//go:build long

package book

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/auto"
)

// A larger sample of the embedded book agrees with the solver, from its first plies on.
func TestLongEmbeddedBookIsRight(t *testing.T) { checkSample(t, 60, 0) }

// Its first entry, and some others, agree with negamax: distance and best moves.
func TestLongEmbeddedBookDistance(t *testing.T) {
	b := embedded(t)
	all := positions(t, b)
	shared, err := auto.NewShared(b.game, 1<<30)
	require.NoError(t, err)
	defer shared.Release()
	checked := 0
	for _, e := range b.entries {
		p := all[e.key]
		if plies := b.game.Start().Empty().Count() - p.Empty().Count(); e.value.distance() == solver.NoDistance || plies > 0 && e.key.A%23 != 0 {
			continue
		}
		want, err := auto.Engine{Distance: true, Shared: shared}.Solve(context.Background(), p, solver.Options{Workers: 2})
		require.NoError(t, err)
		got, _ := b.Find(p)
		require.Equal(t, want.Distance, got.Distance, "%v", p)
		require.Equal(t, want.Best, got.Best, "%v", p)
		checked++
	}
	t.Logf("%d entries", checked)
	require.Greater(t, checked, 8)
}
