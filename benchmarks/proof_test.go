package benchmarks

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver/brute"
	"gridlock/solver/pn"
)

// On 2×2 the search visits the positions of the proof and no other, and on 6×6 others, too.
func TestProof(t *testing.T) {
	measured := func(board string) Record {
		e := Entry{Variant: "blockade", Board: board, Engine: pn.Engine{}, Memory: 1 << 24}
		r, err := Measure(context.Background(), e, 1)
		require.NoError(t, err)
		require.Nil(t, r.Proof)
		require.NoError(t, r.AddProof(context.Background(), e))
		return r
	}
	r := measured("6x6")
	require.Equal(t, "loss", r.Outcome)
	require.Greater(t, r.Proof.Positions, uint64(500))
	require.Less(t, r.Proof.Positions, r.Nodes)
	require.Len(t, r.Proof.Wasted, 3)
	for _, share := range r.Proof.Wasted {
		require.GreaterOrEqual(t, share, 0.0)
		require.Less(t, share, 1.0)
	}

	r = measured("2x2")
	require.Equal(t, uint64(1), r.Nodes)
	require.Equal(t, Proof{Positions: 1, Wasted: []float64{0, 0, 0}}, *r.Proof)
}

// Nothing is said of other engines, nor of an entry that was given up; and a search that took other nodes
// than it was measured with is an error.
func TestProofIsOfTheMeasuredSearch(t *testing.T) {
	e := Entry{Variant: "claim", Board: "4x4", Engine: brute.Memo{}, Memory: 1 << 24}
	r, err := Measure(context.Background(), e, 1)
	require.NoError(t, err)
	require.NoError(t, r.AddProof(context.Background(), e))
	require.Nil(t, r.Proof)

	e.Engine = pn.Engine{}
	r.Cut = true
	require.NoError(t, r.AddProof(context.Background(), e))
	require.Nil(t, r.Proof)
	r.Cut, r.Nodes = false, r.Nodes+1
	require.ErrorContains(t, r.AddProof(context.Background(), e), "one worker should always take as many")
	require.Nil(t, r.Proof)
}
