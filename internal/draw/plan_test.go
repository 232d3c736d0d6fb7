package draw_test

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/draw"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// graphGame is a game on a graph, of whose edges one is bent around a vertex.
const graphGame = "place graph:3x3:0,1,2,3,5,6,7,8:0-1;0-2;0-3;0-8;1-3;2-5;6-7 own"

// drawn returns a picture of a position of a game with the names of the cells.
func drawn(t testing.TB, variant, position string) (n node, p variants.Position) {
	t.Helper()
	p = testgames.Parse(t, variant, position)
	text := draw.Look{Labels: draw.Numbers}.Picture(analysis.Position{Position: p}, nil)
	require.NoError(t, xml.Unmarshal([]byte(text), &n))
	return n, p
}

// named returns the texts of a class by what they say, each once.
func (n node) named(t testing.TB, class string) map[string]node {
	t.Helper()
	all := map[string]node{}
	for _, child := range n.with(class) {
		if child.XMLName.Local == "text" {
			require.NotContains(t, all, child.Text)
			all[child.Text] = child
		}
	}
	return all
}

// Two hexagons touch if and only if their cells are near each other, and the picture holds all.
func TestHexagons(t *testing.T) {
	n, p := drawn(t, "follow hex", "4/4/4 x")
	texts := n.named(t, "number")
	require.Len(t, texts, 12)
	require.Len(t, n.with("cell"), 12)
	for a := range 12 {
		for b := range 12 {
			from, to := texts[p.Game().CellText(a)], texts[p.Game().CellText(b)]
			apart := math.Hypot(from.number(t, "x")-to.number(t, "x"), from.number(t, "y")-to.number(t, "y"))
			require.Equal(t, p.Game().Near().At(a).Has(b), a != b && apart < 50, "%d %d: %v", a, b, apart)
		}
	}
	last := texts["12"]
	require.Greater(t, n.number(t, "width"), last.number(t, "x")+24)
	require.Greater(t, n.number(t, "height"), last.number(t, "y")+28)
}

// A graph has its vertices and its edges, and no edge runs through another vertex.
func TestGraph(t *testing.T) {
	n, p := drawn(t, graphGame, "3/1#1/3 x")
	require.Len(t, n.with("cell"), 8)
	require.Empty(t, n.with("gone"))
	edges := n.with("edge")
	require.Len(t, edges, len(p.Game().Variant().Family().Graph.Edges))
	texts := n.named(t, "number")
	for i, e := range p.Game().Variant().Family().Graph.Edges {
		points := strings.FieldsFunc(edges[i].get("d"), func(r rune) bool { return strings.ContainsRune("MLQ ", r) })
		from, to := texts[p.Game().CellText(e[0])], texts[p.Game().CellText(e[1])]
		require.Equal(t, []string{from.get("x"), from.get("y")}, points[:2])
		require.Equal(t, []string{to.get("x"), to.get("y")}, points[len(points)-2:])
		require.Equal(t, e == [2]int{0, 2}, len(points) == 6, "%v: from 0 to 8 no vertex is in the way", e)
		if len(points) == 6 {
			y, err := strconv.ParseFloat(points[3], 64)
			require.NoError(t, err)
			require.Greater(t, math.Abs(y-from.number(t, "y"))/2, 19.0, "the curve keeps away from the vertex")
		}
	}
	n, _ = drawn(t, graphGame, "2#/1#1/3 x")
	require.Len(t, n.with("gone"), 1, "a vertex that is a hole")
}

// Across each joined edge lie the cells that are near those on this side, small, with what they hold.
func TestGhosts(t *testing.T) {
	for variant, want := range map[string]int{
		"place rook all": 0, "walk rook cylinder": 2 * 3, "walk rook torus": 2*3 + 2*4, "walk king torus": 2*3 + 2*4 + 4, "walk hex torus": 2*3 + 2*4 + 2,
	} {
		n, p := drawn(t, variant, "4/4/4 x")
		ghosts, texts := n.with("ghost"), n.named(t, "number")
		require.Len(t, ghosts, 2*want, variant)
		for _, g := range ghosts {
			if g.XMLName.Local != "text" {
				continue
			}
			at, err := strconv.Atoi(g.Text)
			require.NoError(t, err)
			nearest, apart := 0, math.Inf(1)
			for c := range 12 {
				cell := texts[p.Game().CellText(c)]
				if d := math.Hypot(g.number(t, "x")-cell.number(t, "x"), g.number(t, "y")-cell.number(t, "y")); d < apart {
					nearest, apart = c, d
				}
			}
			require.True(t, p.Game().Near().At(nearest).Has(at-1), "%s: %d beside %d", variant, at, nearest+1)
			for _, side := range []string{"x", "y"} {
				require.Greater(t, g.number(t, side), 10.0)
				require.Less(t, g.number(t, side), n.number(t, map[string]string{"x": "width", "y": "height"}[side])-10)
			}
		}
	}
	n, _ := drawn(t, "walk rook torus", "X3/4/3O x")
	require.Len(t, n.with("only"), 4, "each marker is seen across two edges")
}

// An arrow over a joined edge leads to what lies across it, and to the cell itself.
func TestArrowsOverEdges(t *testing.T) {
	p := testgames.Parse(t, "walk rook torus", "X3/4/3O x")
	for move, beyond := range map[string]bool{"2": false, "4": true, "5": false, "9": true} {
		m, err := p.ParseMove(move)
		require.NoError(t, err)
		var n node
		require.NoError(t, xml.Unmarshal([]byte(draw.Look{}.Picture(analysis.Position{Position: p}, draw.Arrows(p, []variants.Move{m}))), &n))
		require.Len(t, n.with("head"), 1)
		require.Len(t, n.with("arrow"), map[bool]int{false: 1, true: 2}[beyond], move)
	}
}

// A small mark is in the cells that one player alone can take, a dash in those that nobody can.
func TestClosedCells(t *testing.T) {
	for variant, position := range map[string]string{
		variants.Duel: ".X../...O/.#../.... x", "place rook other": "X3/4/4/2O1 x", "place hex own torus": "X3/4/1O2/4 o", "place king all": "X3/4/4/3O x",
	} {
		n, p := drawn(t, variant, position)
		closed := [2]variants.Board{p.Closed(variants.X), p.Closed(variants.O)}
		marks := map[string]int{}
		for _, mark := range n.with("only") {
			marks[mark.get("class")]++
		}
		ghosts := 0 // of marks, in which the small ones are, too
		if strings.Contains(variant, "torus") {
			ghosts = 2 // of X in the corner, across two sides
		}
		require.Equal(t, (closed[1]&^closed[0]).Count()+ghosts, marks["mark x only"], variant)
		require.Equal(t, (closed[0] &^ closed[1]).Count(), marks["mark o only"], variant)
		require.Len(t, n.with("dash"), (closed[0] & closed[1]).Count(), variant)
	}
}
