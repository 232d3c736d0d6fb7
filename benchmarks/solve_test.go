package benchmarks

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/sample"
	"gridlock/solver"
)

// BenchmarkSolve measures whole solves from the start of a game.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		engine     solver.Engine
	}{
		{"classic", 4, 4, solver.Naive{}},
		{"classic", 5, 5, solver.Memo{}},
		{"duel", 4, 4, solver.Naive{}},
		{"duel", 4, 5, solver.Memo{}},
		{"lockdown", 4, 4, solver.Naive{}},
		{"lockdown", 4, 4, solver.Memo{}},
		{"claim", 4, 4, solver.Naive{}},
		{"claim", 6, 6, solver.Memo{}},
		{"blockade", 4, 4, solver.Memo{}},
	} {
		p := sample.Game(b, c.variant, c.rows, c.cols).Start()
		name := fmt.Sprintf("variant=%s/board=%dx%d/engine=%s", c.variant, c.rows, c.cols, c.engine.Name())
		b.Run(name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				r, err := c.engine.Solve(context.Background(), p, solver.Options{})
				require.NoError(b, err)
				nodes += r.Stats.Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
