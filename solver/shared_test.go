package solver_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// During a game, searches that share a memory give the same results as searches with their own,
// and visit fewer positions.
func TestSharedMemoryAlongAGame(t *testing.T) {
	for _, id := range []string{variants.Classic, variants.Duel, variants.Lockdown, variants.Claim, variants.Blockade} {
		t.Run(id, func(t *testing.T) {
			game := testgames.Game(t, id, 4, 4)
			shared, err := auto.NewShared(game, 16<<20)
			require.NoError(t, err)
			defer shared.Release()
			var alone, together uint64
			for p := game.Start(); !p.Over(); p = p.Play(variants.Move(p.Legal().First())) {
				want, err := auto.Engine{Distance: true}.Solve(context.Background(), p, solver.Options{})
				require.NoError(t, err)
				got, err := auto.Engine{Distance: true, Shared: shared}.Solve(context.Background(), p, solver.Options{})
				require.NoError(t, err)
				alone, together = alone+want.Stats.Nodes, together+got.Stats.Nodes
				want.Stats, got.Stats = solver.Stats{}, solver.Stats{}
				require.Equal(t, want, got, "%v", p)
			}
			require.Less(t, together, alone)
		})
	}
}

// A memory that is far too small only forgets.
func TestSharedMemoryThatIsSmall(t *testing.T) {
	game := testgames.Game(t, variants.Duel, 5, 5)
	shared, err := auto.NewShared(game, 1<<16)
	require.NoError(t, err)
	defer shared.Release()
	for range 3 {
		r, err := auto.Engine{Shared: shared, Distance: true}.Solve(context.Background(), game.Start(), solver.Options{})
		require.NoError(t, err)
		require.Equal(t, solver.Loss, r.Outcome)
		require.Equal(t, 14, r.Distance)
	}
}
