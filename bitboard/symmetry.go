package bitboard

import "math/bits"

// Symmetry is a rearrangement of the cells of a rectangle that preserves adjacency. The half
// turn and the two mirrors fit every rectangle; the other four, which exchange rows and columns,
// fit squares only.
//
// The value consists of three steps, each a bit, taken in this order: transpose (4), mirror the
// rows (2), half turn (1).
type Symmetry uint8

// The symmetries of a rectangle, then those that only a square has, each with its image of the
// square "1 2 / 3 4".
const (
	Identity         Symmetry = iota // 1 2 / 3 4
	HalfTurn                         // 4 3 / 2 1
	MirrorRows                       // 3 4 / 1 2: top and bottom exchanged
	MirrorCols                       // 2 1 / 4 3: left and right exchanged
	Transpose                        // 1 3 / 2 4: mirrored at the main diagonal
	AntiTranspose                    // 4 2 / 3 1: mirrored at the other diagonal
	QuarterTurnLeft                  // 2 4 / 1 3: counter-clockwise
	QuarterTurnRight                 // 3 1 / 4 2: clockwise
)

const (
	halfTurnStep   = HalfTurn
	mirrorRowsStep = MirrorRows
	transposeStep  = Transpose
)

// Symmetries returns the symmetries of the grid, the identity first: eight on a square, four on
// any other rectangle. On boards one cell wide some of them coincide.
func (g *Grid) Symmetries() []Symmetry {
	all := []Symmetry{
		Identity, HalfTurn, MirrorRows, MirrorCols,
		Transpose, AntiTranspose, QuarterTurnLeft, QuarterTurnRight,
	}
	if g.rows != g.cols {
		return all[:4]
	}
	return all
}

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case QuarterTurnLeft:
		return QuarterTurnRight
	case QuarterTurnRight:
		return QuarterTurnLeft
	}
	return s
}

// Image returns b rearranged by s, which must be one of g.Symmetries().
func (g *Grid) Image(s Symmetry, b Board) Board {
	if b == 0 {
		return 0
	}
	if s&transposeStep != 0 {
		b = g.transpose(b)
	}
	if s&mirrorRowsStep != 0 {
		b = g.mirrorRows(b)
	}
	if s&halfTurnStep != 0 {
		b = Board(bits.Reverse64(uint64(b)) >> (MaxCells - g.Size()))
	}
	return b
}

// mirrorRows exchanges top and bottom, two rows at a time.
func (g *Grid) mirrorRows(b Board) (image Board) {
	upper := ^Board(0) >> (MaxCells - g.cols)
	for shift := (g.rows - 1) * g.cols; shift > 0; shift -= 2 * g.cols {
		image |= b&upper<<shift | b>>shift&upper
		upper <<= g.cols
	}
	if g.rows%2 != 0 {
		image |= b & upper
	}
	return image
}

// transpose exchanges rows and columns of a square. Cell (r, c) moves by (c-r)·(n-1) bits, so
// all cells of a diagonal move by the same number; a diagonal is every (n+1)-th bit.
func (g *Grid) transpose(b Board) Board {
	n := g.cols
	var image, diagonal Board
	for c := 0; c < n*n; c += n + 1 {
		diagonal = diagonal.With(c)
	}
	image = b & diagonal
	for d := 1; d < n; d++ {
		diagonal = g.Right(diagonal) // (r, r+d)
		shift := d * (n - 1)
		image |= b & diagonal << shift
		image |= b >> shift & diagonal
	}
	return image
}
