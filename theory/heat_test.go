package theory

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/cgt"
	"gridlock/internal/testgames"
)

// The thermograph of a position is between bounds that are found without the canonical forms of components with more
// cells than some, and the same where they are. Means, temperatures and outcomes that they give are right.
func TestBoundsHoldThermographs(t *testing.T) {
	exact, heats, all := 0, 0, 0
	testgames.Check(t, testgames.Of(300, 3000), func(t *rapid.T) {
		arena := cgt.NewArena(1 << 26)
		game, r := marked(t, 12)
		c, ok := NewCanonical(game, arena, nil)
		require.True(t, ok)
		c.small, c.nimbers, c.values, c.mirrors = rapid.IntRange(0, 6).Draw(t, "small"), nil, nil, nil
		for range 5 {
			left, right := sidesOf(drawState(r, game))
			v, ok := c.Of(left, right)
			require.True(t, ok)
			g, err := arena.Thermograph(v)
			require.NoError(t, err)
			b, ok := c.Bounds(left, right)
			require.True(t, ok)
			for _, w := range []cgt.Bounds{b, b.Neg().Neg()} {
				requireBetween(t, w.Low, g)
				requireBetween(t, g, w.High)
				require.LessOrEqual(t, w.Coolest, g.Temperature)
				require.GreaterOrEqual(t, w.Hottest, g.Temperature, "%v", v)
			}
			if b.Low == b.High {
				exact++
				require.Equal(t, g, b.Low)
			}
			mean, known := b.Mean()
			if known {
				require.Equal(t, g.Mean, mean)
			}
			if o, ok := b.Outcome(); ok {
				require.Equal(t, v.Outcome(), o)
			}
			if known && b.Coolest == b.Hottest {
				heats++
			}
			all++
		}
	})
	t.Logf("of %d positions the thermograph of %d is known, and mean and temperature of %d", all, exact, heats)
	require.Greater(t, 2*exact, all)
	require.Less(t, exact, all)
}

// requireBetween checks that no wall and no stop of one thermograph is better for Left than that of another one.
func requireBetween(t require.TestingT, low, high *cgt.Thermograph) {
	walls := [2][2]cgt.Wall{{low.Left, high.Left}, {low.Right, high.Right}}
	for _, w := range walls {
		for _, p := range append(append(cgt.Wall{}, w[0]...), w[1]...) {
			require.LessOrEqual(t, w[0].At(p.T), w[1].At(p.T))
		}
	}
	require.LessOrEqual(t, low.Mean, high.Mean)
	better := func(s cgt.Stop) int64 {
		if s.Mover == cgt.Right {
			return 2*int64(s.At) + 1
		}
		return 2 * int64(s.At)
	}
	lowLeft, lowRight := low.Stops()
	highLeft, highRight := high.Stops()
	require.LessOrEqual(t, better(lowLeft), better(highLeft))
	require.LessOrEqual(t, better(lowRight), better(highRight))
}
