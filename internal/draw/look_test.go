package draw_test

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/draw"
	"gridlock/variants"
)

// looks returns every look there is.
func looks() (all []draw.Look) {
	for _, labels := range []draw.Labels{draw.Values, draw.Numbers, draw.NoLabels} {
		for _, theme := range []draw.Theme{draw.Auto, draw.Light, draw.Dark, draw.Print} {
			all = append(all, draw.Look{Labels: labels, Theme: theme}, draw.Look{Labels: labels, Theme: theme, Width: 640})
		}
	}
	return all
}

// read returns the elements of a picture.
func read(t testing.TB, text string) (n node) {
	t.Helper()
	require.True(t, strings.HasPrefix(text, `<svg xmlns="http://www.w3.org/2000/svg" class="drawing board" `), "the guard of --svg knows it")
	require.NoError(t, xml.Unmarshal([]byte(text), &n))
	return n
}

// A picture without values does not give them away, neither to the eye nor in words; its cells
// have their names or nothing. With values it has all of them.
func TestLabels(t *testing.T) {
	for id, text := range map[string]string{
		variants.Classic: "..../.oX./..../.#.. o", variants.Duel: ".X../...O/.#../.... x", variants.Lockdown: ".xX./..../.oO./...# x",
		variants.Claim: "X.../..../..../..#. o", variants.Blockade: "..../..#O/.X#./.... x",
	} {
		a := analysed(t, id, text, 0)
		values, labels := regexp.MustCompile(`\b[WL]\d|wins|loses`), map[draw.Labels][]string{}
		for _, look := range looks() {
			picture := look.Picture(a, nil)
			n := read(t, picture)
			require.Equal(t, look.Labels == draw.Values, values.MatchString(picture), "%s %v", id, look)
			require.Equal(t, look.Theme == draw.Auto, strings.Contains(picture, "<style>"), "%s %v", id, look)
			require.Equal(t, look.Theme != draw.Auto, len(n.with("paper")) == 1, "%s %v", id, look)
			if look.Width != 0 {
				require.Equal(t, 640.0, n.number(t, "width"))
				require.Greater(t, n.number(t, "height"), 600.0)
			}
			var texts []string
			for _, child := range n.Nodes {
				if child.XMLName.Local == "text" {
					texts = append(texts, child.Text)
				}
			}
			labels[look.Labels] = texts
		}
		require.Empty(t, labels[draw.NoLabels])
		free := a.Position.Empty() &^ (a.Position.Closed(variants.X) & a.Position.Closed(variants.O))
		require.Len(t, labels[draw.Numbers], free.Count(), id)
		for c := range free.Cells() {
			require.Contains(t, labels[draw.Numbers], a.Position.Game().CellText(c), id)
		}
		for _, m := range a.Cells() {
			require.Contains(t, labels[draw.Values], m.Glyph(), id)
		}
	}
}

// A printed picture is black, grey and white; the others have colours.
func TestPrintIsGrey(t *testing.T) {
	a := analysed(t, variants.Lockdown, ".xX./..../.oO./...# x", 0)
	for _, look := range looks() {
		coloured := false
		for _, hex := range regexp.MustCompile(`#[0-9a-f]{6}`).FindAllString(look.Picture(a, draw.Arrows(a.Position, a.Moves[0].Line())), -1) {
			coloured = coloured || hex[1:3] != hex[3:5] || hex[3:5] != hex[5:7]
		}
		require.Equal(t, look.Theme != draw.Print, coloured, look)
	}
}

// Arrows lead from cell to cell, frames stand around marks that are placed, what is blocked has
// a broken frame, and moves of a line have their numbers in the cells that they are about.
func TestArrows(t *testing.T) {
	for id, text := range map[string]string{
		variants.Classic: "..../.oX./..../.#.. o", variants.Duel: ".X../...O/.#../.... x", variants.Lockdown: ".xX./..../.oO./...# x",
		variants.Claim: "X.../..../..../..#. o", variants.Blockade: "..../..#O/.X#./.... x",
	} {
		a := analysed(t, id, text, 0)
		for _, line := range [][]variants.Move{{a.Moves[0].Move}, a.Moves[0].Line()} {
			arrows := draw.Arrows(a.Position, line)
			n := read(t, draw.Look{Labels: draw.NoLabels}.Picture(a, arrows))
			require.Contains(t, n.get("aria-label"), " Arrows: "+a.Position.Side().String()+" "+a.Position.MoveText(line[0]))
			var discs []node
			heads, frames, broken := n.with("head"), n.with("arrow"), n.with("blocked")
			for _, d := range n.with("disc") {
				if d.XMLName.Local == "text" {
					discs = append(discs, d)
				}
			}
			steps, blocks, count := 0, 0, 0
			for i, arrow := range arrows {
				require.Equal(t, i+1, max(1, arrow.Number))
				if arrow.From >= 0 {
					steps++
				}
				count++
				if arrow.Block >= 0 {
					blocks++
					count++
				}
			}
			require.Len(t, heads, steps, id)
			require.Len(t, broken, blocks, id)
			require.Len(t, frames, len(arrows)+blocks, "%s: shafts and frames", id)
			if len(line) == 1 {
				require.Empty(t, discs, id)
				continue
			}
			require.Len(t, discs, count, id)
			for i, arrow := range arrows {
				row, col := a.Position.Game().Grid().RowCol(arrow.To)
				found := false
				for _, d := range discs {
					near := math.Abs(d.number(t, "x")-float64(3+48*col+24)) < 24 && math.Abs(d.number(t, "y")-float64(3+48*row+24)) < 24
					found = found || near && d.Text == fmt.Sprint(i+1)
				}
				require.True(t, found, "%s: number %d", id, i+1)
			}
		}
	}
}
