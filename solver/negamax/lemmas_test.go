package negamax

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/internal/search"
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
	}
}
