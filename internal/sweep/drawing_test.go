package sweep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Drawn positions have a move, are the same for a seed, and none is an image of another; with holes, each
// is on a board of its own.
func TestDrawing(t *testing.T) {
	for _, start := range plan(t, "3x4,4x4") {
		d := Drawing{Positions: 30, Seed: 7, Holes: 0.2}
		all := d.Of(start)
		require.Equal(t, all, d.Of(start))
		require.Len(t, all, 30)
		keys, seen, holes := keys.New(start.Game()), map[keys.Key]bool{}, map[int]bool{}
		for _, p := range all {
			require.False(t, p.Over())
			require.False(t, seen[keys.Of(p.State())], "%v again", p)
			seen[keys.Of(p.State())] = true
			holes[p.Holes().Count()] = true
		}
		require.Greater(t, len(holes), 3)
		require.NotEqual(t, all, Drawing{Positions: 30, Seed: 8, Holes: 0.2}.Of(start))
		d.Holes = 1
		require.LessOrEqual(t, len(d.Of(start)), 1, "where no cell is left, at most markers that can block")
	}
}

// A row has the class of its position, from a search of its own.
func TestClassOfRows(t *testing.T) {
	found := map[string]int{}
	var all []variants.Position
	for _, start := range plan(t, "3x3") {
		all = append(all, Drawing{Positions: 20, Seed: 3, Holes: 0.1}.Of(start)...)
	}
	require.NoError(t, Run(t.Context(), all, Options{Jobs: 2, Ask: limits(0), Class: true}, func(row Row) error {
		found[outcomeClass(row)]++
		p := row.Start
		if row.Class == nil {
			_, err := analysis.OtherBegins(p)
			require.Error(t, err)
			return nil
		}
		truth := testgames.NewTruth(p.Game())
		wins := func(p variants.Position) solver.Outcome { return solver.OutcomeOf(truth.Distance(p.State())%2 == 1) }
		other := wins(p)
		if q, err := p.WithSide(p.Side().Opponent()); err == nil {
			other = wins(q)
		}
		require.Equal(t, wins(p), row.Class.Outcomes[p.Side()])
		require.Equal(t, other, row.Class.Outcomes[p.Side().Opponent()])
		return nil
	}))
	for _, class := range []string{"N", "P", "L", "R"} {
		require.Positive(t, found[class], class)
	}
}
