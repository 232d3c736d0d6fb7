package draw_test

import (
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/draw"
	"gridlock/variants"
)

// heat returns a map of three boards in two panels.
func heat() draw.Heat {
	return draw.Heat{
		Title: "Who wins", Notes: []string{"X: the first"},
		Panels: []draw.HeatPanel{
			{Down: "rows", Across: "columns", Cells: []draw.HeatCell{
				{Down: 1, Across: 1, Winner: new(variants.X), Text: "X", Shade: 1},
				{Down: 2, Across: 3, Winner: new(variants.O), Text: "O", Shade: .25},
			}},
			{Down: "columns", Across: "rows", Cells: []draw.HeatCell{{Down: 1, Across: 2, Text: "?"}}},
		},
	}
}

// Every board is a square with its text in the middle, in the row and column that it has, and its
// shade is that of the winner.
func TestHeat(t *testing.T) {
	var svg node
	require.NoError(t, xml.Unmarshal([]byte(heat().Draw().File()), &svg))
	squares, shades, texts := svg.with("heat"), svg.with("shade"), []node{}
	boards := []node{}
	for _, n := range squares {
		if n.XMLName.Local == "rect" {
			boards = append(boards, n)
		} else {
			texts = append(texts, n)
		}
	}
	require.Len(t, boards, 3)
	require.Len(t, texts, 3)
	require.Len(t, shades, 2)
	for i, want := range []string{"X", "O", "?"} {
		require.Equal(t, want, texts[i].Text)
		x, y := boards[i].middle(t)
		require.InDelta(t, x, texts[i].number(t, "x"), 1)
		require.InDelta(t, y, texts[i].number(t, "y"), 1)
	}
	side := boards[0].number(t, "width")
	require.Equal(t, boards[0].number(t, "x")+2*side, boards[1].number(t, "x"))
	require.Equal(t, boards[0].number(t, "y")+side, boards[1].number(t, "y"))
	require.Equal(t, boards[0].number(t, "x")+side, boards[2].number(t, "x"))
	require.Greater(t, boards[2].number(t, "y"), boards[1].number(t, "y")+side, "the second panel is below the first")
	require.Equal(t, "shade x", shades[0].get("class"))
	require.Equal(t, "shade o", shades[1].get("class"))
	require.NotEqual(t, shades[0].get("fill"), shades[1].get("fill"))
	require.Greater(t, shades[0].number(t, "fill-opacity"), shades[1].number(t, "fill-opacity"))
	for _, n := range append(boards, shades...) {
		require.Less(t, n.number(t, "x")+side, svg.number(t, "width"))
		require.Less(t, n.number(t, "y")+side, svg.number(t, "height"))
	}
	require.Equal(t, "Who wins. 3 boards; it is open who wins on 1 of them.", svg.get("aria-label"))
}

// A file of a map has the dark colours of its shades; other drawings do without.
func TestHeatFile(t *testing.T) {
	require.Contains(t, heat().Draw().File(), ".drawing rect.shade.x { fill: #6cbcf5; }")
	require.NotContains(t, draw.Element{Name: "svg"}.File(), "shade")
}
