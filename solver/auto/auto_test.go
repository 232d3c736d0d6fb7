package auto

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// Auto agrees with memo, and on boards this small also finds the distance.
func TestAutoAgreesWithMemo(t *testing.T) {
	testgames.Check(t, 2000, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		opt := solver.Options{
			Memory:   rapid.SampledFrom([]int64{1 << 14, 1 << 20}).Draw(t, "memory"),
			Workers:  rapid.IntRange(1, 2).Draw(t, "workers"),
			NoLemmas: rapid.Bool().Draw(t, "bare"),
			Monitor:  new(solver.Monitor),
		}
		want, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		distance := rapid.Bool().Draw(t, "distance") || opt.Memory == 1<<14 // with little memory it may take more than a moment
		alone := distance && rapid.Bool().Draw(t, "alone")
		got, err := Engine{Distance: distance, Alone: alone}.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		require.Equal(t, got.Stats, opt.Monitor.Snapshot())
		if opt.NoLemmas {
			require.Contains(t, []string{"negamax", "pn"}, got.Engine)
		}
		require.Equal(t, got.Engine == "theory", got.Lemma != "")
		want.Engine, want.Stats, want.Lemma = got.Engine, got.Stats, got.Lemma
		want.Nimber, want.ColValue = got.Nimber, got.ColValue
		if !distance || alone { // the nodes may be used up while it follows the line
			want.PV = want.PV[:len(got.PV)]
		}
		if alone {
			require.Zero(t, got.Best&^want.Best)
			require.True(t, got.Best != 0 || want.Outcome == solver.Loss)
			want.Best, want.BestComplete = got.Best, got.BestComplete
			if got.PV == nil {
				want.PV = nil
			}
		}
		require.Equal(t, want, got)
	})
}

// The expected engine answers, and what else is known then.
func TestAutoAsksTheCheapestEngine(t *testing.T) {
	for _, c := range []struct {
		variant   string
		rows      int
		cols      int
		auto      Engine
		engine    string
		outcome   solver.Outcome
		distance  int
		more      string
		mostNodes uint64
	}{
		{"classic", 8, 8, Engine{}, "theory", solver.Loss, solver.NoDistance, "matching", negamaxMoment},
		{"classic", 5, 5, Engine{}, "theory", solver.Win, 17, "matching", 2000},
		{"duel", 7, 8, Engine{}, "theory", solver.Loss, solver.NoDistance, "the opponent copies every move", 1000},
		{"duel", 4, 5, Engine{}, "theory", solver.Loss, 12, "the opponent copies every move", 2000},
		{"claim", 6, 6, Engine{}, "theory", solver.Win, 9, "Sprague-Grundy", 20000},
		{"lockdown", 5, 5, Engine{}, "negamax", solver.Win, 23, "", 20000},
		{"blockade", 6, 6, Engine{}, "pn", solver.Loss, solver.NoDistance, "", 300000},
		{"blockade", 6, 6, Engine{Distance: true}, "negamax", solver.Loss, 34, "", 27000},
		{"duel", 5, 7, Engine{Distance: true}, "theory", solver.Loss, 18, "Col value", 130_000},
		{"duel", 5, 7, Engine{Distance: true, Alone: true}, "theory", solver.Loss, 18, "Col value", 35_000},
	} {
		r, err := c.auto.Solve(context.Background(), testgames.Game(t, c.variant, c.rows, c.cols).Start(), solver.Options{Memory: 64 << 20})
		require.NoError(t, err)
		t.Log(c.variant, c.rows, c.cols, r.Engine, r.Distance, r.Stats.Nodes)
		require.Equal(t, c.outcome, r.Outcome)
		require.True(t, r.Proven)
		require.Equal(t, c.distance, r.Distance)
		require.Equal(t, c.distance != solver.NoDistance && !c.auto.Alone, r.PV != nil)
		require.Equal(t, c.more, r.Lemma)
		require.Equal(t, c.variant == "claim", r.Nimber != nil)
		require.LessOrEqual(t, r.Stats.Nodes, c.mostNodes)
		require.Equal(t, c.engine, r.Engine)
	}
}

func TestAutoStops(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	for _, nodes := range []uint64{1, 1000, negamaxMoment, negamaxMoment + 5000} {
		var monitor solver.Monitor
		r, err := Engine{}.Solve(context.Background(), big, solver.Options{Nodes: nodes, Memory: 1 << 20, Monitor: &monitor})
		require.ErrorIs(t, err, solver.ErrLimit)
		require.Equal(t, solver.Unknown, r.Outcome)
		require.Equal(t, solver.NoDistance, r.Distance)
		require.Equal(t, nodes, r.Stats.Nodes)
		require.Equal(t, r.Stats, monitor.Snapshot())
	}
	r, err := Engine{}.Solve(testgames.ExpireAt(20, nil), big, solver.Options{Memory: 1 << 20})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.False(t, r.Proven)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Engine{}.Solve(ctx, big, solver.Options{Memory: 1 << 20})
	require.ErrorIs(t, err, context.Canceled)

	// What theory knows is kept when there is no time for the distance.
	classic := testgames.Game(t, "classic", 8, 8).Start()
	r, err = Engine{Distance: true}.Solve(context.Background(), classic, solver.Options{Nodes: 500, Memory: 1 << 20})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, solver.Loss, r.Outcome)
	require.Equal(t, "matching", r.Lemma)

	// Who is stopped while plies are counted says so, though it is known who wins after each move.
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	e := Engine{Learned: func(known *solver.Knowledge) {
		if !slices.ContainsFunc(known.Moves(), func(m solver.MoveResult) bool { return !m.After.Proven }) {
			cancel()
		}
	}}
	known, err := e.AllMoves(ctx, testgames.Game(t, "lockdown", 4, 4).Start(), solver.Options{Workers: 1, Memory: 1 << 24})
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, known.Result().Proven)
	require.Equal(t, solver.NoDistance, known.After(0).Distance)
}

// What is known of one board is never said of another.
func TestSharedMemoryOfAnotherBoard(t *testing.T) {
	shared, err := NewShared(testgames.Game(t, variants.Duel, 1, 1), 1<<20)
	require.NoError(t, err)
	defer shared.Release()
	p, e := testgames.Game(t, variants.Duel, 1, 2).Start(), Engine{Shared: shared}
	r, err := e.Solve(t.Context(), p, solver.Options{})
	require.ErrorIs(t, err, ErrOtherGame)
	require.False(t, r.Proven)
	known, err := e.AllMoves(t.Context(), p, solver.Options{})
	require.ErrorIs(t, err, ErrOtherGame)
	require.False(t, known.Result().Proven)
	_, err = Theory{Shared: shared}.Solve(t.Context(), p, solver.Options{})
	require.ErrorIs(t, err, ErrOtherGame)
	_, err = e.Solve(t.Context(), testgames.Game(t, variants.Duel, 1, 1).Start(), solver.Options{})
	require.NoError(t, err, "the same board, made anew")
}
