package solver_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/internal/search"
	"gridlock/variants"
)

func solve(t require.TestingT, e solver.Engine, p variants.Position, opt solver.Options) solver.Result {
	result, err := e.Solve(context.Background(), p, opt)
	require.NoError(t, err)
	return result
}

// Naive and memo agree on a position and on its images, and their results are consistent.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	compareNaiveAndMemo(t, 500)
}

func compareNaiveAndMemo(t *testing.T, draws int) {
	t.Helper()
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		naive := solve(t, brute.Naive{}, p, solver.Options{})
		memo := solve(t, brute.Memo{}, p, solver.Options{})
		require.LessOrEqual(t, memo.Stats.Nodes, naive.Stats.Nodes)
		checkResult(t, p, naive)

		sym := testgames.Symmetry(t, p)
		image := solve(t, brute.Memo{}, p.Image(sym), solver.Options{})
		require.Equal(t, naive.Outcome, image.Outcome)
		require.Equal(t, naive.Distance, image.Distance)
		var best variants.MoveSet
		for m := range naive.Best.Cells() {
			best = best.With(int(p.ImageMove(sym, variants.Move(m))))
		}
		require.Equal(t, best, image.Best)
		require.Equal(t, memo.Stats.Nodes, image.Stats.Nodes)

		memo.Engine, memo.Stats = naive.Engine, naive.Stats
		require.Equal(t, naive, memo, "%s %v", p.Game().Variant().ID, p)
	})
}

func TestTheoryStops(t *testing.T) {
	big := testgames.Game(t, "claim", 8, 8).Start()
	r, err := auto.Theory{}.Solve(testgames.ExpireAt(3, nil), big, solver.Options{})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, solver.Unknown, r.Outcome)
	require.LessOrEqual(t, r.Stats.Nodes, uint64(3*1024))
	_, err = auto.Theory{}.Solve(context.Background(), big, solver.Options{Nodes: 2000})
	require.ErrorIs(t, err, solver.ErrLimit)
}

// checkResult checks a complete result against the definition of distance, one ply deep, and its
// line against the rules.
func checkResult(t *rapid.T, p variants.Position, r solver.Result) {
	require.True(t, r.Proven)
	require.Equal(t, r.Distance%2 == 1, r.Outcome == solver.Win)
	require.Equal(t, p.Over(), r.Distance == 0)
	best, ok := r.BestMove()
	require.Equal(t, !p.Over(), ok)

	quickestWin, longestLoss := solver.NoDistance, 0
	for m := range p.Legal().Cells() {
		child := solve(t, brute.Naive{}, p.Play(variants.Move(m)), solver.Options{})
		require.Equal(t, child.Distance+1 == r.Distance, r.Best.Has(m), "best move %d of %v", m, p)
		switch {
		case child.Outcome == solver.Win:
			longestLoss = max(longestLoss, child.Distance+1)
		case quickestWin == solver.NoDistance || child.Distance+1 < quickestWin:
			quickestWin = child.Distance + 1
		}
	}
	if quickestWin != solver.NoDistance {
		require.Equal(t, quickestWin, r.Distance)
	} else {
		require.Equal(t, longestLoss, r.Distance)
	}

	require.Len(t, r.PV, r.Distance)
	if ok {
		require.Equal(t, best, r.PV[0])
	}
	winner, _ := r.Winner(p)
	for _, m := range r.PV {
		require.True(t, p.Legal().Has(int(m)))
		p = p.Play(m)
	}
	require.True(t, p.Over())
	require.Equal(t, winner, p.Side().Opponent())
}

func TestNaiveVisitsEveryMoveSequence(t *testing.T) {
	// On a row of three, classic has 1, 3, 4, 2 sequences of 0 to 3 plies. The
	// first best move is the left end, and the principal variation goes through
	// the two other cells in turn: 2 and 1 more nodes.
	result := solve(t, brute.Naive{}, testgames.Game(t, "classic", 1, 3).Start(), solver.Options{})
	require.Equal(t, solver.Win, result.Outcome)
	require.Equal(t, 3, result.Distance)
	require.Equal(t, uint64(1+3+4+2+2+1), result.Stats.Nodes)
}

func TestLimits(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	for _, e := range []solver.Engine{brute.Naive{}, brute.Memo{}} {
		r, err := e.Solve(context.Background(), big, solver.Options{Nodes: 10000})
		require.ErrorIs(t, err, solver.ErrLimit)
		require.EqualError(t, err, "limit reached: node count 10000")
		require.Equal(t, solver.LimitNodes, solver.LimitOf(err))
		require.Equal(t, uint64(10000), r.Stats.Nodes)
		require.Equal(t, solver.Unknown, r.Outcome)
		require.False(t, r.Proven)
		require.Equal(t, solver.NoDistance, r.Distance)
		require.Equal(t, e.Name(), r.Engine)
		_, ok := r.Winner(big)
		require.False(t, ok)

		r, err = e.Solve(testgames.ExpireAt(3, nil), big, solver.Options{})
		require.ErrorIs(t, err, solver.ErrLimit)
		require.EqualError(t, err, "limit reached: time is up")
		require.Equal(t, solver.LimitTime, solver.LimitOf(err))
		require.NotZero(t, r.Stats.Nodes)

		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r, err = e.Solve(ctx, big, solver.Options{})
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, solver.ErrLimit)
		require.Zero(t, r.Stats.Nodes)
	}
	r, err := brute.Memo{}.Solve(context.Background(), big, solver.Options{Memory: 1 << 20})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.ErrorContains(t, err, "positions fill the 1 MiB of memory allowed")
	require.Equal(t, solver.LimitMemory, solver.LimitOf(err))
	require.Less(t, r.Stats.Stored, uint64(1<<20/50))
}

// A node limit stops a search in the same place every time, and one that is just large enough
// does not stop it. What is reported early holds in the end.
func TestNodeLimitIsExact(t *testing.T) {
	for _, p := range []variants.Position{
		testgames.Game(t, "classic", 3, 3).Start(),          // won
		testgames.Game(t, "duel", 2, 3).Start(),             // lost
		testgames.Parse(t, "lockdown", "..x/Xo./..O/... o"), // some moves win
	} {
		for _, e := range []solver.Engine{brute.Naive{}, brute.Memo{}} {
			full := solve(t, e, p, solver.Options{})
			same := solve(t, e, p, solver.Options{Nodes: full.Stats.Nodes})
			same.Stats.Elapsed = full.Stats.Elapsed
			require.Equal(t, full, same)
			for nodes := uint64(1); nodes < full.Stats.Nodes; nodes++ {
				checkPartial(t, e, p, full, nodes)
			}
		}
	}
}

func checkPartial(t *testing.T, e solver.Engine, p variants.Position, full solver.Result, nodes uint64) {
	t.Helper()
	r, err := e.Solve(context.Background(), p, solver.Options{Nodes: nodes})
	require.Equal(t, nodes, r.Stats.Nodes)
	require.Equal(t, r.Outcome != solver.Unknown, r.Proven)
	if r.Distance != solver.NoDistance {
		require.NoError(t, err)
		require.Equal(t, full.Outcome, r.Outcome)
		require.Equal(t, full.Distance, r.Distance)
		require.Equal(t, full.Best, r.Best)
		require.Equal(t, full.PV[:len(r.PV)], r.PV)
		return
	}
	require.ErrorIs(t, err, solver.ErrLimit)
	require.NotEqual(t, solver.Loss, r.Outcome, "a loss is known when every move is")
	require.Equal(t, r.Outcome == solver.Win, r.Best != 0)
	require.Empty(t, r.PV)
	for m := range r.Best.Cells() {
		require.Equal(t, solver.Loss, solve(t, brute.Naive{}, p.Play(variants.Move(m)), solver.Options{}).Outcome)
	}
}

// An engine looks at its context every search.PollEvery nodes, some microseconds.
func TestEnginesLookAtTheirContext(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	for _, e := range []solver.Engine{brute.Naive{}, brute.Memo{}} {
		for _, calls := range []int{1, 2, 10, 40} {
			r, err := e.Solve(testgames.ExpireAt(calls, nil), big, solver.Options{})
			require.ErrorIs(t, err, solver.ErrLimit)
			require.LessOrEqual(t, r.Stats.Nodes, uint64(calls*search.PollEvery))
		}
	}
}

// A winning move found before the limit is a proven win, though its distance may not be the
// least.
func TestPartialResult(t *testing.T) {
	p := testgames.Parse(t, "blockade", "O#..../....../X...../....../....../...... x")
	r, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{Nodes: 5000})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, solver.Win, r.Outcome)
	require.True(t, r.Proven)
	require.Equal(t, solver.NoDistance, r.Distance)
	require.Empty(t, r.PV)
	m, ok := r.BestMove()
	require.True(t, ok)
	require.Equal(t, "1,0@1,1", p.MoveText(m))
	winner, ok := r.Winner(p)
	require.True(t, ok)
	require.Equal(t, variants.X, winner)
}

func TestMonitorFollowsTheSearch(t *testing.T) {
	var monitor solver.Monitor
	require.Equal(t, solver.Stats{}, monitor.Snapshot())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan solver.Result)
	go func() {
		r, _ := brute.Memo{}.Solve(ctx, testgames.Game(t, "blockade", 7, 7).Start(), solver.Options{Monitor: &monitor})
		done <- r
	}()
	require.True(t, testgames.Await(func() bool {
		s := monitor.Snapshot()
		return s.Nodes > 100000 && s.Stored > 10000 && s.Elapsed > 0
	}))
	cancel()
	r := <-done
	require.Equal(t, r.Stats, monitor.Snapshot())
}
