// Package bitboard holds sets of cells of a small rectangular board in one
// machine word, and the geometry that grid games need on them.
//
// A [Board] is a set of cells; a [Grid] knows the shape of the board: which
// cells exist, which are neighbours, and which rearrangements of the cells are
// symmetries. For most uses, make one Grid per board size with [NewGrid], keep
// the pointer, and combine Boards with Go's own operators: | is union, & is
// intersection, &^ is difference.
//
// # Layout
//
// Cells are numbered row by row from the top left, and cell i is bit i of the
// word. On a board of 4 rows and 4 columns:
//
//	  cells             the set {1, 5, 6}     as bits, cell 15 first
//	 0  1  2  3            . # . .
//	 4  5  6  7            . # # .            0000 0000 0110 0010  = 0x0062
//	 8  9 10 11            . . . .
//	12 13 14 15            . . . .
//
// One step to the right is a shift left by one bit, one step down a shift left
// by the number of columns. A step that would leave the board is masked away
// before the shift, so that nothing wraps around to the next row:
//
//	Right {1,5,6}     DilateRook {1,5,6}     DilateKing {1,5,6}
//	  . . # .              # # # .                # # # #
//	  . . # #              # # # #                # # # #
//	  . . . .              . # # .                # # # #
//	  . . . .              . . . .                . . . .
//
// Any number of rows and columns will do, also a single one, as long as there
// are at most [MaxCells] cells.
//
// # Adjacency
//
// Two cells are rook-adjacent when they share a side, and king-adjacent when
// they share a side or a corner. Every operation that depends on adjacency
// comes in both kinds.
//
// # Cost
//
// Nothing here allocates except [NewGrid] and [Grid.Symmetries]. Steps,
// neighbours and dilations take a handful of instructions; a flood fill takes
// one dilation per step of the longest shortest path inside the region.
package bitboard
