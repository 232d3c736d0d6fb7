package puzzle_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/pn"
	"gridlock/variants"
)

func options(low, high int, seed uint64) puzzle.Options {
	return puzzle.Options{Low: low, High: high, Seed: seed, Tries: 20000, Solver: solver.Options{Nodes: 1000 * uint64(high), Memory: 16 << 20, Workers: 1}}
}

// Puzzles of all games have one winning move, or equivalent ones, and are of the requested
// depth, according to an independent engine; and the same seed gives the same ones.
func TestPuzzlesHaveOneWinningMove(t *testing.T) {
	for _, v := range variants.All() {
		for _, depth := range [][2]int{{1, 1}, {3, 3}, {5, 9}} {
			game := testgames.Game(t, v.ID, 4, 4)
			if v.ID == variants.Claim {
				game = testgames.Game(t, v.ID, 5, 6) // games on 4×4 are short
			}
			f := puzzle.NewFinder(game.Start(), options(depth[0], depth[1], 7))
			again := puzzle.NewFinder(game.Start(), options(depth[0], depth[1], 7))
			seen := map[string]bool{}
			for range testgames.Of(2, 3) {
				z, err := f.Next(context.Background())
				require.NoError(t, err, "%s %v", v.ID, depth)
				require.False(t, seen[z.Position.String()])
				seen[z.Position.String()] = true
				check(t, z)
				require.GreaterOrEqual(t, z.Depth, depth[0])
				require.LessOrEqual(t, z.Depth, depth[1])
				same, err := again.Next(context.Background())
				require.NoError(t, err)
				require.Equal(t, z.Position.String(), same.Position.String())
			}
		}
	}
}

// truth is the result of memo or, if the position is too large for memo, that of pn by the rules
// alone, without a distance.
func truth(t *testing.T, p variants.Position) solver.Result {
	t.Helper()
	r, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{Nodes: 50_000})
	if errors.Is(err, solver.ErrLimit) {
		r, err = pn.Engine{}.Solve(context.Background(), p, solver.Options{NoLemmas: true, Memory: 1 << 24})
	}
	require.NoError(t, err)
	return r
}

// equivalent reports whether all of the moves lead to images of the same position, by trying all
// symmetries of the board.
func equivalent(p variants.Position, moves variants.MoveSet) bool {
	grid := p.Game().Grid()
	first := p.Play(variants.Move(moves.First())).State()
	for m := range moves.Cells() {
		state, found := p.Play(variants.Move(m)).State(), false
		for _, sym := range grid.Symmetries() {
			found = found || state.Image(grid, sym) == first
		}
		if !found {
			return false
		}
	}
	return true
}

// All games have puzzles of several depths on their default boards.
func TestPuzzlesOnDefaultBoards(t *testing.T) {
	for _, v := range variants.All() {
		several := 0
		for _, depth := range [][2]int{{1, 1}, {3, 3}, {3, 5}} {
			f := puzzle.NewFinder(v.Default().Start(), options(depth[0], depth[1], 3))
			for range testgames.Of(1, 4) {
				z, err := f.Next(context.Background())
				require.NoError(t, err, "%s %v", v.ID, depth)
				check(t, z)
				if z.Moves.Count() > 1 {
					several++
				}
			}
		}
		t.Logf("%s: %d puzzles with several solutions", v.ID, several)
	}
}

func check(t *testing.T, z puzzle.Puzzle) {
	t.Helper()
	p := z.Position
	require.Greater(t, p.Legal().Count(), 1)
	for m := range p.Legal().Cells() {
		truth := truth(t, p.Play(variants.Move(m)))
		require.Equal(t, z.Moves.Has(m), truth.Outcome == solver.Loss, "%s %v", p.Game().Variant().ID, p)
		after := z.After(variants.Move(m))
		require.Equal(t, truth.Outcome, after.Outcome)
		if truth.Distance != solver.NoDistance {
			require.Equal(t, truth.Distance, after.Distance)
		}
	}
	require.Greater(t, p.Legal().Count(), z.Moves.Count())
	require.True(t, equivalent(p, z.Moves), "%s %v", p.Game().Variant().ID, p)
	require.Len(t, z.Line, z.Depth)
	require.True(t, z.Moves.Has(int(z.Line[0])))
	for _, m := range z.Line {
		require.True(t, p.Legal().Has(int(m)))
		p = p.Play(m)
	}
	require.True(t, p.Over())
}

func TestPuzzlesThatDoNotExist(t *testing.T) {
	opt := options(15, 15, 1)
	opt.Tries = 300
	_, err := puzzle.NewFinder(testgames.Game(t, "claim", 3, 3).Start(), opt).Next(context.Background())
	require.ErrorIs(t, err, solver.ErrLimit)
	require.ErrorContains(t, err, "no puzzle among 300 positions")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = puzzle.NewFinder(testgames.Game(t, "claim", 4, 4).Start(), opt).Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	_, err = puzzle.NewFinder(testgames.Game(t, "claim", 4, 4).Start(), opt).Next(late)
	require.ErrorIs(t, err, solver.ErrLimit)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
