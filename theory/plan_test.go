package theory

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// followed checks that the plan which was found last wins against random play.
func (p *Plans) followed(t *testing.T, r *rand.Rand, game *variants.Game, s variants.State) {
	for turn := 0; ; turn++ {
		move := variants.Move(p.plan[turn].to)
		if p.blocks {
			move = game.Turn(s.Mine.First(), int(p.plan[turn].to), int(p.plan[turn].block))
		}
		require.True(t, game.Rules().Legal(s).Has(int(move)), "turn %d of %v in %+v", turn, p.plan, s)
		s = game.Rules().Play(s, move)
		replies := slices.Collect(game.Rules().Legal(s).Cells())
		if len(replies) == 0 {
			return
		}
		s = game.Rules().Play(s, variants.Move(replies[r.IntN(len(replies))]))
	}
}

// A player with a plan wins, by its turns.
func TestPlans(t *testing.T) {
	const seed = 41
	t.Logf("seed %d", seed)
	r := randomplay.New(seed)
	for _, id := range []string{"lockdown", "blockade"} {
		found, fastest, wins := 0, 0, 0
		for _, size := range [][2]int{{1, 9}, {2, 6}, {3, 4}, {4, 3}, {2, 7}, {3, 5}, {4, 4}} {
			game := testgames.Game(t, id, size[0], size[1])
			plans, truth := For(game).Plans(), testgames.NewTruth(game)
			for range 1000 {
				history := randomplay.Game(r, randomplay.Start(r, game, 0.2))
				s := history[r.IntN(len(history))].State()
				if s.Mine == 0 || s.Yours == 0 {
					continue
				}
				won := truth.Distance(s)%2 != 0
				if won {
					wins++
				}
				if plans.Wins(s) {
					found++
					require.True(t, won, "%v %+v", game, s)
					plans.followed(t, r, game, s)
				}
				turns := truth.Distance(s) / 2 // of the loser
				require.False(t, plans.Within(s, turns-1), "%v %+v", game, s)
				if plans.Within(s, turns) {
					fastest++
				}
			}
		}
		t.Logf("%s: plans for %d of %d, of which %d are the fastest", id, found, wins, fastest)
		require.Greater(t, found, 3*wins/4, id)
		require.Greater(t, fastest, wins/2, id)
	}
}

// So does one in any game in which markers walk.
func TestPlansInTheFamily(t *testing.T) {
	found := 0
	testgames.Check(t, 3000, func(t *rapid.T) {
		game, r := drawGame(t)
		lemmas, truth := For(game), testgames.NewTruth(game)
		if lemmas.Plans == nil {
			return
		}
		plans := lemmas.Plans()
		for range 5 {
			s := drawState(r, game)
			distance := truth.Distance(s)
			if plans.Wins(s) {
				found++
				require.Equal(t, 1, distance%2, "%v %+v", game, s)
			}
			require.False(t, plans.Within(s, distance/2-1), "%v %+v", game, s)
		}
	})
	require.Greater(t, found, 100)
}

// Where long looks for plans that win are in vain, most looks are short, until enough of them find a plan again.
func TestLooks(t *testing.T) {
	var l looks
	long := func(n int) (count int) {
		for range n {
			if l.tries() == planTries {
				count++
			}
		}
		return count
	}
	for range 4095 {
		l.count(false)
	}
	require.Equal(t, 640, long(640), "too few to tell")
	l.count(false)
	require.Equal(t, 10, long(640))
	for range 131 {
		l.count(true)
	}
	require.Equal(t, 10, long(640))
	for range 8 {
		l.count(true)
	}
	require.Equal(t, 640, long(640), "%+v", l)
	for range 16255 { // until it has just halved again
		l.count(false)
	}
	require.Less(t, l.all, 4200)
	require.Equal(t, 10, long(640), "%+v", l)
}
