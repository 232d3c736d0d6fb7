package theory

import "gridlock/bitboard"

// Reduced returns the size of the largest components in which [Values] closes cells of no use. It changes only with
// [Values.Of] and [Values.LeftWinsFirst]. The functions below are for positions that arise in the game from the last
// position given to Of or LeftWinsFirst.
func (v *Values) Reduced() int { return v.large }

// AtLeast reports whether a position is worth at least a value to Left: x + ∗ is at least y + ∗ if
// x ≥ y, and at least y only if x > y. The answer is Open if the budget stopped it first.
func (v *Values) AtLeast(left, right bitboard.Board, least Value) Answer {
	v.begin()
	s, _ := v.split(pair{v.shapes.place(right), v.shapes.place(left)}, nil)
	s.value = s.value.Plus(least)
	s.bound()
	return v.unlessStopped(!v.wins(&s, 0))
}

// Least returns the greatest number x with a known lower bound of a component, without a search. The component is worth
// at least x to Left if plainly is set, and at least x + ∗ if starred is. If neither is set, one of the two holds, but
// it is not known which.
func (v *Values) Least(left, right bitboard.Board) (x Value, plainly, starred bool) {
	b := v.term(pair{v.shapes.place(left), v.shapes.place(right)}).bounds
	return Value{x: b.lo}, b.atLo&starry == 0, b.atLo&plain == 0
}

// Exactly returns the value of a position, or nil, as [Values.Of].
func (v *Values) Exactly(left, right bitboard.Board) *Value {
	v.begin()
	s, _ := v.split(pair{v.shapes.place(left), v.shapes.place(right)}, nil)
	return v.total(s)
}
