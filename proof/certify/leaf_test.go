package certify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// The winner wins every position of a leaf in which more cells may be free, by plain recursion: on
// random positions with holes, on boards of every shape.
func TestWiderLeavesAreWon(t *testing.T) {
	var leaves, wider int
	enough := func() bool { return wider > testgames.Of(30, 300) }
	testgames.CheckUntil(t, testgames.Of(4500, 15_000), enough, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{variants.Lockdown, variants.Blockade}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 16)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		o := oracle{p.Game().Rules(), map[variants.State]bool{}}
		l := newLeaves(p.Game(), func() bool { return false })
		for s := p.State(); p.Game().Rules().Legal(s) != 0; {
			if winner := (variants.State{Free: l.separation.Own(s), Mine: s.Mine}); winner.Free != 0 {
				yours := l.separation.Alone(variants.State{Free: s.Free, Mine: s.Yours})
				if f, ok := l.shortWalk(s, winner, yours); ok {
					leaves++
					may := l.widen(s, yours.Region, f)
					require.Zero(t, f.May&^may|may&(s.Mine|s.Yours)|may&^p.Game().Grid().All())
					if may != f.May {
						wider++
					}
					for _, added := range []variants.Board{may, may & variants.Board(rng.Uint64()), may &^ f.May} {
						in := f.Least()
						in.Free |= added
						require.True(t, o.wins(in), "%+v with %b", f, may)
					}
				}
			}
			moves := p.Game().Rules().Legal(s)
			for range rng.IntN(moves.Count()) {
				moves = moves.Rest()
			}
			s = p.Game().Rules().Play(s, variants.Move(moves.First()))
		}
	})
	t.Log(leaves, wider)
	require.True(t, enough())
}
