package tablebase_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
)

// BenchmarkCheckpoint measures how fast the memory of a search is saved in the store and loaded.
func BenchmarkCheckpoint(b *testing.B) {
	piece := make([]byte, 1<<20)
	for i := range piece {
		piece[i] = byte(rand.Uint32())
	}
	const pieces = 256
	b.SetBytes(pieces << 20)
	for b.Loop() {
		s := open(b, b.TempDir(), tablebase.Options{})
		require.NoError(b, s.SaveCheckpoint(b.Context(), "search", nil, func(yield func([]byte, error) bool) {
			for range pieces {
				if !yield(piece, nil) {
					return
				}
			}
		}))
		_, all, err := s.LoadCheckpoint(b.Context(), "search")
		require.NoError(b, err)
		for _, err := range all {
			require.NoError(b, err)
		}
	}
}

// BenchmarkDistance looks up positions of a table whose blocks are unpacked.
func BenchmarkDistance(b *testing.B) {
	p := start(b, "lockdown", 3, 4)
	s := open(b, b.TempDir(), tablebase.Options{})
	_, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
		return retrograde.Engine{Writer: w}.Build(b.Context(), p, solver.Options{})
	})
	require.NoError(b, err)
	table, err := s.Table(p)
	require.NoError(b, err)
	var keys []keys.Key
	for e, err := range table.All(b.Context()) {
		require.NoError(b, err)
		keys = append(keys, e.Key)
	}
	rand.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	i := 0
	for b.Loop() {
		if _, ok, err := table.Distance(table.Keys().State(keys[i%len(keys)])); err != nil || !ok {
			b.Fatal(err)
		}
		i++
	}
}
