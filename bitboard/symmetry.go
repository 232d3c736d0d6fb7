package bitboard

import "math/bits"

// Symmetry is a rearrangement of the cells of a rectangle that preserves adjacency. The half
// turn and the two mirrors fit every rectangle; the other four, which exchange rows and columns,
// fit squares only.
//
// The value consists of three steps, each a bit, taken in this order: transpose (4), mirror the
// rows (2), half turn (1).
type Symmetry uint8

// The symmetries of a rectangle, then the four that only a square has. The comments show the image of the square "1 2 /
// 3 4".
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

// Then returns the symmetry that takes the steps of s and then the steps of t.
func (s Symmetry) Then(t Symmetry) Symmetry {
	both := s ^ t
	if s&mirrorRowsStep != 0 && t&transposeStep != 0 {
		both ^= halfTurnStep // transposing turns mirrored rows into mirrored columns
	}
	return both
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
	if g.cols == 8 {
		return Board(bits.ReverseBytes64(uint64(b)) >> (MaxCells - g.Size()))
	}
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
// all cells of a diagonal move by the same number.
func (g *Grid) transpose(b Board) Board {
	if g.cols == 8 {
		return b.Transpose8()
	}
	image := b & g.diagonals[0]
	for d, diagonal := range g.diagonals[1:g.cols] {
		shift := uint((d+1)*(g.cols-1)) % MaxCells
		image |= b&diagonal<<shift | b>>shift&diagonal
	}
	return image
}

// Transpose8 returns a set of cells of 8×8 with rows and columns exchanged. It exchanges ever larger blocks (Warren,
// Hacker's Delight, section 7-3).
func (b Board) Transpose8() Board {
	t := (b ^ b>>7) & 0x00aa00aa00aa00aa
	b ^= t ^ t<<7
	t = (b ^ b>>14) & 0x0000cccc0000cccc
	b ^= t ^ t<<14
	t = (b ^ b>>28) & 0x00000000f0f0f0f0
	return b ^ t ^ t<<28
}
