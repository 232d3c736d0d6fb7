package cli

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/sample"
	"gridlock/solver"
	"gridlock/variants"
)

func TestMovesInGroups(t *testing.T) {
	p := sample.Parse(t, variants.Claim, "..... x")
	moves := []analysis.Move{
		{Move: 0, Value: solver.Value{Outcome: solver.Loss, Distance: solver.NoDistance}},
		{Move: 1, Value: solver.Value{Outcome: solver.Win, Distance: 7}},
		{Move: 2, Value: solver.Value{Outcome: solver.Unknown, Distance: solver.NoDistance}},
		{Move: 3, Value: solver.Value{Outcome: solver.Win, Distance: solver.NoDistance}},
		{Move: 4, Value: solver.Value{Outcome: solver.Loss, Distance: 12}},
	}
	analysis.BestFirst(moves)
	require.Equal(t, "wins in 7   2\nwins in ?   4\nnot known   3\nloses in 12 5\nloses in ?  1\n", MoveFields(p, moves))
}
