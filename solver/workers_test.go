package solver_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
)

// Several workers share a small limit of nodes: none takes all of it and so ends the search of the others.
func TestWorkersShareALimit(t *testing.T) {
	p := testgames.Parse(t, "lockdown", ".ox../x..x./#..o./#..../.oOX# o")
	for workers := 1; workers <= 4; workers++ {
		opt := solver.Options{Workers: workers, Nodes: 90, Memory: 1 << 20}
		r, err := pn.Engine{}.Solve(t.Context(), p, opt) // one worker takes 16
		require.Equal(t, err == nil, r.Proven, "%d workers", workers)
		require.Positive(t, r.Stats.Nodes, "%d workers", workers)
		for nodes := range uint64(90) {
			opt.Nodes = nodes + 1
			r, err = negamax.Engine{}.Solve(t.Context(), p, opt)
			require.ErrorIs(t, err, solver.ErrLimit, "%d workers", workers)
			require.LessOrEqual(t, r.Stats.Nodes, opt.Nodes)
			if opt.Nodes >= 16*uint64(workers) { // each may be granted a few that it does not visit
				require.Positive(t, r.Stats.Nodes, "%d workers", workers)
			}
		}
	}
}
