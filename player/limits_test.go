package player_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/variants"
)

// On every board of up to 64 cells and with every limit each choice is a legal move, the
// record of the game reads back, and a player who has announced a win wins.
func TestLimitedGames(t *testing.T) {
	announced := 0
	testgames.Check(t, 60, func(t *rapid.T) {
		v := testgames.Variant(t)
		rows := rapid.IntRange(1, 8).Draw(t, "rows")
		cols := rapid.IntRange(v.MinCols, 64/rows).Draw(t, "cols")
		game, err := v.NewGame(rows, cols)
		require.NoError(t, err)
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		rec := opening(game.Start(), rapid.IntRange(0, 12).Draw(t, "plies"), chance)
		pl := player.New(game, player.Options{
			Nodes: rapid.SampledFrom([]uint64{1, 10, 100, 1000}[:testgames.Of(2, 4)]).Draw(t, "nodes"), Workers: 1, Memory: 4 << 20,
		})
		defer pl.Close()
		g := variants.GameRecord{Start: rec.start, Moves: rec.moves}
		side := g.Position().Side()
		sure, bound := false, 0
		for p := g.Position(); !p.Over(); {
			m := anyMove(p, chance)
			if p.Side() == side {
				c, err := pl.Choose(context.Background(), p)
				require.NoError(t, err)
				require.NoError(t, p.CheckMove(c.Move))
				require.Zero(t, c.Result.Best&^p.Legal())
				wins := c.Result.Outcome == solver.Win && c.Result.Best.Has(int(c.Move))
				require.False(t, sure && !wins, "%v: the win that was announced is lost", p)
				sure = wins
				if c.AtMost != 0 {
					require.True(t, bound == 0 || c.AtMost <= bound-2, "%v: %d after %d plies", p, c.AtMost, bound)
					bound = c.AtMost
				}
				m = c.Move
			}
			g.Moves, p = append(g.Moves, m), p.Play(m)
		}
		if sure {
			announced++
			require.Equal(t, side.Opponent(), g.Position().Side())
		}
		back, err := variants.ParseGameRecord(g.String())
		require.NoError(t, err)
		require.Equal(t, g.String(), back.String())
	})
	require.Greater(t, announced, 20)
}
