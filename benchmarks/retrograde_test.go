package benchmarks

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/retrograde"
)

// BenchmarkRetrograde measures complete tables. Positions/s counts positions before symmetry, as
// in programs that store each image; stored/s those in the table.
func BenchmarkRetrograde(b *testing.B) {
	for _, c := range []struct {
		variant    string
		rows, cols int
	}{
		{"classic", 5, 6},
		{"duel", 5, 5},
		{"lockdown", 4, 4},
		{"lockdown", 4, 5},
		{"claim", 7, 7},
		{"blockade", 4, 5},
	} {
		for _, workers := range []int{1, 2} {
			p := testgames.Game(b, c.variant, c.rows, c.cols).Start()
			name := fmt.Sprintf("variant=%s/board=%dx%d/workers=%d", c.variant, c.rows, c.cols, workers)
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				var before, stored uint64
				for b.Loop() {
					built, err := retrograde.Engine{}.Build(context.Background(), p, solver.Options{Workers: workers})
					require.NoError(b, err)
					for _, l := range built.Layers {
						before += l.Unreduced
						stored += l.Positions
					}
				}
				if before > 0 { // that of blockade is not counted
					b.ReportMetric(float64(before)/b.Elapsed().Seconds(), "positions/s")
				}
				b.ReportMetric(float64(stored)/b.Elapsed().Seconds(), "stored/s")
			})
		}
	}
}
