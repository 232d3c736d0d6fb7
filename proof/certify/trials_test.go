package certify

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/theory"
	"gridlock/variants"
)

// plainly tries turns as docs/proof-format.md says, and remembers nothing.
type plainly struct {
	game       *variants.Game
	separation *theory.Separation
	most       int
	tried      int
}

func (p *plainly) lasts(s variants.State, turns int) bool {
	if turns == 0 {
		return true
	}
	if p.separation.Room(s) < turns {
		return false
	}
	for m := range p.game.Rules().Legal(s).Cells() {
		if p.tried++; p.tried > p.most {
			return true
		}
		after := p.game.Rules().Play(s, variants.Move(m))
		if p.lasts(variants.State{Free: after.Free, Mine: after.Yours}, turns-1) {
			return true
		}
	}
	return false
}

// What is remembered changes neither what is found nor the turns that are counted, from the start of
// random games to their end: on boards with holes, of every shape.
func TestTrials(t *testing.T) {
	const most = 2000 // otherwise it takes minutes without memory
	count := map[string]int{}
	testgames.Check(t, 3000, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{variants.Lockdown, variants.Blockade}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 36)
		l := newLeaves(p.Game(), func() bool { return false })
		l.trials.most = most
		for s := p.State(); p.Game().Rules().Legal(s) != 0; {
			for _, one := range []variants.State{{Free: s.Free, Mine: s.Mine}, {Free: s.Free, Mine: s.Yours}} {
				if one.Mine == 0 {
					continue
				}
				for turns := range l.separation.Room(one) + 2 {
					plain := plainly{game: p.Game(), separation: l.separation, most: most}
					want := plain.lasts(one, turns)
					lasts, known := l.trials.alone(one, turns)
					require.Equal(t, plain.tried <= most, known, "%+v, %d turns", one, turns)
					require.Equal(t, want, lasts, "%+v, %d turns", one, turns)
					require.Equal(t, min(plain.tried, most+1), min(l.trials.tried, most+1), "%+v, %d turns", one, turns)
					switch {
					case !known:
						count["too many"]++
					case lasts:
						count["lasts"]++
					default:
						count["does not last"]++
					}
				}
			}
			moves := p.Game().Rules().Legal(s)
			var all []variants.Move
			for m := range moves.Cells() {
				all = append(all, variants.Move(m))
			}
			s = p.Game().Rules().Play(s, rapid.SampledFrom(all).Draw(t, "move"))
		}
	})
	t.Log(count)
	for _, kind := range []string{"too many", "lasts", "does not last"} {
		require.Greater(t, count[kind], 50, kind)
	}
}
