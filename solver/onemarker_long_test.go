//go:build long

package solver_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
)

// The positions of lockdown with one marker on the larger boards are decided, won ones with a
// winning move.
func TestLongOneMarker(t *testing.T) {
	positions, won, nodes := 0, 0, uint64(0)
	for _, board := range [][2]int{{6, 7}, {7, 6}, {7, 7}, {6, 8}, {7, 8}, {8, 8}, {5, 9}, {4, 16}} {
		all := oneMarker(t, board[0], board[1])
		wins, took := requireWins(t, all, solver.Options{Memory: 2 << 30, Workers: 1})
		positions, won, nodes = positions+len(all), won+wins, nodes+took
	}
	t.Log(positions, won, nodes)
	require.Equal(t, 103, positions)
	require.Equal(t, 101, won)
}
