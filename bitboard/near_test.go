package bitboard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

var knight = []Offset{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}

// What tables compute of a neighbourhood is what shifts compute.
func TestTablesAndShifts(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 3000 {
		rows := 1 + r.IntN(8)
		g, err := NewGrid(rows, 1+r.IntN(MaxCells/rows))
		require.NoError(t, err)
		half := []Offset{{g.Rows() / 2, 0}, {-g.Rows() / 2, 0}}
		for _, n := range []*Near{g.Rook(), g.King(), g.Leaps(knight, Plane), g.Leaps(knight, Cylinder), g.Leaps(half, Torus)} {
			table := *n
			table.both, table.back, table.shifts = &table, &table, nil
			if table.choose(); r.IntN(2) == 0 {
				table.steps, table.knight = byTable, false
			}
			a, b, c := Board(r.Uint64())&g.all, Board(r.Uint64()&r.Uint64())&g.all, Board(r.Uint64())&g.all
			require.Equal(t, n.Dilate(b), table.Dilate(b))
			require.Equal(t, n.Flood(b, a), table.Flood(b, a))
			require.Equal(t, n.Pairs(a), table.Pairs(a))
			require.Equal(t, n.Most(), table.Most())
			require.Equal(t, n.Symmetries(), table.Symmetries())
			var parts, others []Board
			for part := range n.Components(a) {
				parts = append(parts, part)
			}
			for part := range table.Components(a) {
				others = append(others, part)
			}
			require.Equal(t, parts, others)
			x, y := b&-b, c&-c
			if x != y {
				mine, yours := n.Race(x, y, a)
				otherMine, otherYours := table.Race(x, y, a)
				require.Equal(t, [2]Board{mine, yours}, [2]Board{otherMine, otherYours}, "%v", g)
			}
		}
	}
}

// A neighbourhood knows the other way round, and what is near in either.
func TestOneWay(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 1000 {
		g, err := NewGrid(1+r.IntN(6), 1+r.IntN(6))
		require.NoError(t, err)
		n := NewNear(g, func(int) Board { return Board(r.Uint64() & r.Uint64()) })
		symmetric := true
		for a := range g.Size() {
			require.False(t, n.At(a).Has(a))
			require.Zero(t, n.At(a)&^g.all)
			for b := range g.Size() {
				require.Equal(t, n.At(a).Has(b), n.Back().At(b).Has(a))
				require.Equal(t, n.At(a).Has(b) || n.At(b).Has(a), n.Both().At(a).Has(b))
				symmetric = symmetric && n.At(a).Has(b) == n.At(b).Has(a)
			}
		}
		require.Equal(t, symmetric, n.Symmetric())
		for _, b := range []Board{g.all, Board(r.Uint64()) & g.all, 1} {
			union := Board(0)
			for c := range b.Cells() {
				union |= n.At(c)
			}
			require.Equal(t, union, n.Of(b))
		}
		require.Equal(t, n, n.Back().Back())
		require.True(t, n.Both().Symmetric())
	}
}

// A neighbourhood of offsets is a shift for each, and others where edges are joined; near cells of a set are
// the same cell by cell.
func TestShiftsOfOffsets(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for _, c := range []struct {
		offsets []Offset
		wrap    Wrap
		shifts  int
	}{{knight, Plane, 8}, {knight, Cylinder, 16}, {knight, Torus, 0}, {[]Offset{{0, 1}, {1, -1}}, Torus, 5}} {
		g, err := NewGrid(7, 8)
		require.NoError(t, err)
		n := g.Leaps(c.offsets, c.wrap)
		require.Len(t, n.shifts, c.shifts)
		for range 1000 {
			b, union := Board(r.Uint64())&g.all, Board(0)
			for c := range b.Cells() {
				union |= n.At(c)
			}
			require.Equal(t, union, n.Of(b))
		}
	}
}

// A cell on a joined edge has the neighbours across it, and lines go round until they return.
func TestJoinedEdges(t *testing.T) {
	g, err := NewGrid(3, 4)
	require.NoError(t, err)
	right, down := []Offset{{Cols: 1}}, []Offset{{Rows: 1}}
	require.Equal(t, Board(0), g.Leaps(right, Plane).At(3))
	require.Equal(t, Of(0), g.Leaps(right, Cylinder).At(3))
	require.Equal(t, Board(0), g.Leaps(down, Cylinder).At(8))
	require.Equal(t, Of(0), g.Leaps(down, Torus).At(8))
	require.Equal(t, Of(2)|Of(3), g.Lines(right, Plane).At(1))
	require.Equal(t, Of(0)|Of(2)|Of(3), g.Lines(right, Torus).At(1))
	// On a torus of 3×4 a diagonal comes through every cell.
	require.Equal(t, g.all.Without(0), g.Lines([]Offset{{Rows: 1, Cols: 1}}, Torus).At(0))
	same := NewNear(g, g.King().At)
	require.Same(t, g.King(), same)
}
