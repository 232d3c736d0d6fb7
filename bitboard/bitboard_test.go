package bitboard

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// shapes are all boards of at most MaxCells cells, 1×n, n×1 and 8×8 included.
func shapes(t *testing.T) []*Grid {
	t.Helper()
	var all []*Grid
	for rows := 1; rows <= MaxCells; rows++ {
		for cols := 1; rows*cols <= MaxCells; cols++ {
			g, err := NewGrid(rows, cols)
			require.NoError(t, err)
			all = append(all, g)
		}
	}
	return all
}

func randomBoard(r *rand.Rand, g *Grid) Board {
	b := Board(r.Uint64())
	if r.IntN(2) == 0 {
		b &= Board(r.Uint64()) // sparse as often as dense
	}
	return b & g.All()
}

// shifted is the slow statement of a step: cell by cell, by row and column.
func shifted(g *Grid, b Board, dr, dc int) Board {
	var out Board
	for c := range b.Cells() {
		if row, col := g.RowCol(c); g.Contains(row+dr, col+dc) {
			out = out.With(g.Cell(row+dr, col+dc))
		}
	}
	return out
}

func neighbourhood(g *Grid, b Board, king bool) Board {
	out := b
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if king || dr == 0 || dc == 0 {
				out |= shifted(g, b, dr, dc)
			}
		}
	}
	return out
}

// The sets drawn in the documentation of Grid.
func TestSetsAsDrawn(t *testing.T) {
	g, err := NewGrid(4, 4)
	require.NoError(t, err)
	b := Of(1, 5, 6)
	require.Equal(t, Board(0x0062), b)
	require.Equal(t, Of(2, 6, 7), g.Right(b))
	require.Equal(t, Of(0, 1, 2, 4, 5, 6, 7, 9, 10), g.DilateRook(b))
	require.Equal(t, Of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), g.DilateKing(b))
}

func TestNewGridRefusesSizes(t *testing.T) {
	for _, size := range [][2]int{{0, 4}, {4, 0}, {-1, -1}, {9, 8}, {65, 1}, {1, 65}, {math.MaxInt/2 + 1, 4}} {
		_, err := NewGrid(size[0], size[1])
		require.Error(t, err, "%v", size)
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]string{"4x5": "4x5", " 1 X 64 ": "1x64", "8×8": "8x8"} {
		rows, cols, err := ParseSize(text)
		require.NoError(t, err, text)
		require.Equal(t, want, fmt.Sprintf("%dx%d", rows, cols))
	}
	for _, g := range shapes(t) {
		rows, cols, err := ParseSize(g.String())
		require.NoError(t, err)
		require.Equal(t, [2]int{g.Rows(), g.Cols()}, [2]int{rows, cols})
	}
	for text, want := range map[string]string{
		"": "not a size", "4": "not a size", "4x": "not a size", "4xx5": "not a size", "4x5x6": "not a size", "-4x5": "not a size",
		"+4x5": "not a size", "1 2x3": "not a size", "99999999999x1": "not a size", "0x4": "at least one row", "9x8": "too large",
	} {
		_, _, err := ParseSize(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestStepsAndDilationsOnEveryShape(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, g := range shapes(t) {
		require.Equal(t, g.Size(), g.All().Count())
		for range 20 {
			b := randomBoard(r, g)
			name := fmt.Sprintf("%v %#x", g, b)
			require.Equal(t, shifted(g, b, -1, 0), g.Up(b), name)
			require.Equal(t, shifted(g, b, 1, 0), g.Down(b), name)
			require.Equal(t, shifted(g, b, 0, -1), g.Left(b), name)
			require.Equal(t, shifted(g, b, 0, 1), g.Right(b), name)
			require.Equal(t, neighbourhood(g, b, false), g.DilateRook(b), name)
			require.Equal(t, neighbourhood(g, b, true), g.DilateKing(b), name)
		}
		for c := range g.Size() {
			require.Equal(t, neighbourhood(g, Of(c), false).Without(c), g.RookAt(c))
			require.Equal(t, neighbourhood(g, Of(c), true).Without(c), g.KingAt(c))
		}
	}
}

func TestFloodAndComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, g := range shapes(t) {
		for range 10 {
			within := randomBoard(r, g)
			within |= randomBoard(r, g) // denser, so that regions are larger
			for _, king := range []bool{false, true} {
				flood, parts := g.FloodRook, g.Rook().Components
				if king {
					flood, parts = g.FloodKing, g.King().Components
				}
				checkComponents(t, g, within, king, flood, slices.Collect(parts(within)))
			}
		}
	}
}

func checkComponents(t *testing.T, g *Grid, within Board, king bool,
	flood func(Board, Board) Board, parts []Board) {
	t.Helper()
	var union Board
	last := -1
	for _, part := range parts {
		require.NotZero(t, part)
		require.Zero(t, union&part, "parts overlap")
		require.Greater(t, part.First(), last, "parts out of order")
		last = part.First()
		union |= part
		// Closed: no neighbour of the part is left outside it. Connected: a
		// search cell by cell from any of its cells finds all of it.
		require.Equal(t, part, neighbourhood(g, part, king)&within)
		for c := range part.Cells() {
			require.Equal(t, part, reach(g, c, within, king))
			require.Equal(t, part, flood(Of(c), within))
		}
	}
	require.Equal(t, within, union)
	require.Zero(t, flood(g.All()&^within, within), "a seed outside the region counts nothing")
}

// reach is the slow statement of a flood fill: depth first, cell by cell.
func reach(g *Grid, from int, within Board, king bool) Board {
	seen, stack := Of(from), []int{from}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for n := range (neighbourhood(g, Of(c), king) & within &^ seen).Cells() {
			seen, stack = seen.With(n), append(stack, n)
		}
	}
	return seen
}

func TestComponentsStopEarly(t *testing.T) {
	g, err := NewGrid(1, 5)
	require.NoError(t, err)
	for part := range g.Rook().Components(Of(0, 2, 4)) {
		require.Equal(t, Of(0), part)
		break
	}
	for c := range Of(3, 4).Cells() {
		require.Equal(t, 3, c)
		break
	}
}

// imageCell is where a symmetry takes the cell at (row, col) of a board with
// the given numbers of rows and columns.
var imageCell = map[Symmetry]func(row, col, rows, cols int) (int, int){
	Identity:         func(r, c, _, _ int) (int, int) { return r, c },
	HalfTurn:         func(r, c, rows, cols int) (int, int) { return rows - 1 - r, cols - 1 - c },
	MirrorRows:       func(r, c, rows, _ int) (int, int) { return rows - 1 - r, c },
	MirrorCols:       func(r, c, _, cols int) (int, int) { return r, cols - 1 - c },
	Transpose:        func(r, c, _, _ int) (int, int) { return c, r },
	AntiTranspose:    func(r, c, n, _ int) (int, int) { return n - 1 - c, n - 1 - r },
	QuarterTurnLeft:  func(r, c, n, _ int) (int, int) { return n - 1 - c, r },
	QuarterTurnRight: func(r, c, n, _ int) (int, int) { return c, n - 1 - r },
}

func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, g := range shapes(t) {
		symmetries := g.Symmetries()
		if g.Rows() == g.Cols() {
			require.Len(t, symmetries, 8)
		} else {
			require.Len(t, symmetries, 4)
		}
		require.Equal(t, Identity, symmetries[0])
		for _, s := range symmetries {
			for range 5 {
				b := randomBoard(r, g)
				var want Board
				for c := range b.Cells() {
					row, col := g.RowCol(c)
					row, col = imageCell[s](row, col, g.Rows(), g.Cols())
					want = want.With(g.Cell(row, col))
				}
				require.Equal(t, want, g.Image(s, b), "%v symmetry %d of %#x", g, s, b)
				for _, u := range g.Symmetries() {
					require.Equal(t, g.Image(u, g.Image(s, b)), g.Image(s.Then(u), b))
				}
				require.Equal(t, b, g.Image(s.Inverse(), g.Image(s, b)))
				require.Equal(t, g.Image(s, g.DilateKing(b)), g.DilateKing(g.Image(s, b)))
				require.Equal(t, g.Image(s, g.DilateRook(b)), g.DilateRook(g.Image(s, b)))
			}
		}
	}
}

func TestBoardSets(t *testing.T) {
	b := Of(0, 5, 63)
	require.Equal(t, 3, b.Count())
	require.True(t, b.Has(63))
	require.False(t, b.Has(1))
	require.Equal(t, Of(5, 63), b.Rest())
	require.Equal(t, b, b.With(1).Without(1))
	require.Equal(t, MaxCells, Board(0).First())
	require.Equal(t, []int{0, 5, 63}, slices.Collect(b.Cells()))
}

func TestNothingAllocates(t *testing.T) {
	g, err := NewGrid(7, 7)
	require.NoError(t, err)
	var sink int
	require.Zero(t, testing.AllocsPerRun(100, func() {
		b := g.FloodRook(Of(24), g.All().Without(25))
		for _, s := range [...]Symmetry{HalfTurn, MirrorRows, QuarterTurnLeft} {
			b = g.Image(s, b)
		}
		for c := range b.Cells() {
			sink += c
		}
		for part := range g.King().Components(b) {
			sink += part.Count()
		}
	}))
}
