package interval

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// A cover finds exactly the intervals that cover an image, among few and among many.
func TestCoverFindsWhatCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ variant, position string }{
		{variants.Lockdown, ".../.../... x"}, {variants.Blockade, "X../..O x"}, {variants.Lockdown, "....... x"},
	} {
		game := testgames.Parse(t, c.variant, c.position).Game()
		rules, _ := RulesOf(game)
		cover, known := rules.NewCover(), []Interval(nil)
		found := 0
		for range 800 {
			i := someInterval(game, rng)
			want := map[int]bool{}
			for n, other := range known {
				for _, image := range rules.Images(i) {
					want[n] = want[n] || other.Covers(image)
				}
			}
			got := map[int]bool{}
			for n := range known {
				got[n] = false
			}
			cover.Each(i, func(m Match) bool {
				require.True(t, known[m.Number].Covers(i.Image(game.Grid(), m.By)))
				require.Equal(t, known[m.Number], m.Interval)
				got[m.Number] = true
				return true
			})
			require.Equal(t, want, got)
			_, ok := cover.Find(i)
			require.Equal(t, slices.Contains(slices.Collect(maps.Values(want)), true), ok)
			if ok {
				found++
			}
			normal, _ := rules.Normal(i)
			require.Contains(t, rules.Images(i), normal)
			if len(known) < 300 {
				require.Equal(t, len(known), cover.Add(normal))
				known = append(known, normal)
				require.Equal(t, len(known), cover.size)
			}
		}
		require.Greater(t, found, 50)
	}
}

// someInterval returns an interval with markers on a few cells, so that many have the same.
func someInterval(game *variants.Game, rng *rand.Rand) Interval {
	n := game.Grid().Size()
	i := Interval{Mine: bitboard.Of(rng.IntN(2)), Yours: bitboard.Of(n - 1 - rng.IntN(2))}
	i.May = variants.Board(rng.Uint64()|rng.Uint64()) & game.Grid().All() &^ (i.Mine | i.Yours)
	i.Need = i.May & variants.Board(rng.Uint64())
	return i
}
