package theory

import (
	"math/bits"

	"gridlock/bitboard"
)

// Nimbers finds the nimbers of claim, Node Kayles on the king's graph: the
// Sprague–Grundy value of a set of cells that can be claimed. Make it with
// [NewNimbers]. It remembers the value of every connected set that it has met, so
// it is not for several goroutines at once.
type Nimbers struct {
	Budget

	shapes shapes[uint8]
}

// NewNimbers returns nimbers for a board, nothing known yet.
func NewNimbers(g *bitboard.Grid) *Nimbers {
	return &Nimbers{shapes: newShapes[uint8](g)}
}

// Of returns the nimber of the set of cells that can be claimed. ok is false when
// the budget stopped it first.
//
// A set is the sum of its king-connected components, so its nimber is the XOR of
// theirs; that of a component is the least number that no move in it leaves
// (Sprague 1935, Grundy 1939). Time and memory grow with the number of different
// components that can arise.
func (n *Nimbers) Of(free bitboard.Board) (nimber int, ok bool) {
	n.begin()
	nimber = int(n.sum(free))
	return nimber, !n.stopped
}

// sum returns the nimber of any set.
func (n *Nimbers) sum(free bitboard.Board) uint8 {
	var nimber uint8
	for free != 0 {
		part := n.shapes.grid.FloodKing(free&-free, free)
		free &^= part
		nimber ^= n.component(part)
	}
	return nimber
}

// component returns the nimber of a connected set.
func (n *Nimbers) component(part bitboard.Board) uint8 {
	part = n.withoutTwins(part)
	if part.Rest() == 0 {
		return 1
	}
	place := n.shapes.topLeft(pair{a: part})
	if nimber, ok := n.shapes.known[place]; ok {
		return nimber
	}
	if !n.spend() {
		return 0
	}
	var reached uint64 // bit i: a move leaves nimber i; 63 moves cannot reach 64 nimbers
	for c := range part.Cells() {
		reached |= 1 << n.sum(part&^n.shapes.closed(c))
		if n.stopped {
			return 0
		}
	}
	nimber := uint8(bits.TrailingZeros64(^reached))
	n.shapes.put(place, nimber)
	return nimber
}

// withoutTwins removes every cell that has the same closed neighbourhood within
// the set as a cell before it: to claim one or the other leaves the same.
func (n *Nimbers) withoutTwins(part bitboard.Board) bitboard.Board {
	for c := range part.Cells() {
		if !part.Has(c) {
			continue
		}
		for d := range (n.shapes.closed(c) & part &^ (1<<(c+1) - 1)).Cells() {
			if n.shapes.closed(c)&part == n.shapes.closed(d)&part {
				part = part.Without(d)
			}
		}
	}
	return part
}
