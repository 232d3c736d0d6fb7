package tablebase

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/variants"
)

// Values of duel were once written with a plus sign before the star, and stores keep them.
func TestValuesOfOlderStores(t *testing.T) {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	p, err := duel.Parse("#1#4X/8/1OX2O2 x")
	require.NoError(t, err)
	c := canonOf(p)
	for _, stored := range []string{"1/2+*", "1/2*"} {
		rec := c.record(solver.Result{Outcome: solver.Win, Proven: true, Distance: 9, ColValue: stored}, solver.Origin{})
		r, ok := c.result(rec)
		require.True(t, ok)
		require.Equal(t, "1/2*", r.ColValue)
	}
}

// A value of duel is that of player 1; what is known of a position holds, with the value's other sign, where
// the players are exchanged.
func TestValuesOfExchangedPlayers(t *testing.T) {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	for _, c := range []struct{ saved, found string }{{"1", "-1"}, {"-3/2*", "3/2*"}, {"*", "*"}, {"0", "0"}} {
		s := opened(t, t.TempDir(), Options{})
		one, err := duel.Parse("...X/.... o")
		require.NoError(t, err)
		other, err := duel.Parse("...O/.... x")
		require.NoError(t, err)
		require.NoError(t, s.Save(t.Context(), one, solver.Result{Outcome: solver.Win, Proven: true, Distance: 3, ColValue: c.saved}))
		for p, want := range map[variants.Position]string{one: c.saved, other: c.found} {
			r, err := s.Find(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, want, r.ColValue)
		}
		require.NoError(t, s.Close())
	}
}

// What was solved by other rules is not found.
func TestPositionsOfOtherRules(t *testing.T) {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	p, err := duel.Parse("....X/..... o")
	require.NoError(t, err)
	s := opened(t, t.TempDir(), Options{})
	c, won := canonOf(p), solver.Result{Outcome: solver.Win, Proven: true, Distance: 3}
	for _, rules := range []int{RulesVersion - 1, RulesVersion + 1, RulesVersion} {
		text, err := json.Marshal(c.record(won, solver.Origin{Rules: rules}))
		require.NoError(t, err)
		require.NoError(t, s.withPositions(true, func(v *volume) error { return v.set(c.key, text) }))
		r, err := s.Find(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, rules == RulesVersion, r.Proven)
	}
}

// A distance without all best moves is for those who ask for no more.
func TestPliesAlone(t *testing.T) {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	p, err := duel.Parse("....X/..... o")
	require.NoError(t, err)
	s := opened(t, t.TempDir(), Options{})
	defer s.Close()
	move := variants.MoveSet(1) << 2
	require.NoError(t, s.Save(t.Context(), p, solver.Result{Outcome: solver.Win, Proven: true, Distance: 5, Best: move}))
	whole, err := s.Find(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, solver.NoDistance, whole.Distance)
	require.Equal(t, move, whole.Best, "it wins all the same")
	found, _, err := s.FindSolved(p)
	require.NoError(t, err)
	require.Equal(t, solver.NoDistance, found.Distance)
	plies, _, err := s.FindPlies(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, 5, plies.Distance)
	require.Equal(t, move, plies.Best)
}
