package theory

import "gridlock/bitboard"

// Inessential returns those of the given cells that some maximum matching of the cells misses. Cells match if they are
// near each other, and near is symmetric. In the Gallai–Edmonds decomposition this is the set D.
//
// If each mark is put near the last one, a legal move wins if and only if it goes to an inessential cell of the free
// cells, at the start as well as later (Fraenkel, Scheinerman & Ullman, "Undirected edge geography", TCS 112, 1993, on
// undirected vertex geography).
//
// It takes at most 64 searches for an augmenting path, each linear in the number of cells if the graph is bipartite,
// like a chessboard.
func Inessential(near *bitboard.Near, cells bitboard.Board) bitboard.Board {
	m := maximum(near, cells)
	return m.missed()
}

// Matching returns a maximum matching of the given cells, where cells match if they are near each
// other: pairs of cells, in order. The work is that of [Inessential].
func Matching(near *bitboard.Near, cells bitboard.Board) [][2]int {
	m := maximum(near, cells)
	pairs := [][2]int{}
	for c := range m.matched.Cells() {
		if mate := int(m.mate[c]); c < mate {
			pairs = append(pairs, [2]int{c, mate})
		}
	}
	return pairs
}

// maximum returns a maximum matching.
func maximum(near *bitboard.Near, cells bitboard.Board) matching {
	m := matching{near: near, cells: cells}
	for c := range cells.Cells() {
		if !m.matched.Has(c) {
			var t tree
			if end := m.grow(bitboard.Of(c), &t); end >= 0 {
				m.flip(c, end, &t)
			}
		}
	}
	return m
}

// missed returns the cells that some maximum matching misses. Alternating paths of even length reach these cells from
// the exposed cells of m. Exchanging the edges of such a path gives another maximum matching, which misses its end.
func (m *matching) missed() bitboard.Board {
	var t tree
	m.grow(m.cells&^m.matched, &t)
	return t.even
}

// matching is a matching that grows.
type matching struct {
	near    *bitboard.Near
	cells   bitboard.Board
	matched bitboard.Board
	mate    [bitboard.MaxCells]int8 // of matched cells
}

// tree has the alternating paths from exposed cells, the roots: to an odd cell, then to its mate, an even cell, and so
// on. An edge between two even cells closes a cycle of odd length, a blossom (Edmonds, "Paths, trees, and flowers",
// 1965). All its cells are even, since a path reaches each of them one way round or the other. They count as one cell,
// named by the base, where the path from a root enters. A bipartite graph has no blossoms.
type tree struct {
	odd, even bitboard.Board          // the cells reached; cells of a blossom are even, and may also be odd
	from      [bitboard.MaxCells]int8 // the cell before an odd cell, or before a cell of a blossom, on an unmatched edge
	blossoms  bitboard.Board          // cells in blossoms
	base      [bitboard.MaxCells]int8 // the base of the blossom, for cells in blossoms
}

// grow searches for an alternating path from a root to an exposed cell that is no root, and returns its end. The roots
// are exposed cells, and no alternating path may join two exposed cells. If there is no path it returns -1, and the
// tree has all even cells that alternating paths reach.
func (m *matching) grow(roots bitboard.Board, t *tree) (end int) {
	t.odd, t.even = roots, roots
	for todo := t.even; todo != 0; {
		c := todo.First()
		todo = todo.Rest()
		near := m.near.At(c) & m.cells
		for n := range (near &^ (t.odd | t.even)).Cells() {
			t.odd = t.odd.With(n)
			t.from[n] = int8(c)
			if !m.matched.Has(n) {
				return n
			}
			mate := int(m.mate[n])
			t.even, todo = t.even.With(mate), todo.With(mate)
		}
		for n := range (near & t.even).Cells() {
			if t.baseOf(n) != t.baseOf(c) {
				todo |= m.shrink(c, n, t)
			}
		}
	}
	return -1
}

// baseOf returns the base of the blossom that a cell is in, or the cell.
func (t *tree) baseOf(c int) int {
	if t.blossoms.Has(c) {
		return int(t.base[c])
	}
	return c
}

// shrink makes a blossom of the cycle that the edge from c to n, two even cells, closes. It returns the cells that
// become even.
func (m *matching) shrink(c, n int, t *tree) (fresh bitboard.Board) {
	base := m.meet(c, n, t)
	inside := m.enter(base, c, n, t) | m.enter(base, n, c, t)
	for v := range (t.odd | t.even).Cells() {
		if inside.Has(t.baseOf(v)) || v == base {
			t.base[v] = int8(base)
			fresh |= bitboard.Of(v) &^ t.even
			t.blossoms = t.blossoms.With(v)
		}
	}
	t.even |= fresh
	return fresh
}

// meet returns the base where the paths from a root to two even cells part.
func (m *matching) meet(c, n int, t *tree) int {
	c = t.baseOf(c)
	path := bitboard.Of(c)
	for m.matched.Has(c) {
		c = t.baseOf(int(t.from[m.mate[c]]))
		path = path.With(c)
	}
	for n = t.baseOf(n); !path.Has(n); {
		n = t.baseOf(int(t.from[m.mate[n]]))
	}
	return n
}

// enter goes from an even cell back to the base of a new blossom, and returns the bases on the way. The cells on the
// way can then be reached from the other side, too: next is the cell before the first of them.
func (m *matching) enter(base, c, next int, t *tree) (inside bitboard.Board) {
	for t.baseOf(c) != base {
		mate := int(m.mate[c])
		inside = inside.With(t.baseOf(c)).With(t.baseOf(mate))
		t.from[c] = int8(next)
		next, c = mate, int(t.from[mate])
	}
	return inside
}

// flip exchanges matched and unmatched edges on the path that ends in cell n.
func (m *matching) flip(root, n int, t *tree) {
	m.matched = m.matched.With(root).With(n)
	for {
		c := int(t.from[n])
		next := int(m.mate[c]) // the cell before c, unless c is the root
		m.mate[c], m.mate[n] = int8(n), int8(c)
		if c == root {
			return
		}
		n = next
	}
}
