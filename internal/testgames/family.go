package testgames

import (
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Family draws a game of the family: any kind, neighbourhood and shape, with a board of 2 to maxCells cells.
func Family(t *rapid.T, maxCells int) variants.Variant {
	v, err := variants.Lookup(FamilyOf(t, maxCells).String())
	require.NoError(t, err)
	return v
}

// LikeSnort draws a game of the family in which a mark closes cells to the opponent, often on one side of it only.
func LikeSnort(t *rapid.T, maxCells int) variants.Variant {
	f := FamilyOf(t, maxCells)
	f.Kind, f.Close, f.Block, f.Ends = variants.Place, variants.CloseOther, false, false
	if f.Graph == nil && rapid.Bool().Draw(t, "one-sided") {
		f.Near = variants.ByOffsets
		f.Offsets = []bitboard.Offset{{Rows: rapid.IntRange(0, 2).Draw(t, "down"), Cols: rapid.IntRange(1, 2).Draw(t, "right")}}
	}
	v, err := variants.Lookup(f.String())
	require.NoError(t, err)
	return v
}

// FamilyOf is [Family] as a value.
func FamilyOf(t *rapid.T, maxCells int) (f variants.Family) {
	f.Kind = rapid.SampledFrom([]variants.Kind{variants.Place, variants.Follow, variants.Walk}).Draw(t, "kind")
	last := variants.ByGraph
	near := rapid.SampledFrom([]variants.Near{variants.Rook, variants.King, variants.Bishop, variants.Knight, variants.Hex,
		variants.ByOffsets, variants.Queen, last}).Draw(t, "near")
	if near == variants.Queen {
		f.Kind = variants.Place
	}
	f.Near = near
	switch f.Kind {
	case variants.Place:
		f.Close = variants.Close(rapid.IntRange(0, int(variants.CloseAll)).Draw(t, "close"))
	case variants.Walk:
		f.Block = rapid.Bool().Draw(t, "block")
		f.Ends = f.Block || rapid.Bool().Draw(t, "ends")
	}
	switch near {
	case variants.ByOffsets:
		f.Offsets = offsets(t, f.Block)
	case variants.ByGraph:
		f.Rows = rapid.IntRange(1, maxCells/2).Draw(t, "rows")
		f.Cols = rapid.IntRange(2, max(2, maxCells/f.Rows)).Draw(t, "columns")
		f.Graph = graph(t, f)
		return f
	}
	f.Wrap = bitboard.Wrap(rapid.IntRange(0, int(bitboard.Torus)).Draw(t, "wrap"))
	return f
}

// offsets draws offsets, each with its opposite if they have to be symmetric.
func offsets(t *rapid.T, symmetric bool) (all []bitboard.Offset) {
	for range rapid.IntRange(1, 4).Draw(t, "offsets") {
		o := bitboard.Offset{Rows: rapid.IntRange(-2, 2).Draw(t, "down"), Cols: rapid.IntRange(-2, 2).Draw(t, "right")}
		if o == (bitboard.Offset{}) {
			o.Cols = 1
		}
		all = append(all, o)
		if symmetric {
			all = append(all, bitboard.Offset{Rows: -o.Rows, Cols: -o.Cols})
		}
	}
	slices.SortFunc(all, func(a, b bitboard.Offset) int { return 200*(a.Rows-b.Rows) + a.Cols - b.Cols })
	return slices.Compact(all)
}

// graph draws a graph on the board of a game. The cells where markers start are vertices.
func graph(t *rapid.T, f variants.Family) *variants.Graph {
	g := &variants.Graph{}
	mostEdges := bitboard.MaxCells
	if f.Block {
		mostEdges = 8
	}
	size := f.Rows * f.Cols
	for c := range size {
		if rapid.IntRange(0, 3).Draw(t, "vertex") > 0 {
			g.Vertices = g.Vertices.With(c)
		}
	}
	middle := f.Rows / 2 * f.Cols
	g.Vertices = g.Vertices.With(middle).With(middle + f.Cols - 1)
	chance := rapid.IntRange(0, 9).Draw(t, "chance of an edge")
	var degree [bitboard.MaxCells]int
	for a := range g.Vertices.Cells() {
		for b := range g.Vertices.Cells() {
			if a < b && degree[a] < mostEdges && degree[b] < mostEdges && rapid.IntRange(0, 9).Draw(t, "edge") < chance {
				degree[a]++
				degree[b]++
				g.Edges = append(g.Edges, [2]int{a, b})
			}
		}
	}
	return g
}
