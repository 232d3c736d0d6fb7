package benchmarks

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

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
			p := testgames.Game(b, c.variant, c.rows, c.cols).Start()
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
