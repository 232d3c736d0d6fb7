package theory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/random"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// lastingIn checks what the lemma says of a state that has a move, and returns how many of its answers are
// the best that can be given.
func lastingIn(t require.TestingT, lasting Lasting, s variants.State, distance int) (sharp int) {
	wins, turns := distance%2 != 0, distance/2 // of the loser
	for wanted := range turns + 8 {
		if lasting(s, !wins, wanted) {
			require.LessOrEqual(t, wanted, turns, "%+v is %d plies from the end", s, distance)
			if wanted == turns {
				sharp++
			}
		}
	}
	return sharp
}

// lastingOf returns what is known of a game, or nil.
func lastingOf(game *variants.Game) Lasting {
	if l := For(game); l.Lasting != nil {
		return l.Lasting()
	}
	return nil
}

// The loser takes at least as many turns as the lemma says.
func TestLasting(t *testing.T) {
	const seed = 37
	t.Logf("seed %d", seed)
	r := random.New(seed)
	sharp := map[string]int{}
	for _, v := range variants.All() {
		for _, size := range [][2]int{{1, 9}, {2, 5}, {3, 4}, {4, 3}, {2, 7}} {
			game := testgames.Game(t, v.ID, size[0], size[1])
			lasting, truth := lastingOf(game), testgames.NewTruth(game)
			for range 1000 {
				history := random.Game(r, random.Start(r, game, 0.2))
				if s := history[r.IntN(len(history))].State(); lasting != nil {
					sharp[v.ID] += lastingIn(t, lasting, s, truth.Distance(s))
				}
			}
		}
	}
	require.Len(t, sharp, 4) // nothing is known of classic
	for id, n := range sharp {
		require.Greater(t, n, 2500, id)
	}
}

func TestLastingInTheFamily(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		game, r := drawGame(t)
		lasting, truth := lastingOf(game), testgames.NewTruth(game)
		if lasting == nil {
			return
		}
		for range 5 {
			s := drawState(r, game)
			lastingIn(t, lasting, s, truth.Distance(s))
		}
	})
}

// What is known of parts holds by plain recursion, whatever is looked into, and is more than counting says.
func TestPartTurns(t *testing.T) {
	const seed = 12
	t.Logf("seed %d", seed)
	r := random.New(seed)
	games := cols(t, [2]int{1, 12}, [2]int{2, 9}, [2]int{4, 5}, [2]int{8, 8})
	games = append(games, testgames.Game(t, "place king none", 3, 5))
	better := 0
	for _, game := range games {
		truth := testgames.NewTruth(game)
		for range 60 {
			turns := newPartTurns(game)
			turns.large, turns.most = r.IntN(13), []int{0, 1, 5, mostLooks}[r.IntN(4)]
			for range 3 {
				s := variants.State{Mine: few(r, game, 9), Yours: few(r, game, 9)}
				lastingIn(t, turns.last, s, truth.Distance(s))
				p := pair{turns.shapes.place(s.Mine), turns.shapes.place(s.Yours)}
				if turns.sum(p).second > turns.counted(p).second {
					better++
				}
			}
		}
	}
	require.Greater(t, better, 200)
}

// few returns that many random cells of a game, or fewer.
func few(r *rand.Rand, game *variants.Game, n int) (cells bitboard.Board) {
	for range n {
		cells = cells.With(r.IntN(game.Grid().Size()))
	}
	if graph := game.Variant().Family().Graph; graph != nil {
		cells &= graph.Vertices
	}
	return cells
}
