package variants_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

func perft(t testing.TB, p variants.Position, depth, workers int) uint64 {
	t.Helper()
	n, err := variants.Perft(context.Background(), p, depth, workers)
	require.NoError(t, err)
	return n
}

// The counts come from an independent brute force (ground truth of the project,
// "Perft on the default boards").
func TestPerftOfTheDefaultBoards(t *testing.T) {
	for id, want := range map[string][]uint64{
		"classic":  {1, 16, 48, 104, 232, 432},
		"duel":     {1, 16, 240, 2184, 18360, 83952},
		"lockdown": {1, 16, 240, 1176, 5256, 21456},
		"claim":    {1, 16, 156, 840, 1896, 0},
		"blockade": {1, 10, 100, 850, 7216, 59374},
	} {
		start := lookup(t, id).Default().Start()
		for depth, count := range want {
			require.Equal(t, count, perft(t, start, depth, 0), "%s depth %d", id, depth)
			require.Equal(t, count, slowFrom(id, start.String()).perft(depth), "slow count, %s depth %d", id, depth)
		}
	}
}

func TestPerftOfOddShapesEqualsTheSlowCount(t *testing.T) {
	boards := []string{
		"1", "2", "7", "12", "1/1/1/1/1", "2/2/2/2", "6/6", "5/5/5", "3/3/3", "2/2", "4/4/4",
		"#", "1#1", "5#4", "2#/#2/3", "3/1#1/3", "##/##", "4/#2#/4", "2#2/#4/2#2", "5/5/2#2/5/5",
	}
	for _, v := range variants.All() {
		if v.ID == "blockade" {
			boards = []string{
				"XO", "X.O", "X....O", "../XO/..", "X#.O", "X../..O", ".#./X.O/.#.", "X...O/.#.#./.....",
				"#.../X..O/...#",
			}
		}
		for _, board := range boards {
			p := testgames.Parse(t, v.ID, board+" x")
			for depth := range testgames.Of(5, 6) {
				want := slowFrom(v.ID, p.String()).perft(depth)
				require.Equal(t, want, perft(t, p, depth, 0), "%s %v depth %d", v.ID, p, depth)
			}
		}
	}
}

func TestPerftProperties(t *testing.T) {
	testgames.Check(t, 2000, func(t *rapid.T) {
		v := testgames.Variant(t)
		p := testgames.Position(t, v, 20)
		depth := rapid.IntRange(0, 3).Draw(t, "depth")
		ctx := context.Background()

		count, err := variants.Perft(ctx, p, depth, 1)
		require.NoError(t, err)
		require.Equal(t, slowFrom(v.ID, p.String()).perft(depth), count, "%s %v depth %d", v.ID, p, depth)

		image, err := variants.Perft(ctx, p.Image(testgames.Symmetry(t, p)), depth, 2)
		require.NoError(t, err)
		require.Equal(t, count, image, "image of %s %v depth %d", v.ID, p, depth)
	})
}

func TestDivide(t *testing.T) {
	for _, v := range variants.All() {
		p := v.Default().Start()
		for depth := 1; depth <= 4; depth++ {
			for _, workers := range []int{1, 2, 7} {
				lines, err := variants.Divide(context.Background(), p, depth, workers)
				require.NoError(t, err)
				require.Len(t, lines, p.Legal().Count())
				for _, line := range lines {
					require.Equal(t, perft(t, p.Play(line.Move), depth-1, 1), line.Count,
						fmt.Sprint(v.ID, " ", p.MoveText(line.Move), " depth ", depth))
				}
			}
		}
	}
}

func TestPerftStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d := testgames.Trek()
	var plays atomic.Int64
	d.Rules = func(g *bitboard.Grid) variants.Rules {
		rules := testgames.Trek().Rules(g)
		return ruled{rules, func(s variants.State, m variants.Move) variants.State {
			if g.Size() == 64 && plays.Add(1) == 1e5 {
				cancel()
			}
			return rules.Play(s, m)
		}}
	}
	v, err := variants.New(d)
	require.NoError(t, err)
	game, err := v.NewGame(8, 8)
	require.NoError(t, err)
	start := game.Start()
	// It would take far too long to finish, so if it ends, it checks its context while it
	// counts.
	_, err = variants.Perft(ctx, start, 40, 2)
	require.ErrorIs(t, err, context.Canceled)
	require.GreaterOrEqual(t, plays.Load(), int64(1e5))
	for _, depth := range []int{0, 1, 3, 30} {
		_, err := variants.Perft(ctx, start, depth, 0)
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestPerftRefusesDepths(t *testing.T) {
	start := lookup(t, "claim").Default().Start()
	_, err := variants.Perft(context.Background(), start, -1, 0)
	require.Error(t, err)
	_, err = variants.Divide(context.Background(), start, 0, 0)
	require.Error(t, err)
}
