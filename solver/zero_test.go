package solver_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// The zero Position is no position, and every engine says so.
func TestNoPosition(t *testing.T) {
	var none variants.Position
	for _, e := range []solver.Engine{
		brute.Naive{}, brute.Memo{}, pn.Engine{}, negamax.Engine{}, retrograde.Engine{}, auto.Theory{}, auto.Engine{}, auto.Engine{Distance: true},
	} {
		r, err := e.Solve(t.Context(), none, solver.Options{})
		require.ErrorIs(t, err, solver.ErrNoPosition, e.Name())
		require.Equal(t, solver.Undecided(e.Name()), r, e.Name())
	}
	_, err := retrograde.Engine{}.Build(t.Context(), none, solver.Options{})
	require.ErrorIs(t, err, solver.ErrNoPosition)
	known, err := auto.Engine{}.AllMoves(t.Context(), none, solver.Options{})
	require.ErrorIs(t, err, solver.ErrNoPosition)
	require.Empty(t, known.Moves())
	_, err = auto.SolveSum(t.Context(), []variants.Position{none, none}, solver.Options{})
	require.ErrorIs(t, err, solver.ErrNoPosition)
}
