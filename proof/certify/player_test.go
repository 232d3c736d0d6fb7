package certify

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// A player by the certificate beats random players, on boards of some size.
func TestPlayersBeatRandomPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, c := range []struct {
		variant    string
		rows, cols int
		strategy   bool
	}{
		{variants.Classic, 5, 5, false}, {variants.Classic, 4, 5, true},
		{variants.Duel, 4, 5, false}, {variants.Duel, 5, 5, false}, {variants.Duel, 5, 7, false}, {variants.Duel, 3, 5, true},
		{variants.Lockdown, 4, 5, false}, {variants.Lockdown, 5, 5, false}, {variants.Lockdown, 4, 4, true},
		{variants.Claim, 5, 5, false}, {variants.Claim, 6, 7, false}, {variants.Claim, 5, 5, true},
		{variants.Blockade, 4, 4, false}, {variants.Blockade, 5, 5, false},
	} {
		v, err := variants.Lookup(c.variant)
		require.NoError(t, err)
		game, err := v.NewGame(c.rows, c.cols)
		require.NoError(t, err)
		file, _, err := certificate(game.Start(), auto.Engine{}, c.strategy, solver.Options{Workers: 1})
		require.NoError(t, err)
		player, err := proof.NewPlayer(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err)
		for range 50 {
			beat(t, player, rng)
		}
	}
}
