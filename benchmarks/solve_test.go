package benchmarks

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkSolve measures complete solves: the suite with one worker, and large entries with two
// as well.
func BenchmarkSolve(b *testing.B) {
	for _, e := range Suite() {
		benchmark(b, e, 1)
		if e.String() == "lockdown 5x7 pn" || e.String() == "blockade 6x7 pn" {
			benchmark(b, e, 2)
		}
	}
}

// benchmark measures an entry. The parts of the name are keys for benchstat.
func benchmark(b *testing.B, e Entry, workers int) {
	name := fmt.Sprintf("variant=%s/board=%s/engine=%s/workers=%d", e.Variant, e.Board, e.Engine.Name(), workers)
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		root, err := e.Root()
		require.NoError(b, err)
		var nodes uint64
		for b.Loop() {
			r, err := e.Engine.Solve(context.Background(), root, e.options(workers))
			require.NoError(b, err)
			nodes += r.Stats.Nodes
		}
		b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	})
}
