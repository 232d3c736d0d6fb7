//go:build long

package shipped_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/shipped"
	"gridlock/solver"
	"gridlock/solver/auto"
)

// A larger sample of the results agrees with the solver, from the first plies on.
func TestLongResultsAreRight(t *testing.T) { checkSample(t, 60, 0) }

// The first result, and some others, agree with negamax: distance and best moves.
func TestLongDistances(t *testing.T) {
	all, results := results(t, new(shipped.Results))
	shared, err := auto.NewShared(all[0].Game(), 1<<30)
	require.NoError(t, err)
	defer shared.Release()
	for i, p := range all {
		if results[i].Distance == solver.NoDistance || i%29 != 0 {
			continue
		}
		want, err := auto.Engine{Distance: true, Shared: shared}.Solve(t.Context(), p, solver.Options{Workers: 2})
		require.NoError(t, err)
		require.Equal(t, want.Distance, results[i].Distance, "%v", p)
		require.Equal(t, want.Best, results[i].Best, "%v", p)
	}
}
