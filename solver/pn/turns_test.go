package pn

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/internal/table"
)

// At the winner's turns what lies below the proof's moves goes on to the next turn, and the rest is wasted.
func TestTurns(t *testing.T) {
	key := func(n uint64) table.Key { return table.Key{A: n} }
	e := efforts{}
	add := func(parent, to, nodes uint64, n numbers) {
		e.add(key(parent), &child{key: key(to), numbers: n}, nodes)
	}
	// 1 is won by 3, whose replies 4 and 5 are won by 6 and, for 5, without a search.
	open := numbers{5, 5}
	add(1, 2, 10, open)
	add(1, 3, 20, open)
	add(1, 2, 5, open)
	add(1, 3, 30, lost())
	add(2, 9, 14, open)
	add(3, 4, 25, won())
	add(3, 5, 23, won())
	add(4, 6, 24, lost())
	add(5, 7, 8, open)
	add(6, 8, 11, won())
	require.Equal(t, []Turn{{65, 15}, {32, 8}, {0, 0}}, e.turns(key(1), true))

	// Where 3 is the root, it is lost.
	require.Equal(t, []Turn{{32, 8}, {0, 0}, {0, 0}}, e.turns(key(3), false))
}

// One worker counts all nodes but the root at the winner's first turn, and what is wasted is part of that.
// Several do not count, and counting changes nothing.
func TestTurnsOfASearch(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		want       solver.Outcome
	}{{5, 5, solver.Win}, {6, 6, solver.Loss}} {
		p := testgames.Game(t, "blockade", c.rows, c.cols).Start()
		plain, err := Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24})
		require.NoError(t, err)
		var all []Turn
		r, err := Engine{Turns: &all}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24})
		require.NoError(t, err)
		require.Equal(t, c.want, r.Outcome)
		require.Equal(t, plain.Stats.Nodes, r.Stats.Nodes)
		require.Len(t, all, 3)
		for _, turn := range all {
			require.LessOrEqual(t, turn.Wasted, turn.Nodes)
			require.NotZero(t, turn.Nodes)
		}
		if c.want == solver.Win {
			require.Equal(t, r.Stats.Nodes-1, all[0].Nodes)
			continue
		}
		require.Less(t, all[0].Nodes, r.Stats.Nodes-1)
	}

	var none []Turn
	p := testgames.Game(t, "blockade", 5, 5).Start()
	_, err := Engine{Turns: &none}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24, Workers: 2})
	require.NoError(t, err)
	_, err = Engine{Turns: &none}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24, Nodes: 30})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Empty(t, none)
}
