package territory_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/territory"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

func TestCount(t *testing.T) {
	count := func(id, text string) territory.Terms {
		p := testgames.Parse(t, id, text)
		o, ok := territory.NewOdds(p.Game())
		require.True(t, ok)
		s := p.State()
		mine, yours := territory.New(p.Game()).Prune(&s)
		return o.Count(s, p.Legal().Count(), mine, yours)
	}
	// X begins and reaches one more of the 5 cells; each can step to one cell and block two.
	require.Equal(t, territory.Terms{1, 1, -1, 2, 1, 3, 2, 0, 2, 2}, count("blockade", "X5O x"))
	// X has 4 cells to itself, two of each colour: it can step 4 times at most. O has one cell, and
	// the markers are on different colours.
	require.Equal(t, territory.Terms{1, 3, 3, 3, 0, 4, 1, 1, 5, 1}, count("blockade", "X.#O/..#./.### x"))
}

// Images of a position have the same terms.
func TestCountOfImages(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{"blockade", "lockdown"}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 30)
		s := p.State()
		if s.Mine == 0 || s.Yours == 0 {
			return
		}
		o, ok := territory.NewOdds(p.Game())
		require.True(t, ok)
		terms := func(s variants.State) territory.Terms {
			mine, yours := territory.New(p.Game()).Prune(&s)
			return o.Count(s, p.Legal().Count(), mine, yours)
		}
		require.Equal(t, terms(s), terms(s.Image(p.Game().Grid(), testgames.Symmetry(t, p))))
	})
}

func TestGamesWithoutOdds(t *testing.T) {
	for _, v := range variants.All() {
		_, ok := territory.NewOdds(v.Default())
		require.Equal(t, v.Traits().TwoMarkers(), ok, v.ID)
	}
}
