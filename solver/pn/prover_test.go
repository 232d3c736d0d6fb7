package pn

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// The moves that a prover names win, whatever is in its table: everything from a search of the
// root, nothing, or almost nothing because there is no room.
func TestProverNamesWinningMoves(t *testing.T) {
	ctx := context.Background()
	sample.Check(t, 500, func(t *rapid.T) {
		p := sample.Position(t, sample.Variant(t), 14)
		want, err := brute.Memo{}.Solve(ctx, p, solver.Options{})
		require.NoError(t, err)
		opt := solver.Options{Memory: rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "memory"), NoLemmas: rapid.Bool().Draw(t, "noLemmas")}
		prover, err := NewProver(p.Game(), opt)
		require.NoError(t, err)
		defer prover.Close()
		if rapid.Bool().Draw(t, "solved") {
			r, err := Engine{Prover: prover}.Solve(ctx, p, opt)
			require.NoError(t, err)
			require.Equal(t, want.Outcome, r.Outcome)
		}
		prover.Begin(ctx, solver.Options{})
		guide := prover.Guide()
		moves, err := guide.Moves(p.State())
		guide.Close()
		require.NotZero(t, prover.Finish().Nodes)
		if want.Outcome == solver.Loss {
			require.ErrorContains(t, err, "no move wins")
			return
		}
		require.NoError(t, err)
		require.NotZero(t, moves)
		for m := range moves.Cells() {
			after, err := brute.Memo{}.Solve(ctx, p.Play(variants.Move(m)), solver.Options{})
			require.NoError(t, err)
			require.Equal(t, solver.Loss, after.Outcome)
		}
	})
}

// What a search has found is not searched again.
func TestProverKnowsWhatWasSearched(t *testing.T) {
	p := sample.Game(t, "blockade", 5, 5).Start()
	opt := solver.Options{Memory: 1 << 24}
	prover, err := NewProver(p.Game(), opt)
	require.NoError(t, err)
	defer prover.Close()
	for _, most := range []uint64{5000, 1} { // the second search has nothing to do
		r, err := Engine{Prover: prover}.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		require.LessOrEqual(t, r.Stats.Nodes, most)
	}
	prover.Begin(context.Background(), solver.Options{})
	guide := prover.Guide()
	_, err = guide.Moves(p.State())
	require.NoError(t, err)
	guide.Close()
	require.Equal(t, uint64(1), prover.Finish().Nodes)
}

func TestProverStops(t *testing.T) {
	p := sample.Game(t, "blockade", 7, 7).Start()
	prover, err := NewProver(p.Game(), solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	defer prover.Close()
	prover.Begin(context.Background(), solver.Options{Nodes: 10000})
	_, err = prover.Guide().Moves(p.State())
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, uint64(10000), prover.Finish().Nodes)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	prover.Begin(ctx, solver.Options{})
	_, err = prover.Guide().Moves(p.State())
	require.ErrorIs(t, err, context.Canceled)
}
