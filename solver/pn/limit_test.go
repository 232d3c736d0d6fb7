package pn

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/solver/internal/table/tabletest"
	"gridlock/variants"
)

// looking is a context that calls a function each time a search checks it.
type looking struct {
	context.Context
	look func()
}

func (c looking) Err() error { c.look(); return nil }

// halted runs a search by one worker up to a limit of nodes.
func halted(t *testing.T, p variants.Position, noLemmas bool, nodes uint64, look, done func(*tree, *worker)) {
	t.Helper()
	var e *tree
	var w *worker
	ctx := looking{context.Background(), func() {
		if w != nil && look != nil {
			look(e, w)
		}
	}}
	opt := solver.Options{Memory: 1 << 24, Nodes: nodes, NoLemmas: noLemmas}
	e, err := newTree(ctx, p, nil, opt)
	require.NoError(t, err)
	defer e.table.Release()
	tabletest.Enlarge(e.table)                                           // forgets nothing
	e.table.Packing.Symmetries, e.table.Packing.Automorphisms = nil, nil // a key's state is the one that was searched
	w = e.newWorker(opt, e.leader())
	w.run()
	if done != nil {
		done(e, w)
	}
}

// recomputed returns the numbers that the children of a state combine to, from the table or, where
// it has none, from a first evaluation.
func (w *worker) recomputed(s variants.State) numbers {
	return w.combine(w.children(s, 64)).sum
}

// What a search knows when it stops at a limit is what the same search, given more nodes, knows
// when it has visited as many, except for the positions on its path; and these are stored with
// the numbers that their children combine to. So nothing in the table, and nothing that is
// reported of the root, depends on the limit.
//
// The table forgets nothing here, and in these games a position does not occur below its
// sibling, so that children in the table are those that the search saw.
func TestPNStopsWithTheNumbersItHas(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		noLemmas   bool
	}{
		{"blockade", 6, 6, true},
		{"blockade", 6, 6, false},
		{"lockdown", 5, 7, true},
		{"lockdown", 5, 9, false},
		{"classic", 6, 8, true},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		const most = 5 * search.CheckEvery
		went := map[uint64]map[table.Key]uint64{} // numbers in a search that continued, by nodes
		halted(t, p, c.noLemmas, most, func(e *tree, w *worker) {
			if w.budget.Nodes%search.CheckEvery == 0 && w.budget.Nodes > 0 && w.budget.Nodes < most {
				went[w.budget.Nodes] = tabletest.Entries(e.table)
			}
		}, nil)
		require.NotEmpty(t, went, c.variant)
		for nodes, before := range went {
			halted(t, p, c.noLemmas, nodes, nil, func(e *tree, w *worker) {
				require.Equal(t, nodes, w.budget.Nodes)
				path := 0
				for k, data := range tabletest.Entries(e.table) {
					if before[k] == data {
						continue
					}
					path++
					require.Equal(t, w.recomputed(tabletest.StateOf(p.Game(), k)), unpack(data), "%s at %d nodes", c.variant, nodes)
				}
				require.LessOrEqual(t, path, p.Game().Grid().Size())
				require.Equal(t, w.recomputed(e.root), unpack(e.soFar.Load()), "%s at %d nodes: the root", c.variant, nodes)
			})
		}
	}
}

// The numbers of the root do not depend on where exactly a search stops.
func TestPNReportsTheRootAtEveryLimit(t *testing.T) {
	p := testgames.Game(t, "blockade", 5, 6).Start()
	for nodes := uint64(1); nodes < 3000; nodes += 1 + nodes/20 {
		halted(t, p, false, nodes, nil, func(e *tree, w *worker) {
			require.Equal(t, w.recomputed(e.root), unpack(e.soFar.Load()), "%d nodes", nodes)
		})
	}
	r, err := Engine{}.Solve(context.Background(), testgames.Game(t, "blockade", 7, 7).Start(), solver.Options{Nodes: 100_003, Memory: 1 << 26})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, uint32(127), r.Stats.Proof, "of the same search at 100,000 nodes")
}
