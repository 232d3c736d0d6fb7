package theory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
)

// What is known of components, and of whole positions, is true by the definition of values; and the
// value of a sum follows from what is known of its components, if they are kept apart.
func TestClaims(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	known := 0
	for _, game := range cols(t, [2]int{1, 9}, [2]int{10, 1}, [2]int{2, 5}, [2]int{3, 3}, [2]int{3, 4}, [2]int{4, 3}) {
		near := game.Near()
		reference, v := newByDefinition(near), NewValues(game)
		v.Apart = true
		for range testgames.Of(200, 500) {
			p := randomSides(r, near)
			value := reference.value(p)
			for _, x := range []Value{{}, value, {value.x, !value.star}, {value.x - one, true}, {value.x + one/2, false}} {
				require.Equal(t, yesOrNo(atLeast(value, x)), v.AtLeast(p.a, p.b, x), "%v %#x, %v", game, p, x)
			}
			require.Equal(t, &value, v.Exactly(p.a, p.b))
			for p.a|p.b != 0 {
				part := partOf(near, p)
				p.a, p.b = p.a&^part.a, p.b&^part.b
				value := reference.value(part)
				x, plainly, starred := v.Least(part.a, part.b)
				require.GreaterOrEqual(t, value.x, x.x)
				require.True(t, !plainly || atLeast(value, x))
				require.True(t, !starred || atLeast(value, x.Plus(Value{star: true})))
				if value.x == x.x && (plainly || starred) {
					known++
				}
			}
		}
	}
	require.Greater(t, known, 1000)
}

// partOf returns the component of the lowest cell.
func partOf(near *bitboard.Near, p pair) pair {
	v := Values{shapes: &shapes{near: near}}
	return v.part(p)
}
