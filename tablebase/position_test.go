package tablebase

import (
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
