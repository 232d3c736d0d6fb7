package benchmarks

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

func TestSuiteIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	games := map[string]bool{}
	engines := map[string]bool{}
	for _, e := range append(Suite(), flagships()...) {
		require.False(t, seen[e.String()], "two entries %v", e)
		require.Len(t, strings.Fields(e.String()), 3, "%v", e)
		seen[e.String()], games[e.Variant], engines[e.Engine.Name()] = true, true, true
		p, err := e.Root()
		require.NoError(t, err, "%v", e)
		size, _, _ := strings.Cut(e.Board, "-")
		require.Equal(t, size, p.Game().Grid().String(), "%v", e)
	}
	require.Len(t, games, len(variants.All()))
	for _, e := range []solver.Engine{brute.Memo{}, pn.Engine{}, auto.Theory{}, negamax.Engine{}, auto.Engine{}} {
		require.True(t, engines[e.Name()], e.Name())
	}
}

// A wrong entry is an error, not a measurement.
func TestRunReturnsErrors(t *testing.T) {
	for _, e := range []Entry{
		{Variant: "chess", Board: "8x8", Engine: pn.Engine{}},
		{Variant: "claim", Board: "large", Engine: pn.Engine{}},
		{Variant: "claim", Board: "9x9", Engine: pn.Engine{}},
		{Variant: "claim", Board: "2x2", Position: "2/3 x", Engine: pn.Engine{}},
	} {
		_, err := Run(t.Context(), e, 1)
		require.ErrorContains(t, err, e.String())
	}
	_, err := Run(t.Context(), Entry{Variant: "blockade", Board: "7x7", Engine: auto.Theory{}}, 1)
	require.ErrorIs(t, err, solver.ErrLimit)
}

// Memory counts the map of memo, on the heap, and the table of pn, outside of it.
func TestRunMeasuresMemory(t *testing.T) {
	memo, err := Run(t.Context(), Entry{Variant: "blockade", Board: "4x4", Engine: brute.Memo{}}, 1)
	require.NoError(t, err)
	require.Greater(t, memo.Memory, int64(memo.Nodes*32))
	require.Less(t, memo.Memory, int64(memo.Nodes*500))
	pn, err := Run(t.Context(), Entry{Variant: "blockade", Board: "5x6", Engine: pn.Engine{}, Memory: 8 << 20}, 1)
	require.NoError(t, err)
	require.Greater(t, pn.Memory, int64(1<<19))
	require.Less(t, pn.Memory, int64(20<<20))
	require.Positive(t, pn.Elapsed)
}

// flagships returns the entries that show what the program can do but are too long for the
// suite. They take seconds to minutes each, and 2 GiB.
func flagships() []Entry {
	var list []Entry
	add := func(variant, board string, e solver.Engine) {
		list = append(list, Entry{Variant: variant, Board: board, Engine: e, Memory: solver.DefaultMemory})
	}
	add("duel", "7x7", auto.Theory{})
	add("lockdown", "7x7", pn.Engine{})
	add("claim", "8x8", auto.Theory{})
	add("blockade", "7x7", pn.Engine{})
	add("blockade", "7x7", auto.Engine{})
	add("blockade", "7x7", negamax.Engine{})
	add("blockade", "6x8", pn.Engine{})
	return list
}
