package foreign_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/crosscheck"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// Random games of the family: every engine, with lemmas and without, every oracle, images and
// certificates agree with plain recursion, on boards of any shape and with holes.
func TestRandomMembers(t *testing.T) {
	check := crosscheck.Checker{Sources: crosscheck.Sources(solver.Options{Nodes: 200_000, Memory: 1 << 20, Workers: 1})}
	decided := 0
	testgames.Check(t, 1500, func(t *rapid.T) {
		v := testgames.Family(t, 12)
		p := testgames.Position(t, v, 12)
		r, err := check.Check(t.Context(), []variants.Position{p})
		require.NoError(t, err, "%s %v", v.Key(), p)
		require.Empty(t, r.Disagreements, "%s %v", v.Key(), p)
		decided += answered(r, "naive")
	})
	t.Logf("%d positions decided by plain recursion", decided)
	require.Greater(t, decided, testgames.Of(400, 1300))
}

// answered returns how often a source has answered.
func answered(r crosscheck.Report, source string) int {
	for _, tally := range r.Tallies {
		if tally.Source == source {
			return tally.Answered
		}
	}
	return 0
}
