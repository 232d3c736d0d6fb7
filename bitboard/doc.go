// Package bitboard provides sets of cells of a small rectangular board, each in one machine
// word, and the geometry of grid games on them.
//
// A [Board] is a set of cells. A [Grid] is the shape of a board: which cells exist, which are
// neighbours, and which rearrangements of the cells are symmetries. Make one Grid per board size
// with [NewGrid], keep the pointer, and combine Boards with Go's own operators: | is union, & is
// intersection, &^ is difference.
//
// Two cells are rook-adjacent if they share a side, and king-adjacent if they share a side or a
// corner. Every operation that depends on adjacency comes in both kinds.
//
// Nothing allocates except [NewGrid] and [Grid.Symmetries]. Steps, neighbours and dilations take
// a few instructions; a flood fill takes one dilation per step of the longest shortest path in
// the region.
package bitboard
