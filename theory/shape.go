package theory

import (
	"math/bits"

	"gridlock/bitboard"
)

// shapes brings sets of cells into a form that all sets of the same shape share: translations,
// and images under the symmetries of the plane. Neighbours stay neighbours, so what holds for
// one of them holds for all.
//
// If the board fits into 8×8, sets are kept on such a grid: there every symmetry takes a few
// instructions and no loop, and all eight of them can be used. Other boards are laid on their
// long side, and use the four symmetries of a rectangle.
type shapes struct {
	board  *bitboard.Grid // where sets come from
	grid   *bitboard.Grid // where they are kept
	column bitboard.Board // the first column of that grid
	square bool           // that grid is 8×8
}

const side = 8 // of the square

func newShapes(board *bitboard.Grid) *shapes {
	rows, cols := min(board.Rows(), board.Cols()), max(board.Rows(), board.Cols())
	s := &shapes{board: board, square: cols <= side}
	if s.square {
		rows, cols = side, side
	}
	grid, err := bitboard.NewGrid(rows, cols)
	if err != nil {
		panic("theory: " + err.Error()) // it has as many cells as a board, or 64
	}
	s.grid = grid
	for row := range rows {
		s.column = s.column.With(grid.Cell(row, 0))
	}
	return s
}

// place takes a set from the board to the grid where it is kept.
func (s *shapes) place(b bitboard.Board) bitboard.Board {
	var placed bitboard.Board
	for c := range b.Cells() {
		row, col := s.board.RowCol(c)
		if s.board.Rows() > s.board.Cols() {
			row, col = col, row
		}
		placed = placed.With(s.grid.Cell(row, col))
	}
	return placed
}

// closed returns a cell and its king neighbours: the cells that a move there removes.
func (s *shapes) closed(c int) bitboard.Board { return s.grid.KingAt(c) | bitboard.Of(c) }

// canonical returns the least set of the shape of b, which must not be empty, among those at the
// top left.
func (s *shapes) canonical(b bitboard.Board) bitboard.Board {
	if s.square {
		turned := transpose(b)
		return min(s.topLeft(b), s.topLeft(mirrorRows(b)), s.topLeft(mirrorCols(b)), s.topLeft(halfTurn(b)),
			s.topLeft(turned), s.topLeft(mirrorRows(turned)), s.topLeft(mirrorCols(turned)), s.topLeft(halfTurn(turned)))
	}
	mirrored, turned := s.grid.Image(bitboard.MirrorRows, b), s.grid.Image(bitboard.HalfTurn, b)
	return min(s.topLeft(b), s.topLeft(mirrored), s.topLeft(turned), s.topLeft(s.grid.Image(bitboard.MirrorRows, turned)))
}

// canonicalPair does the same for two sets, the sides of duel. swapped reports that exchanging
// them gives lesser images, the least of which is returned instead; self, that it gives the same
// images.
func (s *shapes) canonicalPair(p pair) (least pair, swapped, self bool) {
	var images [8]pair
	n := s.images(p, &images)
	least = pair{^bitboard.Board(0), ^bitboard.Board(0)}
	other := least
	for _, q := range images[:n] {
		room := s.room(q.a | q.b)
		a, b := q.a>>room, q.b>>room
		if q = (pair{a, b}); q.less(least) {
			least = q
		}
		if q = (pair{b, a}); q.less(other) {
			other = q
		}
	}
	if other.less(least) {
		return other, true, false
	}
	return least, false, other == least
}

// images fills all with the images of a pair and returns their number: itself, with top and bottom
// exchanged, half turned, with left and right exchanged, and on 8×8 the transposes of these.
func (s *shapes) images(p pair, all *[8]pair) int {
	if !s.square {
		for i, sym := range [...]bitboard.Symmetry{bitboard.Identity, bitboard.MirrorRows, bitboard.HalfTurn, bitboard.MirrorCols} {
			all[i] = pair{s.grid.Image(sym, p.a), s.grid.Image(sym, p.b)}
		}
		return 4
	}
	all[0], all[4] = p, pair{transpose(p.a), transpose(p.b)}
	for i := 0; i < 8; i += 4 {
		q := all[i]
		all[i+1] = pair{mirrorRows(q.a), mirrorRows(q.b)}
		all[i+2] = pair{halfTurn(q.a), halfTurn(q.b)}
		all[i+3] = pair{mirrorRows(all[i+2].a), mirrorRows(all[i+2].b)}
	}
	return 8
}

// topLeft moves a set, which must not be empty, as far up and left as it goes.
func (s *shapes) topLeft(b bitboard.Board) bitboard.Board { return b >> s.room(b) }

// room returns the number of bits by which a set can be shifted up and left.
func (s *shapes) room(b bitboard.Board) int {
	if s.square {
		up := b.First() &^ (side - 1)
		b |= b >> 32
		b |= b >> 16
		b |= b >> 8
		return up + bits.TrailingZeros8(uint8(b))
	}
	room := b.First() / s.grid.Cols() * s.grid.Cols()
	for b >>= room; b&s.column == 0; b >>= 1 {
		room++
	}
	return room
}

// The symmetries of 8×8: a row is a byte.

func mirrorRows(b bitboard.Board) bitboard.Board {
	return bitboard.Board(bits.ReverseBytes64(uint64(b)))
}

func halfTurn(b bitboard.Board) bitboard.Board { return bitboard.Board(bits.Reverse64(uint64(b))) }

func mirrorCols(b bitboard.Board) bitboard.Board { return mirrorRows(halfTurn(b)) }

// transpose exchanges rows and columns of ever larger blocks (Warren, Hacker's
// Delight, section 7-3).
func transpose(b bitboard.Board) bitboard.Board {
	t := (b ^ b>>7) & 0x00aa00aa00aa00aa
	b ^= t ^ t<<7
	t = (b ^ b>>14) & 0x0000cccc0000cccc
	b ^= t ^ t<<14
	t = (b ^ b>>28) & 0x00000000f0f0f0f0
	return b ^ t ^ t<<28
}
