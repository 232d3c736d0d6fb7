package auto

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/variants"
)

// The memory of theory is emptied for a call when half of it is full, and not before.
func TestLemmaMemoryIsRenewed(t *testing.T) {
	game := testgames.Game(t, variants.Claim, 7, 7)
	l := &lemmaMemory{game: game, memory: 1}
	l.renew()
	begin := func() { l.begin(search.NewBudget(t.Context(), "test", solver.Options{})) }
	begin()
	first := l.theory
	for work, free := uint64(0), game.Grid().All(); work <= l.most()/2; free = free.Rest() {
		begin()
		require.Same(t, first, l.theory, "%d", work)
		first.Decide(variants.State{Free: free &^ (free >> 9 & 0x5)})
		work = first.Work()
	}
	begin()
	require.NotSame(t, first, l.theory)
	require.Zero(t, l.theory.Work())
}
