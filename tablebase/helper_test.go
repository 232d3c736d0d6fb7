package tablebase_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// game returns the start of a game on a board.
func start(t testing.TB, id string, rows, cols int) variants.Position {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	g, err := v.NewGame(rows, cols)
	require.NoError(t, err)
	return g.Start()
}

// reachable returns every position that can be reached from one, by key, with its
// distance: plain recursion over the rules.
func reachable(p variants.Position) map[solver.Key]uint8 {
	rules, keys := p.Game().Rules(), solver.NewKeys(p.Game())
	all := map[solver.Key]uint8{}
	var visit func(s variants.State) uint8
	visit = func(s variants.State) uint8 {
		k := keys.Of(s)
		if d, ok := all[k]; ok {
			return d
		}
		win, loss := uint8(0), uint8(0)
		for m := range rules.Legal(s).Cells() {
			switch d := visit(rules.Play(s, variants.Move(m))) + 1; {
			case d%2 == 0:
				loss = max(loss, d)
			case win == 0 || d < win:
				win = d
			}
		}
		if win == 0 {
			win = loss
		}
		all[k] = win
		return win
	}
	visit(p.State())
	return all
}

// naive writes a table as the engine would.
func naive(p variants.Position, size int) func(solver.TableWriter) (solver.Built, error) {
	return func(w solver.TableWriter) (solver.Built, error) {
		keys := solver.NewKeys(p.Game())
		all := reachable(p)
		layers := map[int][]solver.Key{}
		for k := range all {
			layers[keys.Layer(k)] = append(layers[keys.Layer(k)], k)
		}
		for layer := range 129 {
			slices.SortFunc(layers[layer], solver.Key.Compare)
			for block := range slices.Chunk(layers[layer], size) {
				var distances []uint8
				for _, k := range block {
					distances = append(distances, all[k])
				}
				if err := w.Block(layer, block, distances); err != nil {
					return solver.Built{}, err
				}
			}
		}
		return solver.Built{Root: all[keys.Of(p.State())]}, nil
	}
}

// open opens a store, and closes it when the test is over.
func open(t testing.TB, dir string, opt tablebase.Options) *tablebase.Store {
	t.Helper()
	s, err := tablebase.Open(dir, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// background is for children, which have no test.
func background() context.Context { return context.Background() }
