package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Nimbers finds the nimbers (Sprague–Grundy values) of sets of open cells in Node Kayles, where marks close the cells
// near them to both players. Claim is Node Kayles on the king's graph. Make it with [NewNimbers]. It remembers its
// findings about every connected set that it meets, so it is not safe for concurrent use.
//
// A set is the sum of its connected components, so its nimber is the XOR of their nimbers. The nimber of a component is
// the least number that no move in it leaves (Sprague 1935, Grundy 1939). Rarely are the nimbers of all moves needed:
// one move that leaves k shows that the nimber is not k, and k is tried from 0 on (Lemoine & Viennot, "Nimbers are
// inevitable", TCS 462, 2012, section 4). On 8×8 that looks into 26 times fewer components than computing the nimbers
// of all moves.
type Nimbers struct {
	Budget

	shapes    *shapes
	both      *bitboard.Near // tells which cells are connected
	triangles bool           // some three cells are near each other
	known     *table         // by component
	levels    []*level       // levels of the search, by moves made
}

// exact is a bit of a component's data. If it is set, the other bits are the nimber. Without this bit, bit k reports
// that some move leaves nimber k, so the component does not have nimber k. A move that leaves 63 is not remembered.
const exact = 1 << 63

// anyNimber is greater than any nimber: asking whether a component has it finds the component's nimber.
const anyNimber = 64

// level is one level of the search: the moves in a component that leave an unknown nimber. It is kept so that the
// search allocates nothing.
type level struct {
	moves [bitboard.MaxCells]rest
	n     int
	found []pair // the components after all moves, with an empty second set
}

// rest describes the position after a move: the components of unknown nimber, and the XOR of the other nimbers. The
// slice is kept for the next move.
type rest struct {
	parts []bitboard.Board
	cells int // in them
	known int
}

// NewNimbers returns an empty Nimbers for a game that has them by [For].
func NewNimbers(game *variants.Game) *Nimbers {
	s := newShapes(game)
	n := &Nimbers{shapes: s, both: s.near.Both(), known: newTable(ofSets)}
	for c := range s.grid.Size() {
		n.triangles = n.triangles || s.near.Of(s.near.At(c))&s.near.At(c) != 0
	}
	return n
}

// Of returns the nimber of the set of open cells. ok is false, and nimber is -1, if the budget
// stopped it first.
//
// Time and memory grow with the number of distinct components that have to be searched, which Work counts.
func (n *Nimbers) Of(free bitboard.Board) (nimber int, ok bool) {
	n.begin()
	for free := n.shapes.place(free); free != 0; {
		part := n.both.Flood(free&-free, free)
		free &^= part
		nimber ^= n.component(n.shapes.canonical(n.withoutTwins(part)), 0)
	}
	if n.stopped {
		return -1, false
	}
	return nimber, true
}

// Is reports whether the set of open cells has nimber k, from 0 to 63. That can be much
// easier to find than its nimber, see [Nimbers.Of]. The answer is Open if the budget stopped it first.
func (n *Nimbers) Is(free bitboard.Board, k int) Answer {
	n.begin()
	var largest bitboard.Board
	for free := n.shapes.place(free); free != 0; {
		part := n.both.Flood(free&-free, free)
		free &^= part
		if part.Count() > largest.Count() {
			part, largest = largest, part
		}
		if part != 0 {
			k ^= n.component(n.shapes.canonical(n.withoutTwins(part)), 0)
		}
	}
	part := n.withoutTwins(largest)
	if part.Rest() == 0 {
		return n.unlessStopped(part.Count() == k)
	}
	return n.unlessStopped(n.is(n.shapes.canonical(part), k, 0))
}

// Known returns the nimber of a component if no search is needed. Otherwise ok is false, and nimber is -1.
func (n *Nimbers) Known(part bitboard.Board) (nimber int, ok bool) {
	part = n.withoutTwins(n.shapes.place(part))
	if part.Rest() == 0 {
		return part.Count(), true
	}
	data, _ := n.known.get(pair{a: n.shapes.canonical(part)})
	if data&exact == 0 {
		return -1, false
	}
	return int(data &^ exact), true
}

// component returns the nimber of a component in canonical form, without twins.
func (n *Nimbers) component(part bitboard.Board, depth int) int {
	if part.Rest() == 0 {
		return 1
	}
	n.is(part, anyNimber, depth)
	if n.stopped {
		return 0
	}
	data, _ := n.known.get(pair{a: part})
	return int(data &^ exact)
}

// is reports whether a component in canonical form, without twins, has nimber k. It finds the nimber if the nimber is
// at most k; otherwise it stops as soon as a move is seen to leave k.
func (n *Nimbers) is(part bitboard.Board, k, depth int) bool {
	data, _ := n.known.get(pair{a: part})
	switch {
	case data&exact != 0:
		return int(data&^exact) == k
	case data>>k&1 != 0 || !n.spend():
		return false
	}
	reached := data | n.expand(part, depth)
	for j := 0; reached>>k&1 == 0; j++ {
		if reached>>j&1 != 0 {
			continue
		}
		left := n.levels[depth].leaves(n, j, depth+1)
		switch {
		case n.stopped:
			return false
		case !left:
			n.known.put(pair{a: part}, exact|uint64(j), n.halt)
			return j == k
		}
		reached |= 1 << j
	}
	n.known.put(pair{a: part}, reached&^exact, n.halt)
	return false
}

// expand lists the moves in a component that leave an unknown nimber, the smallest rest first, and returns the set of
// the nimbers that other moves leave. It looks up the components after all moves together.
func (n *Nimbers) expand(part bitboard.Board, depth int) (reached uint64) {
	if depth == len(n.levels) {
		n.levels = append(n.levels, newLevel())
	}
	l := n.levels[depth]
	l.n, l.found = 0, l.found[:0]
	var ends [bitboard.MaxCells]int
	moves := 0
	for cells := part; cells != 0; cells = cells.Rest() {
		l.found = n.split(part&^n.shapes.closed(cells.First()), l.found)
		ends[moves] = len(l.found)
		moves++
	}
	n.known.touch(l.found)
	begin := 0
	for _, end := range ends[:moves] {
		r := &l.moves[l.n]
		n.look(l.found[begin:end], r)
		if begin = end; len(r.parts) == 0 {
			reached |= 1 << r.known
			continue
		}
		l.sortLast()
	}
	return reached
}

// newLevel returns a level with room for the parts that a move leaves with a king's neighbourhood. The move takes 3×3
// cells, and each part touches the ring of 16 cells around them, of which at most 8 are not near each other.
func newLevel() *level {
	const fewParts = 8
	l, room := new(level), make([]bitboard.Board, bitboard.MaxCells*fewParts)
	for i := range l.moves {
		l.moves[i].parts, room = room[:0:fewParts], room[fewParts:]
	}
	return l
}

// sortLast moves the move that was added last to its place in the order.
func (l *level) sortLast() {
	i := l.n
	l.n++
	if i == 0 || l.moves[i-1].cells <= l.moves[i].cells {
		return
	}
	last := l.moves[i]
	for ; i > 0 && l.moves[i-1].cells > last.cells; i-- {
		l.moves[i] = l.moves[i-1]
	}
	l.moves[i] = last
}

// split appends the components of a set, in canonical form.
func (n *Nimbers) split(free bitboard.Board, found []pair) []pair {
	for free != 0 {
		part := n.both.Flood(free&-free, free)
		free &^= part
		if part = n.withoutTwins(part); part.Rest() != 0 {
			part = n.shapes.canonical(part)
		} else {
			part = single
		}
		found = append(found, pair{a: part})
	}
	return found
}

// single is a component of one cell.
const single bitboard.Board = 1

// look fills r with components. Two of the same shape add up to 0.
func (n *Nimbers) look(found []pair, r *rest) {
	r.parts, r.cells, r.known = r.parts[:0], 0, 0
	for _, part := range found {
		if part.a == single {
			r.known ^= 1
		} else if data, _ := n.known.get(part); data&exact != 0 {
			r.known ^= int(data &^ exact)
		} else {
			r.toggle(part.a)
		}
	}
}

// toggle adds a part, or removes an equal part.
func (r *rest) toggle(part bitboard.Board) {
	for i, other := range r.parts {
		if other == part {
			last := len(r.parts) - 1
			r.parts[i] = r.parts[last]
			r.parts = r.parts[:last]
			r.cells -= part.Count()
			return
		}
	}
	r.parts = append(r.parts, part)
	r.cells += part.Count()
}

// leaves reports whether some move leaves nimber k.
func (l *level) leaves(n *Nimbers, k, depth int) bool {
	for i := range l.n {
		if l.moves[i].is(n, k, depth) || n.stopped {
			return !n.stopped
		}
	}
	return false
}

// is reports whether the position after a move has nimber k. All parts except the largest are evaluated completely. For
// the largest, one question is enough.
func (r *rest) is(n *Nimbers, k, depth int) bool {
	for ; len(r.parts) > 1; r.parts = r.parts[:len(r.parts)-1] {
		last := len(r.parts) - 1
		for i := range last {
			if r.parts[i].Count() < r.parts[last].Count() {
				r.parts[i], r.parts[last] = r.parts[last], r.parts[i]
			}
		}
		r.known ^= n.component(r.parts[last], depth)
		if n.stopped {
			return false
		}
	}
	return n.is(r.parts[0], k^r.known, depth)
}

// withoutTwins removes from a component every cell whose closed neighbourhood in it is that of an earlier cell, since
// marks on these two cells leave the same set. It does so only if the neighbourhood is symmetric.
func (n *Nimbers) withoutTwins(set bitboard.Board) bitboard.Board {
	s := n.shapes
	switch {
	case s.king:
		return withoutTwinKings(s.grid, set)
	case s.near != n.both, !n.triangles && set.Count() > 2: // a third cell that is near one twin would be near both
		return set
	}
	for left := set; left != 0; left = left.Rest() {
		c := left.First()
		closed := s.closed(c) & set
		for others := closed & left.Rest(); others != 0; others = others.Rest() {
			if d := others.First(); s.closed(d)&set == closed {
				left, set, closed = left.Without(d), set.Without(d), closed.Without(d)
			}
		}
	}
	return set
}

// withoutTwinKings is withoutTwins with a king's neighbourhood on the plane. Twins are neighbours, so it finds the
// twins of all cells at once: no cell in the set is a neighbour of only one of the two.
func withoutTwinKings(g *bitboard.Grid, set bitboard.Board) bitboard.Board {
	var (
		up, down    = g.Up(set), g.Down(set) // a neighbour's cell moves onto the cell itself
		left, right = g.Left(set), g.Right(set)
		row         = set | left | right // cells that are in the set, or beside a cell of the set in its row
		column      = set | up | down
		above       = g.Down(row)
		far         = g.Left(left)
		near        = g.Right(right)
	)
	// Each pair is found at its first cell; the mark is at its second one.
	beside := set & left &^ g.Right(column) &^ g.Left(g.Left(column))
	below := set & up &^ above &^ g.Up(g.Up(row))
	belowRight := set & g.Up(left) &^ above &^ (right | g.Up(right)) &^ g.Up(g.Up(g.Left(row))) &^ (far | g.Up(far))
	belowLeft := set & g.Up(right) &^ above &^ (left | g.Up(left)) &^ g.Up(g.Up(g.Right(row))) &^ (near | g.Up(near))
	return set &^ (g.Right(beside) | g.Down(below) | g.Down(g.Right(belowRight)) | g.Down(g.Left(belowLeft)))
}
