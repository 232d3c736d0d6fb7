package play

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/analysis"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// analystOf returns an analyst of a game, with time for each move.
func analystOf(t testing.TB, game *variants.Game, moveTime string) analyst {
	t.Helper()
	shared, err := auto.NewShared(game, 1<<22)
	require.NoError(t, err)
	t.Cleanup(shared.Release)
	a := analyst{shared: shared, workers: 1}
	require.NoError(t, a.moveTime.Set(moveTime))
	return a
}

// The coach warns of the moves that give a win away, of no others, and with the numbers that plain
// recursion finds; hints count the moves that win.
func TestCoachIsRight(t *testing.T) {
	testgames.Check(t, 60, func(r *rapid.T) {
		p := testgames.Position(r, testgames.Variant(r), 12)
		if p.Over() {
			return
		}
		truth, a := testgames.NewTruth(p.Game()), analystOf(t, p.Game(), "5m")
		distance, wins := truth.Distance(p.State()), 0
		for m := range p.Legal().Cells() {
			after := truth.Distance(p.Play(variants.Move(m)).State())
			if after%2 == 0 {
				wins++
			}
			played, best, known, err := a.blunder(context.Background(), p, variants.Move(m))
			require.NoError(r, err)
			require.Equal(r, distance%2 == 1 && after%2 == 1, known, "%v %s", p, p.MoveText(variants.Move(m)))
			if known {
				require.Equal(r, solver.Loss, played.Outcome)
				require.Equal(r, after+1, played.Distance)
				require.Equal(r, distance, best.Distance)
			}
		}
		moves, err := a.count(context.Background(), p)
		require.NoError(r, err)
		require.Equal(r, analysis.Tally{Legal: p.Legal().Count(), Winning: wins, Losing: p.Legal().Count() - wins}, moves)
	})
}

// Where a search would be long, the coach says nothing after its time, or that of a move if
// that is less.
func TestCoachIsQuick(t *testing.T) {
	p := testgames.Game(t, "blockade", 8, 8).Start()
	_, _, known, err := analystOf(t, p.Game(), "1us").blunder(context.Background(), p, variants.Move(p.Legal().First()))
	require.NoError(t, err)
	require.False(t, known)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, _, err = analystOf(t, p.Game(), "5m").blunder(ctx, p, variants.Move(p.Legal().First()))
	require.ErrorIs(t, err, context.Canceled)
}

// A number that is not known is left out.
func TestInMoves(t *testing.T) {
	require.Equal(t, "win in 13", inPlies("win", 13))
	require.Equal(t, "loses", inPlies("loses", solver.NoDistance))
}
