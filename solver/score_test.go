package solver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

func TestValuesInOrder(t *testing.T) {
	results := []Result{
		{Outcome: Loss, Distance: 0}, {Outcome: Loss, Distance: 6}, {Outcome: Loss, Distance: NoDistance},
		{Distance: NoDistance},
		{Outcome: Win, Distance: 7}, {Outcome: Win, Distance: 1}, {Outcome: Win, Distance: NoDistance},
	}
	texts := []string{"+1", "+7", "+?", "?", "-8", "-2", "-?"}
	for i, a := range results {
		require.Equal(t, texts[i], a.MoveScore().String())
		for j, b := range results {
			require.Equal(t, i < j, a.MoveScore().Compare(b.MoveScore()) < 0, "%s %s", texts[i], texts[j])
			require.Equal(t, i == j, a.MoveScore().Compare(b.MoveScore()) == 0, "%s %s", texts[i], texts[j])
		}
	}
}

// The zero Result knows nothing.
func TestZeroResult(t *testing.T) {
	var r Result
	_, known := r.Plies()
	require.False(t, known)
	require.False(t, r.Exact())
	require.False(t, r.Decides())
	require.Equal(t, UnknownScore(), r.MoveScore())
	_, known = r.BestMove()
	require.False(t, known)
	_, known = r.Winner(variants.Position{})
	require.False(t, known)
	joined, err := r.Join(Result{Outcome: Win, Proven: true, Distance: 3})
	require.NoError(t, err)
	require.Equal(t, 3, joined.Distance)
}
