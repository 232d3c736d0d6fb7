package openings_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/openings"
	"gridlock/internal/testgames"
	"gridlock/solver"
)

var _ analysis.Store = new(openings.Books)

// The book of a game is found, by several goroutines at once; there is none of most games.
func TestBooks(t *testing.T) {
	books := new(openings.Books)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			r, origin, ok := books.Find(t.Context(), testgames.Game(t, "blockade", 7, 7).Start())
			if !ok || r.Outcome != solver.Win || origin.Kind != solver.FromBook {
				t.Errorf("%v from %v, %v", r, origin, ok)
			}
			if r, _, ok := books.Find(t.Context(), testgames.Game(t, "lockdown", 4, 4).Start()); ok {
				t.Errorf("%v", r)
			}
		})
	}
	all.Wait()
	worked := false
	books.Batch(true, func() { worked = true })
	require.True(t, worked)
}
