package foreign_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/crosscheck"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
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

// The five games, written as rule files, take as many nodes and have the same results and certificates,
// byte by byte.
func TestTheFiveAsRuleFiles(t *testing.T) {
	for _, v := range variants.All() {
		text, err := v.RuleFile()
		require.NoError(t, err)
		read, err := variants.ParseFamily([]byte(text), "mine.toml")
		require.NoError(t, err)
		require.Equal(t, v.Key(), read.Key())
		for _, p := range []variants.Position{board(t, v, 4, 5), board(t, v, 5, 5)} {
			same, err := read.Parse(p.String())
			require.NoError(t, err)
			for _, e := range []solver.Engine{pn.Engine{}, negamax.Engine{}} {
				limits := solver.Options{Memory: 4 << 20, Nodes: 20_000, Workers: 1}
				want, wantErr := e.Solve(t.Context(), p, limits)
				got, gotErr := e.Solve(t.Context(), same, limits)
				require.Equal(t, wantErr == nil, gotErr == nil)
				require.Equal(t, want.Stats.Nodes, got.Stats.Nodes, "%s %v", e.Name(), p)
				require.Equal(t, want.Outcome, got.Outcome)
				require.Equal(t, want.Best, got.Best)
			}
			one, _, _ := certificate(t, p)
			other, _, _ := certificate(t, same)
			require.Equal(t, one, other)
		}
	}
}
