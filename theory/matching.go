package theory

import "gridlock/bitboard"

// Inessential returns the given cells that some maximum matching of them misses; cells match if
// they share a side. In the Gallai–Edmonds decomposition this is the set D.
//
// In classic, a legal move wins if and only if it goes to such a cell of the free cells, at the
// start as well as beside the last marker (Fraenkel, Scheinerman & Ullman, "Undirected edge
// geography", TCS 112, 1993, on undirected vertex geography).
//
// It takes at most 64 searches for an augmenting path, each linear in the number of cells.
func Inessential(g *bitboard.Grid, cells bitboard.Board) bitboard.Board {
	m := maximum(g, cells)
	return m.even(cells &^ m.matched)
}

// Matching returns a maximum matching of the given cells, where cells match if they share a
// side: pairs of cells, in order. The work is that of [Inessential].
func Matching(g *bitboard.Grid, cells bitboard.Board) [][2]int {
	m := maximum(g, cells)
	pairs := [][2]int{}
	for c := range m.matched.Cells() {
		if mate := int(m.mate[c]); c < mate {
			pairs = append(pairs, [2]int{c, mate})
		}
	}
	return pairs
}

// maximum returns a maximum matching.
func maximum(g *bitboard.Grid, cells bitboard.Board) matching {
	m := matching{grid: g, cells: cells}
	for c := range cells.Cells() {
		if !m.matched.Has(c) {
			m.augment(c)
		}
	}
	return m
}

// matching is a matching that grows. The board is bipartite, like a chessboard, so
// alternating paths need no blossoms.
type matching struct {
	grid    *bitboard.Grid
	cells   bitboard.Board
	matched bitboard.Board
	mate    [bitboard.MaxCells]int8 // of matched cells
}

// augment searches for an alternating path from an exposed cell to another one, breadth first,
// and if there is one, matches along it.
func (m *matching) augment(root int) bool {
	var (
		from [bitboard.MaxCells]int8 // the cell from which an odd cell was reached
		seen = bitboard.Of(root)     // odd cells, and the root
		even = bitboard.Of(root)     // even cells not yet expanded
	)
	for even != 0 {
		c := even.First()
		even = even.Rest()
		for n := range (m.grid.RookAt(c) & m.cells &^ seen).Cells() {
			seen = seen.With(n)
			from[n] = int8(c)
			if !m.matched.Has(n) {
				m.flip(root, n, &from)
				return true
			}
			even = even.With(int(m.mate[n]))
		}
	}
	return false
}

// flip exchanges matched and unmatched edges on the path that ends in cell n.
func (m *matching) flip(root, n int, from *[bitboard.MaxCells]int8) {
	m.matched = m.matched.With(root).With(n)
	for {
		c := int(from[n])
		next := int(m.mate[c]) // the odd cell before c, unless c is the root
		m.mate[c], m.mate[n] = int8(n), int8(c)
		if c == root {
			return
		}
		n = next
	}
}

// even returns the cells at an even distance along alternating paths from exposed cells of a
// maximum matching: exchanging the edges of such a path gives another maximum matching, which
// misses its end.
func (m *matching) even(exposed bitboard.Board) bitboard.Board {
	reached, todo := exposed, exposed
	for todo != 0 {
		c := todo.First()
		todo = todo.Rest()
		for n := range (m.grid.RookAt(c) & m.cells).Cells() {
			if mate := int(m.mate[n]); !reached.Has(mate) {
				reached, todo = reached.With(mate), todo.With(mate)
			}
		}
	}
	return reached
}
