package player_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/shipped"
	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/variants"
)

// From the start of blockade on 7×7 the player answers every first move, and makes its own,
// by the book alone: with no time left, and as well as can be.
func TestEveryFirstMoveIsAnsweredFromTheBook(t *testing.T) {
	game := testgames.Game(t, variants.Blockade, 7, 7)
	known := new(shipped.Results)
	pl := seat(t, game, player.Options{Memory: 1 << 20, Store: known})
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	choose := func(p variants.Position) player.Choice {
		c, err := pl.Choose(ctx, p)
		require.NoError(t, err)
		require.True(t, c.Result.Proven, "%v", p)
		return c
	}
	won := choose(game.Start())
	require.Equal(t, solver.Win, won.Result.Outcome)
	require.Equal(t, won.Result.Distance, won.AtMost)

	answered := 0
	for m := range game.Start().Legal().Cells() {
		p := game.Start().Play(variants.Move(m))
		c := choose(p)
		after, _, ok := known.Find(ctx, p.Play(c.Move))
		require.True(t, ok)
		require.NotEqual(t, c.Result.Outcome, after.Outcome, "%v", p)
		require.NotEqual(t, solver.NoDistance, c.Result.Distance)
		require.Equal(t, c.Result.Distance-1, after.Distance, "%v", p)
		answered++
	}
	require.Equal(t, 10, answered)
}
