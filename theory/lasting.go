package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Lasting reports whether a player of a state (with mover the mover, else the opponent) surely takes that many turns,
// whatever the other player does. If it returns false, nothing is known.
type Lasting func(s variants.State, mover bool, turns int) bool

// sureTurns are the numbers of turns that a player surely takes moving first, and moving second.
type sureTurns struct{ first, second int }

// partTurns finds turns that are sure where marks close the cells near them to their owners alone: in each
// part of a position, then in their sum.
type partTurns struct {
	partwise
	cells *plyBounds
}

// A word of the table has both numbers.
const (
	turnBits    = 32
	secondTurns = 1<<turnBits - 1
)

func newPartTurns(game *variants.Game) *partTurns {
	v := &partTurns{partwise: newPartwise(game)}
	v.cells = newPlyBounds(v.shapes.near)
	return v
}

// turnsAtLeast is [Lasting].
func (v *partTurns) turnsAtLeast(s variants.State, mover bool, turns int) bool {
	p := v.ask(s, mover)
	return v.counted(p).atLeast(mover, turns) || v.sum(p).atLeast(mover, turns)
}

func (s sureTurns) atLeast(first bool, turns int) bool {
	if first {
		return s.first >= turns
	}
	return s.second >= turns
}

// sum returns the turns of the player of the first set of a position. The player replies in the part of the opponent's
// move. If the player moves first, the first move is in the part where that gains most.
func (v *partTurns) sum(p pair) sureTurns {
	second, more := 0, 0
	add := func(s sureTurns) { second, more = second+s.second, max(more, s.first-s.second) }
	var rest pair
	for p.a|p.b != 0 {
		part := v.cut(&p)
		if s, ok := v.part(part); ok {
			add(s)
		} else {
			rest.a, rest.b = rest.a|part.a, rest.b|part.b
		}
	}
	add(v.counted(rest))
	return sureTurns{second + more, second}
}

// part returns the turns of a part, unless it is too large to look into.
func (v *partTurns) part(p pair) (s sureTurns, ok bool) {
	switch {
	case p.a == 0:
		return s, true
	case (p.a | p.b).Count() == 1:
		return sureTurns{1, (p.a &^ p.b).Count()}, true
	case v.tooLarge(p):
		return s, false
	}
	p = v.shapes.least(p)
	if data, ok := v.known.get(p); ok {
		return sureTurns{int(data >> turnBits), int(data & secondTurns)}, true
	}
	if !v.begin() {
		return s, false
	}
	for m := range p.a.Cells() {
		s.first = max(s.first, 1+v.sum(v.after(p, m)).second)
	}
	s.second = s.first // the opponent may move elsewhere
	for m := range p.b.Cells() {
		s.second = min(s.second, v.sum(v.afterOther(p, m)).first)
	}
	v.known.put(p, uint64(s.first)<<turnBits|uint64(s.second), nil)
	return s, true
}

// counted bounds the turns of a position by an independent set.
func (v *partTurns) counted(p pair) sureTurns {
	alone, both := v.cells.spread(p.a, p.b)
	return sureTurns{alone + (both+1)/2, alone + both/2}
}

// spread finds an independent set of cells of mine. It returns how many of its cells are not in yours, and how many
// are.
func (v *plyBounds) spread(mine, yours bitboard.Board) (alone, both int) {
	near, left := v.near.Both(), mine
	for own := left &^ yours; own != 0; own &= left {
		left &^= near.Dilate(own & -own)
		alone++
	}
	for ; left != 0; both++ {
		left &^= near.Dilate(left & -left)
	}
	return alone, both
}

// stonesTurnsAtLeast is Lasting where marks close the cells near them to both. It counts the cells of a set such that
// each mark closes at most one of them: no cell is near two cells of the set, and no cell of the set is near another.
func (v *plyBounds) stonesTurnsAtLeast(s variants.State, mover bool, turns int) bool {
	near, plies := v.near.Both(), 0
	for left := s.Free; left != 0; plies++ {
		left &^= near.Dilate(near.Dilate(left&-left) & s.Free)
	}
	if mover {
		plies++
	}
	return plies/2 >= turns
}
