package negamax

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// A move wins if what it leads to is known to be lost, in however many plies, and only then.
func TestWinningMovesOfUnknownDistance(t *testing.T) {
	p := testgames.Parse(t, variants.Blockade, "X3/#3/4/2O1 x")
	e, err := newTree(t.Context(), p, Engine{}, solver.Options{Memory: 1 << 20, NoLemmas: true})
	require.NoError(t, err)
	defer e.table.Release()
	require.Zero(t, e.known(search.LastLoss))
	for known, ranks := range map[bool]search.Ranks{
		true: {Low: 1, High: search.LastLoss}, false: {Low: 1, High: search.LastRank},
	} {
		m := p.Legal().First()
		n := e.view.see(p.Game().Rules().Play(p.State(), variants.Move(m)), nil)
		e.table.Store(e.view.pack.Exact(n.state), pack(ranks, noMove), 100)
		require.Equal(t, known, e.known(search.LastLoss).Has(m), "%v", ranks)
	}
}

// When a worker knows as many components as it may remember, it begins anew, and not before.
func TestNimbersAndValuesAreRenewed(t *testing.T) {
	for _, text := range []struct{ id, text string }{{variants.Claim, "4/4/4/#3 x"}, {variants.Duel, "4/1X2/4/#3 o"}} {
		p := testgames.Parse(t, text.id, text.text)
		l := newLemmas(p.Game(), false)
		work := func() *uint64 {
			if l.nimbers != nil {
				require.EqualValues(t, sumWork, l.nimbers.Most)
				return &l.nimbers.Work
			}
			require.EqualValues(t, sumWork, l.values.Most)
			return &l.values.Work
		}
		narrow := func() {
			n := &node{seen: newView(p.Game(), false).see(p.State(), nil)}
			n.legal, n.ranks = p.Game().Rules().Legal(n.state), search.AnyRank()
			l.narrow(n, search.LastLoss+1)
		}
		first := work()
		*first = sumMemory / 2
		narrow()
		require.Same(t, first, work(), text.id)
		*first = sumMemory + 1
		narrow()
		require.NotSame(t, first, work(), text.id)
		require.LessOrEqual(t, *work(), uint64(sumWork+1))
		require.GreaterOrEqual(t, l.looked(), uint64(sumMemory+1), text.id)
	}
}

// Searches end once lemmas have looked into as many components as they may, all together.
func TestLooksAreCountedOff(t *testing.T) {
	for id, board := range map[string][2]int{variants.Claim: {7, 7}, variants.Duel: {4, 9}} {
		game := testgames.Game(t, id, board[0], board[1])
		atANode := uint64(game.Grid().Size() * (sumWork + 1)) // the most looks between two counts
		solve := func(looks *atomic.Int64, workers int) (r solver.Result, looked uint64, err error) {
			m, err := NewMemory(game, 1<<20)
			require.NoError(t, err)
			defer m.Release()
			r, err = Engine{Memory: m, Looks: looks}.Solve(t.Context(), game.Start(), solver.Options{Workers: workers})
			if workers == 1 {
				looked = m.lemmas.looked()
			}
			return r, looked, err
		}
		var looks atomic.Int64
		looks.Store(forever)
		full, looked, err := solve(&looks, 1)
		require.NoError(t, err)
		t.Logf("%s: %d components at %d nodes", id, looked, full.Stats.Nodes)
		require.LessOrEqual(t, looked-uint64(forever-looks.Load()), atANode, id)
		require.Greater(t, looked, 2*atANode, id)
		for most := int64(1); most < int64(looked-atANode); most *= 3 {
			for _, workers := range []int{1, 2} {
				if workers == 2 && uint64(most) > looked/4 {
					continue // they may be lucky
				}
				looks.Store(most)
				r, looked, err := solve(&looks, workers)
				require.ErrorContains(t, err, "components")
				require.ErrorIs(t, err, solver.ErrLimit)
				require.NotEqual(t, solver.OutcomeOf(full.Outcome != solver.Win), r.Outcome)
				require.LessOrEqual(t, looked, uint64(most)+2*atANode, "%s, %d", id, most)
				r, _, err = solve(&looks, workers)
				require.ErrorContains(t, err, "components")
				require.LessOrEqual(t, r.Stats.Nodes, uint64(1+workers), "%s, %d", id, most)
			}
		}
	}
}

// The lemmas of one node may look into thousands of components. They end soon after the search has been cancelled, and
// begin anew with the next one.
func TestLemmasEnd(t *testing.T) {
	for _, name := range []string{"place knight own cylinder", "place rook all"} {
		v, err := variants.Lookup(name)
		require.NoError(t, err)
		game, err := v.NewGame(8, 8)
		require.NoError(t, err)
		l := newLemmas(game, false)
		ask := func() (looked uint64) {
			before := l.looked()
			view, rules, s := newView(game, false), game.Rules(), game.Start().Play(27).Play(5).State()
			for c := range rules.Legal(s).Cells() {
				n := node{seen: view.see(rules.Play(s, variants.Move(c)), nil)}
				n.ranks = search.AnyRank()
				l.narrow(&n, 1)
			}
			return l.looked() - before
		}
		cancelled := true
		l.until(func() bool { return cancelled })
		require.LessOrEqual(t, ask(), uint64(theory.PollEvery), name)
		cancelled = false
		l.until(func() bool { return cancelled })
		require.Greater(t, ask(), uint64(theory.PollEvery), name)
	}
}

// A move that another one dominates may hold out longer, so distances are searched with all moves.
func TestDistancesNeedDominatedMoves(t *testing.T) {
	for _, board := range [][2]int{{1, 8}, {2, 5}, {3, 3}} {
		game := testgames.Game(t, "snort", board[0], board[1])
		truth := testgames.NewTruth(game)
		truth.Distance(game.Start().State())
		for s, d := range truth.Known {
			p, ok := game.Drawn(s)
			require.True(t, ok)
			got, err := Engine{}.Solve(t.Context(), p, solver.Options{Memory: 1 << 20, Workers: 1, Nodes: 100_000})
			require.NoError(t, err, "%v", p)
			require.Equal(t, d, got.Distance, "%v", p)
		}
	}
}
