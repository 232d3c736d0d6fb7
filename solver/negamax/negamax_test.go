package negamax

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table/tabletest"
	"gridlock/theory"
	"gridlock/variants"
)

// Negamax agrees with memo completely: with any size of the table, any number of workers, with
// and without lemmas, and on the position's images.
func TestNegamaxAgreesWithMemo(t *testing.T) {
	t.Parallel()
	compareNegamaxWithMemo(t, 700)
}

func compareNegamaxWithMemo(t *testing.T, draws int) {
	t.Helper()
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		opt := solver.Options{
			Memory:   rapid.SampledFrom([]int64{1, 1 << 12, 1 << 20}).Draw(t, "memory"),
			Workers:  rapid.IntRange(1, 3).Draw(t, "workers"),
			NoLemmas: rapid.Bool().Draw(t, "noLemmas"),
		}
		want, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		e := Engine{Lasting: rapid.Bool().Draw(t, "lasting")}
		first := rapid.SampledFrom([]uint64{1, 8, 60, forever}).Draw(t, "first round")
		got := inRounds(t, e, p, opt, first)
		want.Engine, want.Stats = got.Engine, got.Stats
		require.Equal(t, want, got)

		brief := e
		brief.Alone = true
		if rapid.Bool().Draw(t, "hint") {
			brief.Hint = solver.Result{Outcome: want.Outcome, Proven: true, Distance: solver.NoDistance}
			if want.Outcome == solver.Win {
				brief.Hint.Best = want.Best & variants.MoveSet(rapid.Uint64().Draw(t, "known moves"))
			}
		}
		alone := inRounds(t, brief, p, opt, first)
		require.Zero(t, alone.Best&^want.Best)
		want.Best, want.BestComplete, want.PV, want.Stats = alone.Best, false, nil, alone.Stats
		require.Equal(t, want, alone)
		want = got

		image := inRounds(t, e, p.Image(testgames.Symmetry(t, p)), opt, first)
		require.Equal(t, want.Outcome, image.Outcome)
		require.Equal(t, want.Distance, image.Distance)
		require.Equal(t, want.Best.Count(), image.Best.Count())
	})
}

// inRounds solves a position; first is the number of nodes of the first round.
func inRounds(t require.TestingT, e Engine, p variants.Position, opt solver.Options, first uint64) solver.Result {
	s, err := newTree(context.Background(), p, e, opt)
	require.NoError(t, err)
	s.firstRound = first
	r, err := s.run(context.Background(), p, opt)
	require.NoError(t, err)
	return r
}

// Known distances, with a budget of nodes that a search which gets worse will exceed, about a
// quarter above what it took when this was written. Node counts of one worker are the same
// everywhere.
func TestNegamaxDecidesWithinItsBudget(t *testing.T) {
	for _, c := range []struct {
		source   string
		variant  string
		rows     int
		cols     int
		distance int
		noLemmas bool
		nodes    uint64
	}{
		{"memo", "classic", 4, 4, 12, false, 350},
		{"memo", "classic", 5, 5, 17, false, 1800},
		{"memo", "classic", 5, 6, 22, false, 12200},
		{"itself, noLemmas", "classic", 6, 6, 26, false, 26000},
		{"memo", "duel", 4, 4, 8, false, 550},
		{"memo", "duel", 5, 5, 14, false, 7200},
		{"memo", "duel", 5, 5, 14, true, 95000},
		{"memo", "lockdown", 4, 4, 16, false, 1840},
		{"memo", "lockdown", 4, 4, 16, true, 27500},
		{"memo", "lockdown", 4, 5, 20, false, 5100},
		{"memo", "lockdown", 3, 7, 21, false, 1960},
		{"itself, noLemmas", "lockdown", 5, 5, 23, false, 16500},
		{"memo", "claim", 4, 4, 4, false, 35},
		{"memo", "claim", 7, 7, 11, false, 8000},
		{"memo", "claim", 7, 7, 11, true, 260000},
		{"memo", "blockade", 4, 4, 11, false, 490},
		{"memo", "blockade", 3, 7, 18, false, 1560},
		{"memo", "blockade", 4, 5, 15, false, 1710},
		{"memo", "blockade", 4, 5, 15, true, 11000},
		{"memo", "blockade", 5, 4, 13, false, 1060},
		{"itself, noLemmas", "blockade", 5, 5, 19, false, 6300},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		opt := solver.Options{Memory: 64 << 20, NoLemmas: c.noLemmas}
		r, err := Engine{}.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		name := fmt.Sprintf("%s %dx%d, noLemmas %v (%s): %d nodes", c.variant, c.rows, c.cols, c.noLemmas, c.source, r.Stats.Nodes)
		t.Log(name)
		require.Equal(t, c.distance, r.Distance, name)
		require.Len(t, r.PV, r.Distance, name)
		require.LessOrEqual(t, r.Stats.Nodes, c.nodes, name)

		require.Equal(t, c.distance, inRounds(t, Engine{Lasting: true}, p, opt, 10).Distance, name)
		lasting, err := Engine{Lasting: true}.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		require.Equal(t, c.distance, lasting.Distance, name)
		require.Len(t, lasting.PV, lasting.Distance, name)
		require.LessOrEqual(t, lasting.Stats.Nodes, r.Stats.Nodes, name)
	}
}

// A move that takes many nodes, and does not answer, keeps others from being searched for one round only.
func TestRounds(t *testing.T) {
	p := testgames.Parse(t, "blockade", "......./......./......./.##..#O/.X...../......#/....... x")
	nodes := func(first uint64) (all uint64) {
		for m := range p.Legal().Cells() {
			e := Engine{Lasting: true, Alone: true}
			all += inRounds(t, e, p.Play(variants.Move(m)), solver.Options{Memory: 16 << 20}, first).Stats.Nodes
		}
		return all
	}
	one, several := nodes(forever), nodes(firstRound)
	t.Logf("%d nodes in one round, %d in several", one, several)
	require.Less(t, 2*several, one)
}

// One worker visits the same positions every time, and reports early only what holds in the end.
func TestNegamaxStops(t *testing.T) {
	for _, p := range []variants.Position{
		testgames.Game(t, "classic", 3, 3).Start(),
		testgames.Game(t, "duel", 2, 3).Start(),
		testgames.Parse(t, "lockdown", "..x/Xo./..O/... o"),
		testgames.Game(t, "blockade", 4, 4).Start(),
	} {
		full, err := Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 16, NoLemmas: true})
		require.NoError(t, err)
		same, err := Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 16, NoLemmas: true, Nodes: full.Stats.Nodes})
		require.NoError(t, err)
		same.Stats.Elapsed = full.Stats.Elapsed
		require.Equal(t, full, same)
		for nodes := uint64(1); nodes < full.Stats.Nodes; nodes += 1 + nodes/50 {
			r, err := Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 16, NoLemmas: true, Nodes: nodes})
			require.Equal(t, nodes, r.Stats.Nodes)
			checkPart(t, p, full, r, err)
		}
	}
}

// checkPart checks the result of a search that was stopped against the complete one.
func checkPart(t *testing.T, p variants.Position, full, r solver.Result, err error) {
	t.Helper()
	require.Equal(t, r.Outcome != solver.Unknown, r.Proven)
	if r.Outcome != solver.Unknown {
		require.Equal(t, full.Outcome, r.Outcome)
	}
	if r.PV != nil {
		require.NoError(t, err)
		require.Equal(t, full.Best, r.Best)
		require.Equal(t, full.PV[:len(r.PV)], r.PV)
		return
	}
	require.ErrorIs(t, err, solver.ErrLimit)
	if r.Distance != solver.NoDistance {
		require.Equal(t, full.Distance, r.Distance)
		require.Zero(t, r.Best&^full.Best)
		return
	}
	for m := range r.Best.Cells() {
		child, err := brute.Memo{}.Solve(context.Background(), p.Play(variants.Move(m)), solver.Options{})
		require.NoError(t, err)
		require.Equal(t, solver.Loss, child.Outcome)
	}
}

func TestNegamaxIsCalledOff(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	for _, workers := range []int{1, 2} {
		ctx := testgames.CancelAt(20, nil)
		r, err := Engine{}.Solve(ctx, big, solver.Options{Memory: 1 << 20, Workers: workers})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, solver.NoDistance, r.Distance)
		_, err = Engine{}.Solve(ctx, big, solver.Options{Memory: 1 << 20, Workers: workers})
		require.ErrorIs(t, err, context.Canceled)

		_, err = Engine{}.Solve(testgames.ExpireAt(20, nil), big, solver.Options{Memory: 1 << 20, Workers: workers})
		require.EqualError(t, err, "limit reached: time is up")
	}
}

func TestNegamaxShowsItsStatistics(t *testing.T) {
	var monitor solver.Monitor
	p := testgames.Game(t, "blockade", 5, 5).Start()
	r, err := Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24, Workers: 2, Monitor: &monitor})
	require.NoError(t, err)
	require.Equal(t, r.Stats, monitor.Snapshot())
	require.Equal(t, "negamax", r.Stats.Phase)
	for _, count := range []uint64{r.Stats.Nodes, r.Stats.Stored, r.Stats.Capacity, r.Stats.Probes, r.Stats.Hits, uint64(r.Stats.Memory), uint64(r.Stats.Depth)} {
		require.NotZero(t, count)
	}
	for _, m := range r.Stats.PV {
		require.True(t, p.Legal().Has(int(m)))
		p = p.Play(m)
	}
}

func TestNegamaxAllocatesNothingPerNode(t *testing.T) {
	for _, p := range []variants.Position{
		testgames.Game(t, "blockade", 6, 6).Start(),
		testgames.Game(t, "lockdown", 6, 6).Start(),
		testgames.Game(t, "classic", 7, 7).Start(),
	} {
		allocations := func(nodes uint64) float64 {
			return testing.AllocsPerRun(5, func() {
				_, err := Engine{}.Solve(context.Background(), p, solver.Options{Nodes: nodes, Memory: 1 << 14})
				require.ErrorIs(t, err, solver.ErrLimit)
			})
		}
		// The line in the statistics may be a few moves longer or shorter.
		require.InDelta(t, allocations(1000), allocations(3000), 8)
	}
}

// What negamax leaves out of a position does not matter, and the bound that comes with it holds.
func TestNegamaxSeesPositionsAsTheyAre(t *testing.T) {
	t.Parallel()
	compareWhatNegamaxSees(t, 1500)
}

func compareWhatNegamaxSees(t *testing.T, draws int) {
	t.Helper()
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 13)
		view := newView(p.Game(), false)
		view.foldable = rapid.SampledFrom([]int{0, 6, 64}).Draw(t, "foldable")
		n := view.see(p.State(), nil)
		truth := testgames.NewTruth(p.Game())
		d := search.Distance(truth.Distance(p.State()))
		require.Equal(t, d, search.Distance(truth.Distance(n.state)))
		require.LessOrEqual(t, int(d), n.most)

		lemmas := newLemmas(p.Game(), false)
		node := &node{seen: n, legal: p.Game().Rules().Legal(n.state), ranks: search.AnyRank()}
		if node.legal != 0 {
			lemmas.narrow(node, search.Rank(rapid.IntRange(1, int(search.LastRank)).Draw(t, "g")))
			require.LessOrEqual(t, node.ranks.Low, search.RankOf(d))
			require.GreaterOrEqual(t, node.ranks.High, search.RankOf(d))
		}
	})
}

// The separation lemma knows distances, in all positions of a game one after the other, also
// from what it remembers.
func TestSeparationKnowsDistances(t *testing.T) {
	known := 0
	for _, id := range []string{"lockdown", "blockade"} {
		for _, board := range [][2]int{{2, 7}, {3, 4}, {4, 3}, {7, 2}, {3, 5}} {
			game := testgames.Game(t, id, board[0], board[1])
			separation, ok := theory.NewSeparation(game)
			require.True(t, ok)
			truth := testgames.NewTruth(game)
			truth.Distance(game.Start().State())
			for s, d := range truth.Known {
				separation.Most = uint64(known % 40)
				plies, ok := separation.Distance(s)
				if ok && plies != d {
					t.Fatalf("%s %v: %d plies, not %d", id, s, plies, d)
				}
				wins := separation.Decide(s)
				if wins != theory.Open && (wins == theory.Yes) != (d%2 == 1) {
					t.Fatalf("%s %v: wins %v in %d", id, s, wins, d)
				}
				if ok {
					known++
				}
			}
		}
	}
	require.Greater(t, known, 10000)
}

func TestRanks(t *testing.T) {
	for d := search.Distance(0); d <= 64; d++ {
		require.Equal(t, d, search.RankOf(d).Distance())
		for e := search.Distance(0); e <= 64; e++ {
			require.Equal(t, d.Better(e), search.RankOf(d) > search.RankOf(e))
		}
		if d < 64 {
			require.Equal(t, search.RankOf(d+1), search.RankOf(d).Before())
			for g := search.Rank(1); g <= search.LastRank; g++ {
				require.Equal(t, search.RankOf(d).Before() >= g, search.RankOf(d) < g.Refutes(), "%d %d", d, g)
			}
		}
		for plies := range 65 {
			b := search.Ranks{Low: search.RankOf(d), High: search.RankOf(d)}.Within(plies)
			require.Equal(t, int(d) <= plies, b == search.Ranks{Low: search.RankOf(d), High: search.RankOf(d)}, "%d %d", d, plies)
		}
		require.Equal(t, search.RankOf(d) > search.LastLoss, d.Wins())
	}
}

// What negamax knows of a position when it has to stop is true.
func TestNegamaxHoldsWhatIsTrueAtEveryLimit(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
	}{{"blockade", 3, 4}, {"lockdown", 3, 3}, {"classic", 4, 4}} {
		game := testgames.Game(t, c.variant, c.rows, c.cols)
		truth := testgames.NewTruth(game)
		for _, noLemmas := range []bool{true, false} {
			full, err := Engine{}.Solve(context.Background(), game.Start(), solver.Options{Memory: 1 << 16, NoLemmas: noLemmas})
			require.NoError(t, err)
			for nodes := uint64(1); nodes < full.Stats.Nodes; nodes += 1 + nodes/10 {
				e, err := newTree(context.Background(), game.Start(), Engine{}, solver.Options{Memory: 1 << 16, NoLemmas: noLemmas, Nodes: nodes})
				require.NoError(t, err)
				e.solve(&solver.Result{})
				for k, data := range tabletest.Entries(e.table) {
					d := search.Distance(truth.Distance(tabletest.StateOf(game, k)))
					holds, _ := unpack(data)
					if holds.Low > search.RankOf(d) || holds.High < search.RankOf(d) {
						t.Fatalf("%s, %d nodes, %v: %v, which is in %d plies", c.variant, nodes, tabletest.StateOf(game, k), holds, d)
					}
				}
				e.table.Release()
			}
		}
	}
}
