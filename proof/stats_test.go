package proof

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// The statistics agree with the checker's counts, and every reply leads somewhere.
func TestStatsAgreeWithTheCheck(t *testing.T) {
	shared := 0
	for _, p := range tinyPositions(t) {
		for _, c := range certificates(p) {
			file, err := c.file(false)
			require.NoError(t, err)
			_, work, err := check(file)
			require.NoError(t, err)
			r, err := NewReader(context.Background(), bytes.NewReader(file))
			require.NoError(t, err)
			s, err := r.Stats(context.Background(), 1000)
			require.NoError(t, err)
			var sum Counts
			for _, l := range s.Layers {
				sum.Records += l.Records
				sum.Replies += l.Replies
				sum.Walks += l.Walks
				sum.Copies += l.Copies
				require.LessOrEqual(t, l.Ends+l.Walks+l.Copies, l.Records)
			}
			for _, size := range s.Sizes {
				sum.Records += size.Components
			}
			require.Equal(t, work.Records, sum.Records)
			if c.header.Method != Strategy {
				continue
			}
			require.Equal(t, work.Walks, sum.Walks)
			require.Equal(t, work.Copies, sum.Copies)
			require.Len(t, s.Layers, len(c.layers))

			// Moves to shared positions, one to each other position, and the
			// beginning are all moves.
			moves := sum.Records
			for i, position := range s.Shared {
				shared++
				moves += position.Moves - 1
				require.True(t, i == 0 || position.Moves <= s.Shared[i-1].Moves)
			}
			begin := uint64(1)
			if p.Side() != r.Header.WinnerPlayer() {
				begin = uint64(p.Legal().Count())
			}
			require.Equal(t, sum.Replies+begin, moves)
		}
	}
	require.Positive(t, shared)
}

// A file that proves nothing has no statistics, wherever the error is.
func TestStatsRefuse(t *testing.T) {
	for _, change := range []func(c *certificate){
		func(c *certificate) { c.header.Winner = "O" },
		func(c *certificate) { c.layers[0][0].Answer.Move = 63 },
		func(c *certificate) { c.layers[1] = c.layers[1][1:] },
		func(c *certificate) { c.layers = c.layers[:2] },
	} {
		c := strategy(position(t, variants.Lockdown, ".../.../... x"), false)
		change(&c)
		file, err := c.file(false)
		require.NoError(t, err)
		r, err := NewReader(context.Background(), bytes.NewReader(file))
		require.NoError(t, err)
		_, err = r.Stats(context.Background(), 3)
		require.Error(t, err)
	}
}
