package theory

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// A state without its dead cells has the distance of the state, no game takes more plies than the
// bound, and it is said of all markers that can never meet that they cannot.
func TestAlive(t *testing.T) {
	r := randomplay.New(29)
	dead, apart := map[string]int{}, map[string]int{}
	for _, v := range variants.All() {
		for _, size := range [][2]int{{1, 9}, {2, 5}, {3, 4}, {4, 3}} {
			game := testgames.Game(t, v.ID, size[0], size[1])
			lemmas, truth, longest := For(game), testgames.NewTruth(game), map[variants.State]int{}
			for range 200 {
				history := randomplay.Game(r, randomplay.Start(r, game, 0.2))
				s := history[r.IntN(len(history))].State()
				alive := lemmas.Alive(s)
				require.Equal(t, truth.Distance(s), truth.Distance(alive.State), "%s %v %+v", v.ID, game.Grid(), s)
				require.GreaterOrEqual(t, alive.Most, plies(game.Rules(), s, longest), "%s %v %+v", v.ID, game.Grid(), s)
				require.Equal(t, lemmas.Separation != nil && lemmas.Separation().Apart(s), alive.Apart, "%s %v %+v", v.ID, game.Grid(), s)
				if alive.State != s {
					dead[v.ID]++
				}
				if alive.Apart {
					apart[v.ID]++
				}
			}
		}
	}
	for _, id := range []string{variants.Classic, variants.Lockdown, variants.Blockade} {
		require.Greater(t, dead[id], 100, id)
	}
	require.Greater(t, apart[variants.Lockdown], 100)
	require.Greater(t, apart[variants.Blockade], 100)
}

// plies returns the number of plies of the longest game.
func plies(rules variants.Rules, s variants.State, known map[variants.State]int) int {
	most, ok := known[s]
	if ok {
		return most
	}
	for m := range rules.Legal(s).Cells() {
		most = max(most, 1+plies(rules, rules.Play(s, variants.Move(m)), known))
	}
	known[s] = most
	return most
}
