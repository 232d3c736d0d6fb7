package theory

import (
	"math/bits"
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// shapes brings sets of cells into a form that all sets of the same shape share. On the plane a shape has all
// translations, and images under the symmetries of the plane that keep the neighbourhood. Elsewhere it has the images
// under the symmetries of the game and, on a cylinder, translations up and down, as in proof.Splitter. Neighbours stay
// neighbours, so results for one set hold for all.
//
// If a board of the plane fits into 8×8, sets are kept on such a grid: there every symmetry takes a few
// instructions and no loop, and all eight of them can be used. Other boards are laid on their long
// side, if the neighbourhood allows that, and use the symmetries of a rectangle.
type shapes struct {
	board      *bitboard.Grid           // the grid of the sets that are given
	grid       *bitboard.Grid           // the grid on which they are kept
	near       *bitboard.Near           // the cells on that grid that a move there closes, besides its own
	symmetries []bitboard.Symmetry      // the symmetries in the order of images
	moves      bool                     // translations keep the neighbourhood
	up, left   bool                     // translations up, or to the left, do
	turned     bool                     // sets are kept with rows and columns exchanged
	row        bitboard.Board           // the cells of the first row of the grid
	start      [bitboard.MaxCells]uint8 // the first cell of the row of a cell
	square     bool                     // the grid is 8×8, and translations keep the neighbourhood
	four       bool                     // so do all symmetries of a rectangle, and translations
	eight      bool                     // and all eight symmetries of a square
	graph      []Automorphism           // of a graph
	king       bool                     // near is a king's on the plane
}

const side = 8 // of the square

func newShapes(game *variants.Game) *shapes {
	board, f := game.Grid(), game.Variant().Family()
	s := &shapes{board: board, moves: f.Wrap == bitboard.Plane && f.Graph == nil}
	kept := game
	if s.moves {
		rows, cols := board.Rows(), board.Cols()
		if s.turned = rows > cols && f.Near != variants.ByOffsets; s.turned {
			rows, cols = cols, rows
		}
		if s.square = max(rows, cols) <= side; s.square {
			rows, cols = side, side
		}
		var err error
		if kept, err = game.Variant().NewGame(rows, cols); err != nil {
			panic("theory: " + err.Error()) // the size is valid, and the rules are for any board
		}
		if f.Near == variants.ByOffsets && !containsAll(kept.Symmetries(), game.Symmetries()) {
			kept, s.square = game, false // some offsets lead off the board from each of its cells
		}
	}
	s.grid, s.near, s.symmetries = kept.Grid(), closing(kept), kept.Symmetries()
	s.up = f.Wrap != bitboard.Torus && f.Graph == nil
	s.left = s.moves || s.up && slices.Max(s.symmetries) >= bitboard.Transpose // rows are as columns
	s.king = s.near == s.grid.King()
	if f.Graph != nil {
		s.graph = moreThanSymmetries(kept, s.near)
	}
	s.eight = s.square && len(s.symmetries) == len(ofSquare)
	if s.four = s.moves && (s.eight || len(s.symmetries) == 4) && containsAll(s.symmetries, ofSquare[:4]); s.four {
		s.symmetries = ofSquare[:len(s.symmetries)]
	}
	s.row = ^bitboard.Board(0) >> (bitboard.MaxCells - uint(s.grid.Cols()))
	for c := range s.start {
		s.start[c] = uint8(c / s.grid.Cols() * s.grid.Cols())
	}
	return s
}

// containsAll reports whether the symmetries of one board include all symmetries of another one.
func containsAll(all, some []bitboard.Symmetry) bool {
	return !slices.ContainsFunc(some, func(sym bitboard.Symmetry) bool { return !slices.Contains(all, sym) })
}

// ofSquare are the symmetries of a square in the order of [shapes.images]: the transpose of one of the
// first four comes four after it.
var ofSquare = []bitboard.Symmetry{
	bitboard.Identity, bitboard.MirrorRows, bitboard.HalfTurn, bitboard.MirrorCols,
	bitboard.Transpose, bitboard.QuarterTurnLeft, bitboard.AntiTranspose, bitboard.QuarterTurnRight,
}

// place takes a set from the board to the grid where it is kept.
func (s *shapes) place(b bitboard.Board) bitboard.Board {
	if s.square {
		b = spread(b, s.board.Rows(), s.board.Cols(), side)
		if s.turned {
			b = b.Transpose8()
		}
		return b
	}
	if !s.turned {
		return b
	}
	return exchanged(b, s.board, s.grid)
}

// back takes a set from the grid where it is kept to the board.
func (s *shapes) back(b bitboard.Board) bitboard.Board {
	if s.square {
		if s.turned {
			b = b.Transpose8()
		}
		return spread(b, s.board.Rows(), side, s.board.Cols())
	}
	if !s.turned {
		return b
	}
	return exchanged(b, s.grid, s.board)
}

// spread takes a set from a grid with some number of columns to one with another, row by row.
func spread(b bitboard.Board, rows, from, to int) (set bitboard.Board) {
	row := bitboard.Board(1)<<uint(min(from, to)) - 1
	for i := range rows {
		set |= b >> uint(i*from) & row << uint(i*to)
	}
	return set
}

// exchanged takes a set from a grid to the grid with rows and columns exchanged.
func exchanged(b bitboard.Board, from, to *bitboard.Grid) (set bitboard.Board) {
	for c := range b.Cells() {
		row, col := from.RowCol(c)
		set = set.With(to.Cell(col, row))
	}
	return set
}

// closed returns a cell and those near it: the cells that a move there closes.
func (s *shapes) closed(c int) bitboard.Board { return s.near.At(c) | bitboard.Of(c) }

// canonical returns the least set of the shape of b, which must not be empty. If translations keep the neighbourhood,
// this set is at the top left.
func (s *shapes) canonical(b bitboard.Board) bitboard.Board {
	switch {
	case s.graph != nil:
		least := b
		for i := range s.graph {
			least = min(least, s.graph[i].Of(b))
		}
		return least
	case !s.four:
		return s.least(pair{a: b}).a
	}
	shift, last := s.corner(b)
	b >>= shift
	least := s.leastOfFour(b, last)
	if s.eight {
		least = min(least, s.leastOfFour(b.Transpose8(), transposed(last)))
	}
	return least
}

// leastOfFour returns the least image of a set at the top left by the symmetries of the rectangle around it; last is
// the last cell of this rectangle.
func (s *shapes) leastOfFour(b bitboard.Board, last int) bitboard.Board {
	m := s.mirrorRows(b, last)
	return min(b, m, halfTurn(b, last), halfTurn(m, last))
}

// canonicalPair is canonical for two sets, the sides of duel. swapped reports that the sets were exchanged because that
// gives lesser images; self reports that exchanging gives the same images.
func (s *shapes) canonicalPair(p pair) (least pair, swapped, self bool) {
	var images [8]pair
	n := s.images(p, &images)
	least = pair{^bitboard.Board(0), ^bitboard.Board(0)}
	other := least
	for _, q := range images[:n] {
		if q.less(least) {
			least = q
		}
		if q = (pair{q.b, q.a}); q.less(other) {
			other = q
		}
	}
	if other.less(least) {
		return other, true, false
	}
	return least, false, other == least
}

// least returns the least image of a pair that is not empty, at the top left.
func (s *shapes) least(p pair) pair {
	var images [8]pair
	least := pair{^bitboard.Board(0), ^bitboard.Board(0)}
	for _, q := range images[:s.images(p, &images)] {
		if q.less(least) {
			least = q
		}
	}
	return least
}

// images fills all with the images of a pair that is not empty by the symmetries, in their order and each at the top
// left, and returns their number.
func (s *shapes) images(p pair, all *[8]pair) int {
	if !s.four {
		for i, sym := range s.symmetries {
			q := pair{s.grid.Image(sym, p.a), s.grid.Image(sym, p.b)}
			shift := s.shift(q.a | q.b)
			all[i] = pair{q.a >> shift, q.b >> shift}
		}
		return len(s.symmetries)
	}
	shift, last := s.corner(p.a | p.b)
	all[0] = pair{p.a >> shift, p.b >> shift}
	s.fourImages(all[:4], last)
	if s.eight {
		all[4] = pair{all[0].a.Transpose8(), all[0].b.Transpose8()}
		s.fourImages(all[4:], transposed(last))
	}
	return len(s.symmetries)
}

// fourImages fills all with the images of its first pair by the symmetries of the rectangle around it.
func (s *shapes) fourImages(all []pair, last int) {
	p := all[0]
	m := pair{s.mirrorRows(p.a, last), s.mirrorRows(p.b, last)}
	all[1], all[2] = m, pair{halfTurn(p.a, last), halfTurn(p.b, last)}
	all[3] = pair{halfTurn(m.a, last), halfTurn(m.b, last)}
}

// shift returns the number of bits by which a set can be shifted up and left.
func (s *shapes) shift(b bitboard.Board) int {
	if !s.up {
		return 0
	}
	n := int(s.start[b.First()])
	if s.left {
		n += s.columns(b).First()
	}
	return n
}

// corner returns the shift of a set up and left on the plane, and the last cell of the rectangle around the shifted
// set.
func (s *shapes) corner(b bitboard.Board) (shift, last int) {
	columns, top := s.columns(b), int(s.start[b.First()])
	left, bottom := columns.First(), int(s.start[bits.Len64(uint64(b))-1])
	return top + left, bottom - top + bits.Len64(uint64(columns)) - 1 - left
}

// columns returns the cells of the first row in whose columns a set has a cell.
func (s *shapes) columns(b bitboard.Board) bitboard.Board {
	for by := uint(s.grid.Cols()); by < bitboard.MaxCells; by *= 2 {
		b |= b >> by
	}
	return b & s.row
}

// width returns the number of columns of a set at the top left.
func (s *shapes) width(b bitboard.Board) int { return bits.Len64(uint64(s.columns(b))) }

// mirrorRows exchanges top and bottom of the rectangle at the top left that ends at the cell last.
func (s *shapes) mirrorRows(b bitboard.Board, last int) (image bitboard.Board) {
	cols := s.grid.Cols()
	if cols == side {
		return bitboard.Board(bits.ReverseBytes64(uint64(b)) >> uint(bitboard.MaxCells-side-last&^(side-1)))
	}
	for ; last >= 0; last -= cols {
		image, b = image<<uint(cols)|b&s.row, b>>uint(cols)
	}
	return image
}

// halfTurn turns a set within a rectangle at the top left, whose last cell is given.
func halfTurn(b bitboard.Board, last int) bitboard.Board {
	return bitboard.Board(bits.Reverse64(uint64(b)) >> uint(bitboard.MaxCells-1-last))
}

// transposed exchanges row and column of a cell of 8×8.
func transposed(c int) int { return c/side | c%side*side }
