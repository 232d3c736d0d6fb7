package bitboard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Grid is the shape of a rectangular board: its size, its neighbourhoods and its symmetries. It
// is immutable and safe for concurrent use. Make one with [NewGrid].
//
// Methods that take a Board expect a subset of [Grid.All], and return one.
//
// Cells are numbered row by row from the top left, and cell i is bit i of a Board. On a board of
// 4 rows and 4 columns:
//
//	  cells             the set {1, 5, 6}     as bits, cell 15 first
//	 0  1  2  3            . # . .
//	 4  5  6  7            . # # .            0000 0000 0110 0010  = 0x0062
//	 8  9 10 11            . . . .
//	12 13 14 15            . . . .
//
// A step to the right is a shift left by one bit, a step down a shift left by the number of
// columns. Steps that would leave the board are masked off before the shift, so nothing wraps
// around to the next row:
//
//	Right {1,5,6}     DilateRook {1,5,6}     DilateKing {1,5,6}
//	  . . # .              # # # .                # # # #
//	  . . # #              # # # #                # # # #
//	  . . . .              . # # .                # # # #
//	  . . . .              . . . .                . . . .
type Grid struct {
	rows, cols int
	all        Board

	// The cells from which a step up, down, left or right stays on the board.
	canUp, canDown, canLeft, canRight Board

	// The diagonals of a square, by how far they are to the right of the main one.
	diagonals [8]Board

	rook, king Near
}

// SizeError says that a board has more than [MaxCells] cells.
type SizeError struct{ Rows, Cols int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("a board of %dx%d is too large: at most %d cells fit", e.Rows, e.Cols, MaxCells)
}

// NewGrid returns the grid of the given size. Both sides must be at least 1 and
// rows × cols at most [MaxCells].
func NewGrid(rows, cols int) (*Grid, error) {
	if rows < 1 || cols < 1 {
		return nil, fmt.Errorf("a board needs at least one row and one column, not %dx%d", rows, cols)
	}
	if rows > MaxCells || cols > MaxCells || rows*cols > MaxCells {
		return nil, &SizeError{rows, cols}
	}
	g := &Grid{rows: rows, cols: cols}
	for c := range rows * cols {
		row, col := c/cols, c%cols
		g.all = g.all.With(c)
		if row > 0 {
			g.canUp = g.canUp.With(c)
		}
		if row < rows-1 {
			g.canDown = g.canDown.With(c)
		}
		if col > 0 {
			g.canLeft = g.canLeft.With(c)
		}
		if col < cols-1 {
			g.canRight = g.canRight.With(c)
		}
		if rows == cols && row <= col {
			g.diagonals[col-row] = g.diagonals[col-row].With(c)
		}
	}
	g.rook.plain(g, byRook)
	g.king.plain(g, byKing)
	return g, nil
}

// Rows returns the number of rows.
func (g *Grid) Rows() int { return g.rows }

// Cols returns the number of columns.
func (g *Grid) Cols() int { return g.cols }

// Size returns the number of cells.
func (g *Grid) Size() int { return g.rows * g.cols }

// All returns the set of all cells.
func (g *Grid) All() Board { return g.all }

// Contains reports whether the grid has a cell at the row and column, both
// counted from 0.
func (g *Grid) Contains(row, col int) bool {
	return 0 <= row && row < g.rows && 0 <= col && col < g.cols
}

// Cell returns the cell at the row and column, both counted from 0, which must
// be on the board.
func (g *Grid) Cell(row, col int) int { return row*g.cols + col }

// RowCol returns the row and column of a cell, both counted from 0.
func (g *Grid) RowCol(c int) (row, col int) { return c / g.cols, c % g.cols }

// String returns the size as "ROWSxCOLS".
func (g *Grid) String() string { return fmt.Sprintf("%dx%d", g.rows, g.cols) }

// ParseSize reads the size of a grid as [Grid.String] or people write it: "4x5", "4 X 5", "4×5". With a [SizeError] it
// returns the size, too.
func ParseSize(text string) (rows, cols int, err error) {
	down, across, _ := strings.Cut(strings.NewReplacer("X", "x", "×", "x").Replace(text), "x")
	r, rowsErr := strconv.ParseUint(strings.TrimSpace(down), 10, 31)
	c, colsErr := strconv.ParseUint(strings.TrimSpace(across), 10, 31)
	if rowsErr != nil || colsErr != nil {
		return 0, 0, errors.New("not a size; write rows x columns, as in 4x5")
	}
	_, err = NewGrid(int(r), int(c))
	return int(r), int(c), err
}

// Up moves every cell of b one row up; cells of the top row drop out. The shift is by the number
// of columns modulo 64, which costs no range check; only 1×64 wraps there, and its mask is
// empty.
func (g *Grid) Up(b Board) Board { return (b & g.canUp) >> (uint(g.cols) % MaxCells) }

// Down moves every cell of b one row down; cells of the bottom row drop out.
func (g *Grid) Down(b Board) Board { return (b & g.canDown) << (uint(g.cols) % MaxCells) }

// Left moves every cell of b one column left; cells of the first column drop out.
func (g *Grid) Left(b Board) Board { return (b & g.canLeft) >> 1 }

// Right moves every cell of b one column right; cells of the last column drop out.
func (g *Grid) Right(b Board) Board { return (b & g.canRight) << 1 }

// Rook returns the neighbourhood of the cells that share a side: at most four.
func (g *Grid) Rook() *Near { return &g.rook }

// King returns the neighbourhood of the cells that share a side or a corner: at most eight.
func (g *Grid) King() *Near { return &g.king }

// RookAt returns the cells that share a side with cell c, at most four.
func (g *Grid) RookAt(c int) Board { return g.rook.At(c) }

// KingAt returns the cells that share a side or a corner with cell c, at most
// eight.
func (g *Grid) KingAt(c int) Board { return g.king.At(c) }

// DilateRook returns b and every cell that is rook-adjacent to a cell of b.
func (g *Grid) DilateRook(b Board) Board {
	return b | g.Up(b) | g.Down(b) | g.Left(b) | g.Right(b)
}

// DilateKing returns b and every cell that is king-adjacent to a cell of b.
func (g *Grid) DilateKing(b Board) Board {
	b |= g.Left(b) | g.Right(b)
	return b | g.Up(b) | g.Down(b)
}
