package theory

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// petersen returns the generalised Petersen graph P(n, k): two rings, one of which goes on by k.
func petersen(t *testing.T, n, k int, closes string) *variants.Game {
	t.Helper()
	var vertices, edges []string
	for i := range n {
		vertices = append(vertices, fmt.Sprint(2*i), fmt.Sprint(2*i+1))
	}
	seen := map[[2]int]bool{}
	for i := range n {
		for _, e := range [][2]int{{i, (i + 1) % n}, {i, n + i}, {n + i, n + (i+k)%n}} {
			e[0], e[1] = min(e[0], e[1]), max(e[0], e[1])
			seen[e] = true
		}
	}
	for a := range 2 * n {
		for b := range 2 * n {
			if seen[[2]int{a, b}] {
				edges = append(edges, fmt.Sprintf("%d-%d", a, b))
			}
		}
	}
	return testgames.Game(t, fmt.Sprintf("place graph:2x%d:%s:%s %s", n, strings.Join(vertices, ","), strings.Join(edges, ";"), closes), 2, n)
}

// The groups of Petersen graphs (Frucht, Graver & Watkins 1971). Images by them have the same nimber, and one form.
func TestAutomorphisms(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for _, c := range []struct{ n, k, group int }{
		{4, 1, 48}, {5, 1, 20}, {5, 2, 120}, {7, 2, 14}, {8, 3, 96}, {9, 2, 18}, {10, 2, 120}, {13, 5, 52}, {24, 5, 0}, {27, 2, 54},
	} {
		game := petersen(t, c.n, c.k, "all")
		s := newShapes(game)
		require.Len(t, s.graph, c.group, "P(%d,%d)", c.n, c.k)
		for i := range s.graph {
			a := &s.graph[i]
			require.Equal(t, game.Grid().All(), a.Of(game.Grid().All()))
			for cell := range 2 * c.n {
				require.Equal(t, s.near.At(a.Of(bitboard.Of(cell)).First()), a.Of(s.near.At(cell)))
			}
			if b := randomSet(r, game.Grid()); b != 0 {
				require.Equal(t, s.canonical(b), s.canonical(a.Of(b)))
			}
		}
		if c.n <= 5 {
			for range 200 {
				b := randomSet(r, game.Grid())
				nimber, ok := NewNimbers(game).Of(b)
				require.True(t, ok)
				require.Equal(t, nimberByDefinition(game.Near(), b, map[bitboard.Board]int{0: 0}), nimber)
			}
		}
	}
}

// nimberByDefinition is the least number that no move leaves.
func nimberByDefinition(near *bitboard.Near, open bitboard.Board, known map[bitboard.Board]int) int {
	if n, ok := known[open]; ok {
		return n
	}
	var left bitboard.Board
	for c := range open.Cells() {
		left = left.With(nimberByDefinition(near, open&^near.At(c).With(c), known))
	}
	known[open] = (^left).First()
	return known[open]
}

// With the symmetries of its board alone, which are two, P(20,2) has 16,226 nodes.
func TestNodesOfPetersenGraphs(t *testing.T) {
	n := NewNimbers(petersen(t, 20, 2, "all"))
	nimber, ok := n.Of(n.shapes.grid.All())
	require.True(t, ok)
	require.Equal(t, 0, nimber)
	require.Equal(t, uint64(967), n.Work)
}
