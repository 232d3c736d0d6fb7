package solver

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
)

// Auto says what memo says, and on boards as small as these the distance too.
func TestAutoAgreesWithMemo(t *testing.T) {
	sample.Check(t, 2000, func(t *rapid.T) {
		p := sample.Position(t, sample.Variant(t), 14)
		opt := Options{
			Memory:   rapid.SampledFrom([]int64{1 << 14, 1 << 20}).Draw(t, "memory"),
			Workers:  rapid.IntRange(1, 2).Draw(t, "workers"),
			NoLemmas: rapid.Bool().Draw(t, "bare"),
			Monitor:  new(Monitor),
		}
		want, err := Memo{}.Solve(context.Background(), p, Options{})
		require.NoError(t, err)
		distance := rapid.Bool().Draw(t, "distance") || opt.Memory == 1<<14 // with little memory it may take more than a moment
		got, err := Auto{Distance: distance}.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		require.Equal(t, got.Stats, opt.Monitor.Snapshot())
		if opt.NoLemmas {
			require.Contains(t, []string{"negamax", "pn"}, got.Engine)
		}
		require.Equal(t, got.Engine == "theory", got.Lemma != "")
		want.Engine, want.Stats, want.Lemma = got.Engine, got.Stats, got.Lemma
		want.Nimber, want.Value = got.Nimber, got.Value
		if !distance { // the moment may be over while it follows the line
			want.PV = want.PV[:len(got.PV)]
		}
		require.Equal(t, want, got)
	})
}

// Who answers, and what else is known then.
func TestAutoAsksTheCheapestEngine(t *testing.T) {
	for _, c := range []struct {
		variant   string
		rows      int
		cols      int
		auto      Auto
		engine    string
		outcome   Outcome
		distance  int
		more      string
		mostNodes uint64
	}{
		{"classic", 8, 8, Auto{}, "theory", Loss, NoDistance, "matching", negamaxMoment},
		{"classic", 5, 5, Auto{}, "theory", Win, 17, "matching", 2000},
		{"duel", 7, 8, Auto{}, "theory", Loss, NoDistance, "the opponent copies every move", negamaxMoment},
		{"duel", 4, 5, Auto{}, "theory", Loss, 12, "the opponent copies every move", 2000},
		{"claim", 6, 6, Auto{}, "theory", Win, 9, "Sprague-Grundy", 20000},
		{"lockdown", 5, 5, Auto{}, "negamax", Win, 23, "", 20000},
		{"blockade", 6, 6, Auto{}, "pn", Loss, NoDistance, "", 300000},
		{"blockade", 6, 6, Auto{Distance: true}, "pn", Loss, 34, "", 600000},
	} {
		r, err := c.auto.Solve(context.Background(), sample.Game(t, c.variant, c.rows, c.cols).Start(), Options{Memory: 64 << 20})
		require.NoError(t, err)
		t.Log(c.variant, c.rows, c.cols, r.Engine, r.Distance, r.Stats.Nodes)
		require.Equal(t, c.outcome, r.Outcome)
		require.True(t, r.Proven)
		require.Equal(t, c.distance, r.Distance)
		require.Equal(t, c.distance != NoDistance, r.PV != nil)
		require.Equal(t, c.more, r.Lemma)
		require.Equal(t, c.variant == "claim", r.Nimber != nil)
		require.LessOrEqual(t, r.Stats.Nodes, c.mostNodes)
		require.Equal(t, c.engine, r.Engine)
	}
}

func TestAutoStops(t *testing.T) {
	big := sample.Game(t, "blockade", 7, 7).Start()
	for _, nodes := range []uint64{1, 1000, negamaxMoment, negamaxMoment + 5000} {
		var monitor Monitor
		r, err := Auto{}.Solve(context.Background(), big, Options{Nodes: nodes, Memory: 1 << 20, Monitor: &monitor})
		require.ErrorIs(t, err, ErrLimit)
		require.Equal(t, Unknown, r.Outcome)
		require.Equal(t, NoDistance, r.Distance)
		require.Equal(t, nodes, r.Stats.Nodes)
		require.Equal(t, r.Stats, monitor.Snapshot())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	r, err := Auto{}.Solve(ctx, big, Options{Memory: 1 << 20})
	require.ErrorIs(t, err, ErrLimit)
	require.False(t, r.Proven)
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	_, err = Auto{}.Solve(ctx, big, Options{Memory: 1 << 20})
	require.ErrorIs(t, err, context.Canceled)

	// What theory knows is kept when there is no time for the distance.
	classic := sample.Game(t, "classic", 8, 8).Start()
	r, err = Auto{Distance: true}.Solve(context.Background(), classic, Options{Nodes: 500, Memory: 1 << 20})
	require.ErrorIs(t, err, ErrLimit)
	require.Equal(t, Loss, r.Outcome)
	require.Equal(t, "matching", r.Lemma)
}
