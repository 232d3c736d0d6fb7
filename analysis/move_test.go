package analysis

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// What all moves together say of a position is what memo says of it, and in claim its
// nimber.
func TestMovesAgreeWithMemo(t *testing.T) {
	ctx := context.Background()
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		want, err := brute.Memo{}.Solve(ctx, p, solver.Options{})
		require.NoError(t, err)
		if p.Game().Variant().ID == variants.Claim {
			known, err := auto.Theory{}.Solve(ctx, p, solver.Options{})
			require.NoError(t, err)
			want.Nimber = known.Nimber
		}
		a, err := Analyze(ctx, p, Options{Auto: auto.Engine{Distance: true}, Options: solver.Options{Memory: 1 << 20}})
		require.NoError(t, err)
		require.Len(t, a.Moves, p.Legal().Count())
		want.Engine, want.Stats, want.Lemma = a.Result.Engine, a.Result.Stats, a.Result.Lemma
		want.ColValue = a.Result.ColValue
		require.Equal(t, p.Record(want.PV), p.Record(a.Result.PV))
		want.PV = a.Result.PV // empty in one way or the other
		require.Equal(t, want, a.Result)
		for i, m := range a.Moves {
			after, err := brute.Memo{}.Solve(ctx, p.Play(m.Move), solver.Options{})
			require.NoError(t, err)
			require.Equal(t, after.Distance+1, m.Distance)
			require.Equal(t, after.Outcome == solver.Loss, m.Outcome == solver.Win)
			if i > 0 {
				require.False(t, better(m, a.Moves[i-1]), "not the best first")
			}
		}
	})
}

// better reports whether the mover would rather make the move a than b. Both are known.
func better(a, b Move) bool {
	switch {
	case a.Outcome != b.Outcome:
		return a.Outcome == solver.Win
	case a.Outcome == solver.Win:
		return a.Distance < b.Distance
	}
	return a.Distance > b.Distance
}
