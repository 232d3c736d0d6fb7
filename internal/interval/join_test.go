package interval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// Many intervals together have the matches, in the same order, that each has alone.
func TestJoinIsEach(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ variant, position string }{
		{variants.Lockdown, "......../......../......../......../......../......../......../........ x"},
		{variants.Blockade, "X....../......O x"}, {variants.Blockade, "..X../...../..O.. x"}, {variants.Lockdown, "....... x"},
	} {
		game := testgames.Parse(t, c.variant, c.position).Game()
		rules, _ := RulesOf(game)
		cover := rules.NewCover()
		var join Join
		for range 5000 {
			i := someInterval(game, rng)
			i.Need &= variants.Board(rng.Uint64() & rng.Uint64())
			i.May |= variants.Board(rng.Uint64()|rng.Uint64()|rng.Uint64()) & game.Grid().All() &^ (i.Mine | i.Yours)
			switch middle := bitboard.Of(game.Grid().Size() / 2); rng.IntN(5) { // so that it divides them
			case 0, 1:
				i.Need, i.May = i.Need|middle, i.May|middle
			case 2, 3:
				i.Need, i.May = i.Need&^middle, i.May&^middle
			}
			normal, _ := rules.Normal(i)
			cover.Add(normal)
		}
		// Some that resemble each other follow each other.
		var all []Interval
		for range 60 {
			i := someInterval(game, rng)
			for range 60 {
				cell := bitboard.Of(rng.IntN(game.Grid().Size())) &^ (i.Mine | i.Yours)
				i.May |= cell
				i.Need |= cell
				all = append(all, i)
			}
		}
		for _, most := range []int{1, 3, 16} {
			type match struct {
				number int
				by     bitboard.Symmetry
			}
			got, full := make([][]match, len(all)), 0
			last := -1
			join.Each(cover, all, most, func(i, number int, by bitboard.Symmetry) bool {
				require.True(t, i == last || got[i] == nil, "the matches of one are not together")
				got[i] = append(got[i], match{number, by})
				last = i
				return true
			})
			for n, i := range all {
				var want []match
				cover.Each(i, func(m Match) bool {
					want = append(want, match{m.Number, m.By})
					return len(want) < most
				})
				require.True(t, slices.Equal(want, got[n]), "%v: %v, not %v", i, got[n], want)
				if len(want) == most {
					full++
				}
			}
			require.Greater(t, full, 100)
		}
		asked := 0
		join.Each(cover, all, 3, func(int, int, bitboard.Symmetry) bool {
			asked++
			return asked < 10
		})
		require.Equal(t, 10, asked)
		join.Each(cover, nil, 3, func(int, int, bitboard.Symmetry) bool { panic("asked about nothing") })
	}
}
