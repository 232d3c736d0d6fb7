package benchmarks

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

func start(b *testing.B, id string, rows, cols int) variants.Position {
	b.Helper()
	v, err := variants.Lookup(id)
	require.NoError(b, err)
	game, err := v.NewGame(rows, cols)
	require.NoError(b, err)
	return game.Start()
}

// BenchmarkPerft measures move generation: leaves/s counts the sequences of the
// full depth, of which the last ply is counted in bulk.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		variant           string
		rows, cols, depth int
	}{
		{"classic", 6, 6, 12},
		{"duel", 5, 5, 6},
		{"lockdown", 5, 5, 8},
		{"claim", 6, 6, 6},
		{"blockade", 7, 7, 8},
	} {
		for _, workers := range []int{1, 2} {
			p := start(b, c.variant, c.rows, c.cols)
			name := fmt.Sprintf("variant=%s/board=%dx%d/depth=%d/workers=%d", c.variant, c.rows, c.cols, c.depth, workers)
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				var leaves uint64
				for b.Loop() {
					n, err := variants.Perft(context.Background(), p, c.depth, workers)
					require.NoError(b, err)
					leaves += n
				}
				b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
			})
		}
	}
}
