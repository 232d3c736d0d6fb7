package bitboard

import (
	"iter"
	"math/bits"
)

// MaxCells is the maximum number of cells of a board.
const MaxCells = 64

// Board is a set of cells: cell i is in it when bit i is set. The zero value is
// the empty set. Cells are numbers from 0 to MaxCells-1.
type Board uint64

// Of returns the set of the given cells.
func Of(cells ...int) Board {
	var b Board
	for _, c := range cells {
		b = b.With(c)
	}
	return b
}

// Has reports whether cell c is in the set.
func (b Board) Has(c int) bool { return b>>(uint(c)%MaxCells)&1 != 0 }

// With returns the set with cell c added.
func (b Board) With(c int) Board { return b | 1<<(uint(c)%MaxCells) }

// Without returns the set with cell c removed.
func (b Board) Without(c int) Board { return b &^ (1 << (uint(c) % MaxCells)) }

// Count returns the number of cells in the set.
func (b Board) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest cell of the set, or MaxCells if the set is empty.
func (b Board) First() int { return bits.TrailingZeros64(uint64(b)) }

// Rest returns the set without its lowest cell, so that
//
//	for rest := b; rest != 0; rest = rest.Rest() { c := rest.First(); … }
//
// visits every cell in order; [Board.Cells] is the same as an iterator.
func (b Board) Rest() Board { return b & (b - 1) }

// Cells iterates over the cells of the set from the lowest to the highest.
func (b Board) Cells() iter.Seq[int] {
	return func(yield func(int) bool) {
		for rest := b; rest != 0; rest = rest.Rest() {
			if !yield(rest.First()) {
				return
			}
		}
	}
}
