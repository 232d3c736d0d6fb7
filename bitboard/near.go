package bitboard

import (
	"iter"
	"math/bits"
)

// Near is a neighbourhood: the cells near each cell of a grid. A cell is never near itself. It need not be symmetric:
// if b is near a, a need not be near b. It is immutable and safe for concurrent use. Make one with [NewNear], or take
// [Grid.Rook] or [Grid.King].
//
// Computations with rook's and king's neighbourhoods of the plane shift all cells together. Other neighbourhoods do the
// same if the numbers of near cells have few differences, with one shift for each difference. The remaining ones use a
// table, cell by cell.
type Near struct {
	grid   *Grid
	at     [MaxCells]Board
	steps  steps
	shifts []shift
	knight bool  // it is the one of [Grid.leaps]
	both   *Near // the smallest symmetric neighbourhood that contains this one, perhaps this one itself
	back   *Near // the cells that each cell is near
}

// shift has the cells with a near cell at a distance, modulo 64. Rotating these cells by the distance loses none of the
// near cells.
type shift struct {
	from Board
	by   int
}

// steps is the way to compute with a neighbourhood.
type steps uint8

const (
	byTable steps = iota
	byShifts
	byRook
	byKing
)

// NewNear returns the neighbourhood that has the given cells near each cell of the grid. Cells outside of the grid, and
// the cell itself, are left out.
func NewNear(g *Grid, at func(c int) Board) *Near {
	n := &Near{grid: g}
	for c := range g.Size() {
		n.at[c] = at(c) & g.all.Without(c)
	}
	switch {
	case n.at == g.rook.at:
		return &g.rook
	case n.at == g.king.at:
		return &g.king
	}
	n.back = n.reversed()
	n.choose()
	if n.back.at == n.at {
		n.back, n.both = n, n
		return n
	}
	n.back.choose()
	n.back.back = n
	n.both = NewNear(g, func(c int) Board { return n.at[c] | n.back.at[c] })
	n.back.both = n.both
	return n
}

// reversed returns the table of the cells that each cell is near.
func (n *Near) reversed() *Near {
	r := &Near{grid: n.grid}
	for c, near := range n.at {
		for d := range near.Cells() {
			r.at[d] = r.at[d].With(c)
		}
	}
	return r
}

// mostShifts is the greatest number of shifts that is faster than looking up a few cells in the table.
const mostShifts = 16

// choose chooses between shifts and the table.
func (n *Near) choose() {
	var from [MaxCells]Board // by distance
	for c, near := range n.at {
		for d := range near.Cells() {
			by := (d - c) & (MaxCells - 1)
			from[by] = from[by].With(c)
		}
	}
	for by, cells := range from {
		if cells != 0 {
			n.shifts = append(n.shifts, shift{cells, by})
		}
	}
	n.steps = byShifts
	if len(n.shifts) > mostShifts {
		n.steps, n.shifts = byTable, nil
	}
	n.knight = 2*n.grid.cols < MaxCells
	for c, near := range n.at {
		n.knight = n.knight && near == n.grid.leaps(Of(c)&n.grid.all)&n.grid.all
	}
}

// plain fills in a neighbourhood of the plane that shifts compute.
func (n *Near) plain(g *Grid, by steps) {
	n.grid, n.steps, n.both, n.back = g, by, n, n
	for c := range g.Size() {
		n.at[c] = n.Dilate(Of(c)).Without(c)
	}
}

// Grid returns the grid.
func (n *Near) Grid() *Grid { return n.grid }

// At returns the cells near cell c.
func (n *Near) At(c int) Board { return n.at[uint(c)%MaxCells] }

// Of returns the cells near any cell of b.
func (n *Near) Of(b Board) (near Board) {
	if n.steps == byShifts && b.Rest() != 0 {
		near, _ = n.shifted(b, 0)
		return near
	}
	for c := range b.Cells() {
		near |= n.At(c)
	}
	return near
}

// shifted returns the cells near any cell of each of two sets, by shifts.
func (n *Near) shifted(a, b Board) (nearA, nearB Board) {
	for _, s := range n.shifts {
		nearA |= Board(bits.RotateLeft64(uint64(a&s.from), s.by))
		nearB |= Board(bits.RotateLeft64(uint64(b&s.from), s.by))
	}
	return nearA, nearB
}

// Back returns the neighbourhood the other way round: the cells that each cell is near.
func (n *Near) Back() *Near { return n.back }

// Both returns the least symmetric neighbourhood that contains n: n itself if it is symmetric.
func (n *Near) Both() *Near { return n.both }

// Symmetric reports whether a is near b whenever b is near a.
func (n *Near) Symmetric() bool { return n.both == n }

// Dilate returns b and every cell near a cell of b.
func (n *Near) Dilate(b Board) Board {
	switch n.steps {
	case byRook:
		return n.grid.DilateRook(b)
	case byKing:
		return n.grid.DilateKing(b)
	}
	return b | n.Of(b)
}

// Flood returns the cells of within that steps inside within can reach from seed. Only the part of
// seed that lies in within counts.
func (n *Near) Flood(seed, within Board) Board {
	switch n.steps {
	case byRook:
		return n.grid.FloodRook(seed, within)
	case byKing:
		return n.grid.FloodKing(seed, within)
	}
	region := seed & within
	for fresh := region; fresh != 0; {
		fresh = n.Of(fresh) & within &^ region
		region |= fresh
	}
	return region
}

// Components iterates over the parts of b that are connected by [Near.Both], in the order of their lowest cells.
func (n *Near) Components(b Board) iter.Seq[Board] {
	return func(yield func(Board) bool) {
		for rest := b; rest != 0; {
			part := n.both.Flood(rest&-rest, rest)
			if !yield(part) {
				return
			}
			rest &^= part
		}
	}
}

// Race lets two sets spread over the free cells by steps in turn, as in [Grid.RaceRook].
func (n *Near) Race(a, b, free Board) (Board, Board) {
	switch n.steps {
	case byRook:
		return n.grid.RaceRook(a, b, free)
	case byKing:
		return n.grid.RaceKing(a, b, free)
	}
	if n.knight {
		return n.grid.raceKnight(a, b, free)
	}
	grown, reply := n.Of(a), n.Of(b)
	for free &^= a | b; ; {
		grown &= free
		free &^= grown
		a |= grown
		reply &= free
		free &^= reply
		b |= reply
		if grown|reply == 0 || free == 0 {
			return a, b
		}
		if n.steps == byShifts {
			grown, reply = n.shifted(grown, reply)
		} else {
			grown, reply = n.Of(grown), n.Of(reply)
		}
	}
}

// Pairs returns the number of pairs of cells in b in which one cell is near the other.
func (n *Near) Pairs(b Board) (pairs int) {
	switch n.both.steps {
	case byTable:
		for c := range b.Cells() {
			pairs += (n.both.At(c) & b).Count()
		}
		return pairs / 2
	case byShifts:
		const half = MaxCells / 2
		for _, s := range n.both.shifts { // distances there and back are two shifts, or the same one by half of 64
			if s.by > half {
				break
			}
			found := (b & s.from & Board(bits.RotateLeft64(uint64(b), -s.by))).Count()
			if s.by == half {
				found /= 2
			}
			pairs += found
		}
		return pairs
	}
	down := n.grid.Down(b)
	pairs = (n.grid.Right(b) & b).Count() + (down & b).Count()
	if n.both.steps == byKing {
		pairs += (n.grid.Right(down) & b).Count() + (n.grid.Left(down) & b).Count()
	}
	return pairs
}

// Most returns the largest number of cells near one cell, at most 63.
func (n *Near) Most() (most int) {
	for _, near := range n.at {
		most = max(most, near.Count())
	}
	return most
}

// Symmetries returns the symmetries of the grid that keep the neighbourhood, the identity first: a
// group.
func (n *Near) Symmetries() (kept []Symmetry) {
	for _, sym := range n.grid.Symmetries() {
		if n.steps >= byRook || n.keptBy(sym) {
			kept = append(kept, sym)
		}
	}
	return kept
}

// keptBy reports whether a symmetry keeps the neighbourhood: the cells near the image of a cell are the images of the
// cells near the cell.
func (n *Near) keptBy(sym Symmetry) bool {
	for c := range n.grid.Size() {
		if n.At(n.grid.Image(sym, Of(c)).First()) != n.grid.Image(sym, n.at[c]) {
			return false
		}
	}
	return true
}

// Offset is a number of rows down and of columns to the right.
type Offset struct{ Rows, Cols int }

// Wrap is which edges of a board are joined.
type Wrap uint8

const (
	Plane    Wrap = iota // none
	Cylinder             // the left and the right one
	Torus                // also the upper and the lower one
)

// Reduce returns an offset modulo the sides of the board whose edges are joined.
func (g *Grid) Reduce(o Offset, wrap Wrap) Offset {
	if wrap != Plane {
		o.Cols = modulo(o.Cols, g.cols)
	}
	if wrap == Torus {
		o.Rows = modulo(o.Rows, g.rows)
	}
	return o
}

// Move returns the cell at an offset from cell c; ok is false if it is off the board.
func (g *Grid) Move(c int, by Offset, wrap Wrap) (to int, ok bool) {
	row, col := g.RowCol(c)
	at := g.Reduce(Offset{row + by.Rows, col + by.Cols}, wrap)
	return g.Cell(at.Rows, at.Cols), g.Contains(at.Rows, at.Cols)
}

func modulo(a, n int) int { return (a%n + n) % n }

// Leaps returns the neighbourhood of the cells at some offsets.
func (g *Grid) Leaps(by []Offset, wrap Wrap) *Near {
	return NewNear(g, func(c int) (near Board) {
		for _, o := range by {
			if to, ok := g.Move(c, o, wrap); ok {
				near = near.With(to)
			}
		}
		return near
	})
}

// Lines returns the neighbourhood of all cells on the lines in some directions. A line ends where it leaves the board
// or returns to its first cell.
func (g *Grid) Lines(by []Offset, wrap Wrap) *Near {
	return NewNear(g, func(c int) (near Board) {
		for _, o := range by {
			for to, ok := g.Move(c, o, wrap); ok && to != c; to, ok = g.Move(to, o, wrap) {
				near = near.With(to)
			}
		}
		return near
	})
}
