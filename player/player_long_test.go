//go:build long

package player_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/shipped"
	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// In 100 games of blockade on 7×7, from random openings, the perfect player with the opening book
// and a limit of positions for each move loses no position that is won: in the games that
// it lost no position in which it was to move was won, says the solver, from the last back.
func TestLongPerfectPlayerOnSevenBySeven(t *testing.T) {
	const games, budget = 48, 250_000
	game := testgames.Game(t, variants.Blockade, 7, 7)
	judge, err := auto.NewShared(game, 1<<30)
	require.NoError(t, err)
	defer judge.Release()
	chance := rand.New(rand.NewPCG(7, 100))
	won := 0
	for i := range games {
		side := variants.Player(i % 2)
		level := []player.Level{player.Random, player.Strong}[i/2%2]
		perfect := player.New(game, player.Options{Store: new(shipped.Results), Nodes: budget, Workers: 1, Memory: 256 << 20})
		opponent := seat(t, game, player.Options{Level: level, Seed: uint64(i)})
		seats := [2]*player.Player{opponent, opponent}
		seats[side] = perfect
		rec := opening(game.Start(), 2+i/4%6, chance)
		winner := rec.end(t, seats)
		perfect.Close()

		if winner == side {
			won++
			continue
		}
		for ply, p := len(rec.moves), positions(rec); ply >= rec.first; ply-- {
			if at := p[ply]; at.Side() == side {
				require.False(t, wins(t, judge, at), "%v is won", at)
			}
		}
	}
	t.Logf("won %d of %d games; none of the others could be won", won, games)
	require.Greater(t, won, games/2)
}

// positions returns the positions of a game, the first one first.
func positions(rec record) []variants.Position {
	all := []variants.Position{rec.start}
	for i, m := range rec.moves {
		all = append(all, all[i].Play(m))
	}
	return all
}

// wins reports whether the player to move wins.
func wins(t *testing.T, judge *auto.Shared, p variants.Position) bool {
	r, err := auto.Engine{Shared: judge}.Solve(context.Background(), p, solver.Options{Workers: 2})
	require.NoError(t, err)
	return r.Outcome == solver.Win
}
