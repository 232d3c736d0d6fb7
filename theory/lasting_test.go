package theory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// turnsOf is what is known of the turns of losers in a game; each may be nil.
type turnsOf struct {
	lasting Lasting
	ceiling Ceiling
}

func newTurnsOf(game *variants.Game) (of turnsOf) {
	l := For(game)
	if l.Lasting != nil {
		of.lasting = l.Lasting()
	}
	if l.Ceiling != nil {
		of.ceiling = l.Ceiling()
	}
	return of
}

// check checks what is known of a state that has a move, and returns how many of the answers are the best that can be
// given: to whether the loser surely takes so many turns, and to how many he takes at most.
func (of turnsOf) check(t require.TestingT, s variants.State, distance int) (least, most int) {
	wins, turns := distance%2 != 0, distance/2 // of the loser
	for wanted := range turns + 8 {
		if of.lasting != nil && of.lasting(s, !wins, wanted) {
			require.LessOrEqual(t, wanted, turns, "%+v is %d plies from the end", s, distance)
			if wanted == turns {
				least++
			}
		}
	}
	if of.ceiling == nil {
		return least, 0
	}
	if n, ok := of.ceiling(s, wins); ok {
		require.GreaterOrEqual(t, n, turns, "%+v is %d plies from the end", s, distance)
		if n == turns {
			most++
		}
	}
	_, ok := of.ceiling(s, !wins)
	require.False(t, ok, "%+v is %d plies from the end", s, distance)
	return least, most
}

// The loser takes at least, and at most, as many turns as the lemmas say.
func TestTurnsOfLosers(t *testing.T) {
	const seed = 37
	t.Logf("seed %d", seed)
	r := randomplay.New(seed)
	leasts, mosts := map[string]int{}, map[string]int{}
	for _, v := range variants.All() {
		for _, size := range [][2]int{{1, 9}, {2, 5}, {3, 4}, {4, 3}, {2, 7}} {
			game := testgames.Game(t, v.ID, size[0], size[1])
			turns, truth := newTurnsOf(game), testgames.NewTruth(game)
			for range 1000 {
				history := randomplay.Game(r, randomplay.Start(r, game, 0.2))
				s := history[r.IntN(len(history))].State()
				least, most := turns.check(t, s, truth.Distance(s))
				leasts[v.ID] += least
				mosts[v.ID] += most
			}
		}
	}
	t.Log(leasts, mosts)
	for _, v := range variants.All() {
		if v.ID != "classic" { // nothing is known of it
			require.Greater(t, leasts[v.ID], 2500, v.ID)
		}
	}
	require.Greater(t, mosts["duel"], 2500)
}

func TestTurnsOfLosersInTheFamily(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		game, r := drawGame(t)
		turns, truth := newTurnsOf(game), testgames.NewTruth(game)
		for range 5 {
			s := drawState(r, game)
			turns.check(t, s, truth.Distance(s))
		}
	})
}

// What is known of parts holds by plain recursion, whatever is looked into, and is more than counting says.
func TestPartTurns(t *testing.T) {
	const seed = 12
	t.Logf("seed %d", seed)
	r := randomplay.New(seed)
	games := cols(t, [2]int{1, 12}, [2]int{2, 9}, [2]int{4, 5}, [2]int{8, 8})
	games = append(games, testgames.Game(t, "place king none", 3, 5))
	better, asked, sharp := 0, 0, 0
	for _, game := range games {
		truth := testgames.NewTruth(game)
		for range 60 {
			turns, ceilings := newPartTurns(game), newPartCeilings(game)
			turns.large, turns.most = r.IntN(13), []int{0, 1, 5, mostLooks}[r.IntN(4)]
			ceilings.large, ceilings.most = turns.large, turns.most
			for range 3 {
				s := variants.State{Mine: few(r, game, 8), Yours: few(r, game, 8)}
				_, most := turnsOf{turns.turnsAtLeast, ceilings.ceiling}.check(t, s, truth.Distance(s))
				if p := turns.ask(s, true); turns.sum(p).second > turns.counted(p).second {
					better++
				}
				if turns.large > 9 && turns.most == mostLooks {
					asked++
					sharp += most
				}
			}
		}
	}
	t.Log(better, asked, sharp)
	require.Greater(t, better, 200)
	require.Greater(t, 10*sharp, 7*asked)
}

// All parts are looked into only where there are few kinds of them: with other cells near each other there are
// too many, also on one row.
func TestPartsInRows(t *testing.T) {
	for id, all := range map[string]bool{
		"duel": true, "place hex own": true, "place offsets:0,1 own": true, "place offsets:0,-2;0,2 own": false,
		"place offsets:0,-1;0,2 own": false, "place rook own torus": false,
	} {
		parts := newPartwise(testgames.Game(t, id, 1, 20))
		require.Equal(t, all, parts.large == bitboard.MaxCells, id)
		require.Equal(t, all, parts.most > mostLooks, id)
	}
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
