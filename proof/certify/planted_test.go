//go:build planted

package certify

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// With a wrong lemma the solver is wrong, and the checker does not believe it: no certificate of
// a wrong verdict is accepted, and of right verdicts only those without a wrong leaf. (Memo
// searches without lemmas.)
func TestPlantedBugIsFound(t *testing.T) {
	blockade, err := variants.Lookup(variants.Blockade)
	require.NoError(t, err)
	ctx := context.Background()
	var contradictions, refusedWrong, refusedRight int
	testgames.Check(t, 2000, func(t *rapid.T) {
		p := testgames.Position(t, blockade, 15)
		truth, err := brute.Memo{}.Solve(ctx, p, solver.Options{})
		require.NoError(t, err)
		said, err := pn.Engine{}.Solve(ctx, p, solver.Options{Memory: 1 << 16})
		require.NoError(t, err)
		file, _, err := certificate(p, pn.Engine{}, true, solver.Options{Memory: 1 << 16})
		if err != nil {
			contradictions++ // the solver does not find what it has claimed
			return
		}
		_, _, err = proof.Check(ctx, bytes.NewReader(file), proof.Options{})
		switch {
		case err == nil:
		case said.Outcome != truth.Outcome:
			refusedWrong++
			return
		default:
			refusedRight++
			return
		}
		require.Equal(t, truth.Outcome, said.Outcome, "the checker accepts a wrong claim")
	})
	t.Logf("no certificate %d, refused: of wrong verdicts %d, of right ones %d", contradictions, refusedWrong, refusedRight)
	require.Greater(t, refusedWrong, testgames.Of(0, 5))
	require.Greater(t, refusedRight, 10)
}
