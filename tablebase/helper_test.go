package tablebase_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
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

// reachable returns every reachable position, by key, with its distance.
func reachable(p variants.Position) map[keys.Key]uint8 {
	truth, pack, all := testgames.NewTruth(p.Game()), keys.New(p.Game()), map[keys.Key]uint8{}
	truth.Distance(p.State())
	for s, d := range truth.Known {
		all[pack.Of(s)] = uint8(d)
	}
	return all
}

// naive writes a table as the engine would.
func naive(p variants.Position, size int) func(retrograde.TableWriter) (retrograde.Built, error) {
	return func(w retrograde.TableWriter) (retrograde.Built, error) {
		pack, all := keys.New(p.Game()), reachable(p)
		layers := map[int][]keys.Key{}
		for k := range all {
			layers[pack.Layer(k)] = append(layers[pack.Layer(k)], k)
		}
		for layer := range 129 {
			slices.SortFunc(layers[layer], keys.Key.Compare)
			for block := range slices.Chunk(layers[layer], size) {
				var distances []uint8
				for _, k := range block {
					distances = append(distances, all[k])
				}
				if err := w.Block(layer, block, distances); err != nil {
					return retrograde.Built{}, err
				}
			}
		}
		return retrograde.Built{Root: all[pack.Of(p.State())]}, nil
	}
}

// open opens a store, and closes it after the test.
func open(t testing.TB, dir string, opt tablebase.Options) *tablebase.Store {
	t.Helper()
	s, err := tablebase.Open(dir, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// background is for children, which have no test.
func background() context.Context { return context.Background() }
