package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Values finds outcomes and values of Col, where marks close cells near them to their owners alone, on a symmetric
// neighbourhood. Duel is such a game. Make it with [NewValues]. It remembers its findings about every component that it
// meets, so it is not safe for concurrent use.
//
// Two neighbours are connected only if some player may still take both; the resulting components add up. The value of a
// component is found like a nimber in [Nimbers]: by asking only who wins the component plus a number. Each answer
// splits the possible values in two. A search for such a question looks into one component at a time. All other
// components of the sum are evaluated first.
//
// A search also relies on three facts, argued in docs/soundness.md. A component is at least ∗ plus the component after
// a move of Left's, so Left's moves never raise the number x, and Right's never lower it. x = 0 if an image of a
// component is the component with the players exchanged. A player who can copy does not lose.
type Values struct {
	Budget

	// Apart keeps pairs of components that are negatives of each other, although they add up to 0. Then all results for a
	// sum follow from results for its components.
	Apart bool

	shapes *shapes
	moves  *plyBounds
	large  int         // components of more cells are not reduced
	known  *table      // bounds of components in canonical form
	levels []*colLevel // levels of the search, by moves made
}

// term is a component of a sum, in canonical form.
type term struct {
	key     pair
	swapped bool // Left is the second player of the key
	self    bool // it is its own negative, so swapped does not matter
	size    int  // cells
	bounds  bounds
}

func (t term) minus() term {
	t.swapped, t.bounds = !t.swapped && !t.self, t.bounds.minus()
	return t
}

// sides returns Left's and Right's cells of the component.
func (t term) sides() pair {
	if t.swapped {
		return pair{t.key.b, t.key.a}
	}
	return t.key
}

// sum is a position: components of unknown value, and the total value of the others.
type sum struct {
	value  Value
	bounds bounds // bounds of the whole sum
	terms  []term
	score  number // moves are tried in descending order of score
}

// colLevel is one level of the search: the sums after a player's moves. It is kept so that the search hardly allocates.
type colLevel struct {
	moves [bitboard.MaxCells]sum
	n     int
	terms []term // of all moves
}

// NewValues returns an empty Values for a game that has them by [For].
func NewValues(game *variants.Game) *Values {
	shapes := newShapes(game)
	return &Values{shapes: shapes, moves: newPlyBounds(shapes.near), known: newTable(ofPairs)}
}

// Of returns the value of the position in which Left may still take the cells of the first set
// and Right those of the second. It is nil if the budget stopped it first, or the value is too
// fine to represent.
//
// Time and memory grow with the number of distinct components that have to be searched. Work counts how often one is
// searched.
func (v *Values) Of(left, right bitboard.Board) *Value {
	v.begin()
	return v.total(v.start(left, right))
}

// total returns the value of a sum, nil if it is cut off.
func (v *Values) total(s sum) *Value {
	for len(s.terms) > 0 && !v.stopped {
		v.settle(&s, 0)
	}
	if v.stopped {
		return nil
	}
	return &s.value
}

// LeftWinsFirst reports whether Left, moving first, wins the position. That can be much easier
// to find than its value, see [Values.Of]. The answer is Open if the budget stopped it first.
func (v *Values) LeftWinsFirst(left, right bitboard.Board) Answer {
	v.begin()
	s := v.start(left, right)
	return v.unlessStopped(v.wins(&s, 0))
}

// start returns a position of the board as a sum.
//
// If a mirror exchanges the players, the largest components are not reduced: copying decides them, and would not be
// found with cells missing (docs/tried.md).
func (v *Values) start(left, right bitboard.Board) sum {
	p := pair{v.shapes.place(left), v.shapes.place(right)}
	v.large = bitboard.MaxCells
	if p.a|p.b != 0 && v.shapes.mirrored(p) {
		v.large = (p.a | p.b).Count() * 5 / 6
	}
	s, _ := v.split(p, nil)
	return s
}

// wins reports whether Left, moving first, wins a sum.
func (v *Values) wins(s *sum, depth int) bool {
	for !v.stopped {
		if wins, known := s.bounds.leftWins(Value{}); known {
			return wins
		}
		if len(s.terms) == 1 {
			return v.termWins(s.terms[0], s.value, depth)
		}
		v.settle(s, depth)
	}
	return false
}

// settle evaluates the smallest component of a sum that is not known yet.
func (v *Values) settle(s *sum, depth int) {
	last := len(s.terms) - 1
	for i := range last {
		if s.terms[i].size < s.terms[last].size {
			s.terms[i], s.terms[last] = s.terms[last], s.terms[i]
		}
	}
	value := v.evaluate(s.terms[last], depth)
	s.terms, s.value = s.terms[:last], s.value.Plus(value)
	s.bound()
}

// bound sets the bounds of a sum by the bounds of its parts.
func (s *sum) bound() {
	s.bounds = boundsOf(s.value)
	for i := range s.terms {
		s.bounds = s.bounds.plus(s.terms[i].bounds)
	}
}

// evaluate finds the value of a component: it asks about the simplest number that the value may
// still be, until no other is left.
func (v *Values) evaluate(t term, depth int) Value {
	for !v.stopped {
		t.bounds = v.boundsOf(t)
		if value, ok := t.bounds.exact(); ok {
			return value
		}
		x, ok := t.bounds.simplest()
		if !ok {
			v.stopped = true
			break
		}
		if _, known := t.bounds.leftWins(Value{x: -x}); !known {
			v.termWins(t, Value{x: -x}, depth)
		} else {
			v.termWins(t.minus(), Value{x: x}, depth)
		}
	}
	return Value{}
}

// termWins reports whether Left, moving first, wins the sum of a component and a value.
//
// A move in the number is tried last, as it is needed only if no other move wins.
func (v *Values) termWins(t term, value Value, depth int) bool {
	t.bounds = v.boundsOf(t)
	if wins, known := t.bounds.leftWins(value); known {
		return wins
	}
	if !v.spend() {
		return false
	}
	wins := v.expand(&t, value, depth) || v.componentMoveWins(depth)
	if !wins && value.star && !v.stopped {
		wins = !v.termWins(t.minus(), Value{x: -value.x}, depth+1)
	}
	if after, ok := value.numberMove(); ok && !wins && !v.stopped {
		wins = !v.termWins(t.minus(), after.Minus(), depth+1)
	}
	if v.stopped {
		return false
	}
	found := v.boundsOf(t) // the search may have found more
	found.raise(t.bounds.lo, t.bounds.atLo)
	found.learn(value, wins)
	if t.swapped {
		found = found.minus()
	}
	v.known.put(t.key, found.pack(), v.halt)
	return wins
}

// expand lists sums after Left's moves in a component, as Right then sees them. It lists only moves that may win the
// sum of the component and a value, the most promising first. It raises the bound of the component by the bounds after
// the moves, and reports whether a move is known to win.
func (v *Values) expand(t *term, value Value, depth int) (wins bool) {
	if depth == len(v.levels) {
		v.levels = append(v.levels, new(colLevel))
	}
	l := v.levels[depth]
	l.n, l.terms = 0, l.terms[:0]
	p := t.sides()
	for cells := p.a; cells != 0; cells = cells.Rest() {
		c := cells.First()
		if v.shapes.dominated(p, c) {
			continue
		}
		after := pair{p.a &^ v.shapes.closed(c), p.b.Without(c)}
		var s sum
		s, l.terms = v.split(after, l.terms)
		if p.b.Has(c) {
			t.bounds.raise(s.bounds.lo, s.bounds.atLo.plus(starry))
		} else {
			t.bounds.raise(s.bounds.lo+one, s.bounds.atLo)
		}
		s.value, s.bounds = s.value.Plus(value), s.bounds.plus(boundsOf(value))
		s.score = promise(s.bounds, after)
		s.negate()
		switch wins, known := s.bounds.leftWins(Value{}); {
		case !known:
			l.insert(s)
		case !wins:
			return true
		}
	}
	return false
}

// promise estimates how promising a move of Left is, by the bounds and cells that it leaves. The lower bound has seven
// times the weight of the upper one, and a cell has a sixteenth. Moves that leave 0 or ∗ come first, since most of them
// leave 0. Even before them comes the move that copies Right's last one, if something is left in the middle
// (docs/tried.md).
func promise(b bounds, after pair) number {
	score := b.lo/8*7 + b.hi/8 + number(after.a.Count()-after.b.Count())*(one/16)
	if b.lo == 0 && b.hi == 0 {
		score += bitboard.MaxCells * one
	}
	return score
}

// negate replaces a sum by its negative: the same sum for the other player.
func (s *sum) negate() {
	s.value, s.bounds = s.value.Minus(), s.bounds.minus()
	for i := range s.terms {
		s.terms[i] = s.terms[i].minus()
	}
}

func (l *colLevel) insert(s sum) {
	i := l.n
	for l.n++; i > 0 && l.moves[i-1].score < s.score; i-- {
		l.moves[i] = l.moves[i-1]
	}
	l.moves[i] = s
}

// componentMoveWins reports whether one of the listed moves wins.
func (v *Values) componentMoveWins(depth int) bool {
	l := v.levels[depth]
	for i := range l.n {
		if !v.wins(&l.moves[i], depth+1) {
			return !v.stopped
		}
	}
	return false
}

// split appends the components of a position to terms and returns the position as a sum. Two
// components that are each other's negative add up to 0.
func (v *Values) split(p pair, terms []term) (s sum, all []term) {
	first := len(terms)
	for p.a|p.b != 0 {
		part := v.part(p)
		p.a, p.b = p.a&^part.a, p.b&^part.b
		if (part.a | part.b).Count() <= v.large {
			if less := v.shapes.reduced(part); less != part {
				p.a, p.b = p.a|less.a, p.b|less.b
				continue
			}
		}
		t := v.term(part)
		if value, ok := t.bounds.exact(); ok {
			s.value = s.value.Plus(value)
			continue
		}
		if !v.Apart {
			if rest, ok := cancel(terms[first:], t.minus()); ok {
				terms = terms[:first+len(rest)]
				continue
			}
		}
		terms = append(terms, t)
	}
	s.terms = terms[first:len(terms):len(terms)]
	s.bound()
	return s, terms
}

// cancel removes a term, if it is there.
func cancel(terms []term, t term) (rest []term, ok bool) {
	for i := range terms {
		if terms[i].key == t.key && terms[i].swapped == t.swapped {
			last := len(terms) - 1
			terms[i] = terms[last]
			return terms[:last], true
		}
	}
	return terms, false
}

// part returns the component of the lowest cell. Where kings move it makes no calls.
func (v *Values) part(p pair) pair {
	near, grid, king := v.shapes.near, v.shapes.grid, v.shapes.king
	for cells := (p.a | p.b) & -(p.a | p.b); ; {
		a, b := cells&p.a, cells&p.b
		if king {
			a, b = grid.DilateKing(a), grid.DilateKing(b)
		} else {
			a, b = near.Dilate(a), near.Dilate(b)
		}
		if a, b = a&p.a, b&p.b; a|b == cells {
			return pair{cells & p.a, cells & p.b}
		}
		cells = a | b
	}
}

// term returns a component in canonical form. A single cell is worth ∗ if both may take it, else
// 1 to the player who may.
func (v *Values) term(p pair) term {
	if (p.a | p.b).Rest() == 0 {
		x := number(p.a.Count()-p.b.Count()) * one
		star := form(p.a == p.b)
		return term{bounds: bounds{x, x, star, star}}
	}
	t := term{size: (p.a | p.b).Count()}
	t.key, t.swapped, t.self = v.shapes.canonicalPair(p)
	if data, ok := v.known.get(t.key); ok {
		t.bounds = unpack(data)
	} else {
		t.bounds = v.first(t.key, t.self)
	}
	if t.swapped {
		t.bounds = t.bounds.minus()
	}
	return t
}

// boundsOf returns the bounds known so far of a component.
func (v *Values) boundsOf(t term) bounds {
	data, ok := v.known.get(t.key)
	switch {
	case !ok:
		return t.bounds
	case t.swapped:
		return unpack(data).minus()
	}
	return unpack(data)
}

// first returns the bounds of a component in canonical form without search; for self see [shapes.canonicalPair]. If n
// blocks of 2×2, or other sets of cells all near each other, cover a player's cells, the player has at most n moves. A
// player who can copy does not lose.
func (v *Values) first(p pair, self bool) bounds {
	b := bounds{atLo: anyForm, atHi: anyForm}
	if !self {
		most := func(cells bitboard.Board) number { return number(v.moves.stones(cells)) * one }
		b = bounds{-most(p.b), most(p.a), plain, plain}
	}
	if v.shapes.copied(p) {
		b.lower(0, plain)
	}
	if v.shapes.copied(pair{p.b, p.a}) {
		b.raise(0, plain)
	}
	return b
}
