package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// A description of any game of the family has a picture with a * for each near cell, and compares with games of
// its kind alone, each of which differs in another way.
func TestDescription(t *testing.T) {
	known := append(variants.All(), variants.Library()...)
	testgames.Check(t, 300, func(t *rapid.T) {
		v := testgames.Family(t, 20)
		d, err := NewDescription(t.Context(), v, known)
		require.NoError(t, err)
		require.Len(t, d.Perft, perftDepth)
		require.Len(t, d.Near, v.Rows*v.Cols)
		require.NotEmpty(t, d.Like)
		ways := map[string]bool{}
		for _, like := range d.Like {
			other, err := variants.Lookup(like.Variant)
			require.NoError(t, err)
			require.Equal(t, v.Family().Kind, other.Family().Kind, "%s is not like %s", v.ID, other.ID)
			ways[strings.Join(like.But, " ")] = true
		}
		require.Len(t, ways, len(d.Like))
		for _, p := range d.Pictures {
			require.Equal(t, len(p.Near), strings.Count(p.Text, "*"), p.Text)
			require.Equal(t, 1, strings.Count(p.Text, "X"), p.Text)
			at := 0
			for v.Default().CellText(at) != p.Cell {
				at++
			}
			require.Equal(t, p.Near, d.Near[at])
		}
		require.Equal(t, v.Family().Kind == variants.Place && v.Family().Close == variants.CloseNone, len(d.Pictures) == 0)
	})
	for id, want := range map[string]string{"dawson": "nodekayles ", "nodekayles": "dawson ", "queens": "claim"} {
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		d, err := NewDescription(t.Context(), v, known)
		require.NoError(t, err)
		require.Contains(t, d.Like[0].Variant+" "+strings.Join(d.Like[0].But, " "), want)
	}
}
