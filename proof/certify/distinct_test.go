package certify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/interval"
)

// A list has each interval once, in the order of the first times, however often the set is emptied, and although it grows.
func TestDistinct(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	d := distinct{round: 1<<32 - 20}
	for round := range 40 {
		d.begin()
		list := make([]interval.Interval, round%3) // which are no part of the set
		from, want, known := len(list), slices.Clone(list), map[interval.Interval]bool{}
		for range 2 * fewestSlots {
			n := bitboard.Board(rng.Uint64N(fewestSlots))
			i := interval.Interval{Mine: n & 1, Yours: n & 2, Need: n & 0xff, May: n | n<<40}
			added := d.add(i, &list, from)
			if added == known[i] {
				t.Fatalf("round %d: %v: added %t", round, i, added)
			}
			if added {
				known[i], want = true, append(want, i)
			}
		}
		require.Equal(t, want, list)
	}
}
