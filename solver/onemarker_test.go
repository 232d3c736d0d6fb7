package solver_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// oneMarker returns the positions of lockdown in which X has placed a marker, one for each
// group of images.
func oneMarker(t *testing.T, rows, cols int) (positions []variants.Position) {
	start := testgames.Game(t, variants.Lockdown, rows, cols).Start()
	for m := range solver.NewKnowledge(start).Orbits().Cells() {
		positions = append(positions, start.Play(variants.Move(m)))
	}
	return positions
}

// requireWins solves positions and checks that each win comes with a winning move. It returns the
// number of wins and of nodes.
func requireWins(t *testing.T, positions []variants.Position, opt solver.Options) (wins int, nodes uint64) {
	for _, p := range positions {
		r, err := auto.Engine{}.Solve(context.Background(), p, opt)
		require.NoError(t, err, "%v", p)
		nodes += r.Stats.Nodes
		if r.Outcome == solver.Win {
			wins++
			require.NotZero(t, r.Best, "%v", p)
		}
		require.Zero(t, r.Best&^p.Legal(), "%v", p)
	}
	return wins, nodes
}

// On boards with an even side O can place its marker so that it copies from then on. The first
// version knew that O wins there, but not how; the player then played cell 65.
func TestWinsByCopyingHaveMoves(t *testing.T) {
	for _, c := range []struct{ rows, cols, wins int }{{8, 8, 10}, {7, 8, 16}, {4, 16, 16}} {
		wins, nodes := requireWins(t, oneMarker(t, c.rows, c.cols), solver.Options{Memory: 64 << 20, Workers: 1, Nodes: 2000})
		require.Equal(t, c.wins, wins)
		t.Log(c.rows, c.cols, nodes)
	}
}
