package solver_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// The ladder: every engine agrees with plain recursion on a position and on its images; with
// lemmas and without; with one, two or three workers; with a table of one bucket that is full
// all the time, a small one and one that holds everything.
//
// rapid prints the seed and the position of a failure.
func TestLadder(t *testing.T) {
	t.Parallel()
	climbLadder(t, 500)
}

func climbLadder(t *testing.T, draws int) {
	t.Helper()
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 13)
		truth := solve(t, brute.Memo{}, p, solver.Options{})
		if p.Empty().Count() <= 9 {
			naive := solve(t, brute.Naive{}, p, solver.Options{})
			naive.Engine, naive.Stats = truth.Engine, truth.Stats
			require.Equal(t, naive, truth)
		}
		sym := testgames.Symmetry(t, p)
		for _, e := range []solver.Engine{pn.Engine{}, negamax.Engine{}, auto.Engine{Distance: true}, auto.Theory{}} {
			opt := options(t, p)
			checkAgainst(t, e, p, opt, truth)
			checkAgainst(t, e, p.Image(sym), opt, imageOf(p, sym, truth))
		}
	})
}

// options draws the options of a search. On more than ten empty cells a table of one bucket would be
// as good as none: duel on 13×1 does not end for minutes.
func options(t *rapid.T, p variants.Position) solver.Options {
	tables := []int64{1 << 12, 1 << 20}
	if p.Empty().Count() <= 10 {
		tables = append(tables, 1)
	}
	return solver.Options{
		Memory:   rapid.SampledFrom(tables).Draw(t, "memory"),
		Workers:  rapid.IntRange(1, 3).Draw(t, "workers"),
		NoLemmas: rapid.Bool().Draw(t, "bare"),
	}
}

// imageOf returns the truth for the image of p.
func imageOf(p variants.Position, sym bitboard.Symmetry, truth solver.Result) solver.Result {
	var best variants.MoveSet
	for m := range truth.Best.Cells() {
		best = best.With(int(p.ImageMove(sym, variants.Move(m))))
	}
	truth.Best = best
	return truth
}

// checkAgainst checks the answer of an engine against the truth. It need not be complete: pn
// finds no distances, and theory not everything.
func checkAgainst(t *rapid.T, e solver.Engine, p variants.Position, opt solver.Options, truth solver.Result) {
	r, err := e.Solve(context.Background(), p, opt)
	if e.Name() == "theory" && errors.Is(err, solver.ErrLimit) {
		require.Equal(t, solver.Unknown, r.Outcome)
		require.False(t, r.Proven)
		return
	}
	require.NoError(t, err, e.Name())
	require.True(t, r.Proven)
	require.Equal(t, truth.Outcome, r.Outcome, "%s: %v", e.Name(), p)
	switch e.Name() {
	case "pn", "theory":
		require.Equal(t, p.Over(), r.Distance == 0)
		checkWinningMoves(t, p, r)
	default:
		require.Equal(t, truth.Distance, r.Distance, "%s: %v", e.Name(), p)
		require.Equal(t, truth.Best, r.Best, "%s: %v", e.Name(), p)
		require.Len(t, r.PV, r.Distance)
	}
}

// checkWinningMoves checks that the claimed winning moves win, and that there are some where
// there should be.
func checkWinningMoves(t *rapid.T, p variants.Position, r solver.Result) {
	for m := range r.Best.Cells() {
		require.Equal(t, solver.Loss, solve(t, brute.Memo{}, p.Play(variants.Move(m)), solver.Options{}).Outcome)
	}
	switch id := p.Game().Variant().ID; {
	case r.Outcome == solver.Loss:
		require.Zero(t, r.Best)
	case r.Engine == "pn", id != variants.Lockdown && id != variants.Blockade:
		require.NotZero(t, r.Best)
	}
}
