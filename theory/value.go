package theory

import (
	"fmt"
	"math/bits"

	"gridlock/bitboard"
)

// Value is the combinatorial-game value of a position of duel: a dyadic number x,
// or x + ∗ (Conway, On Numbers and Games, ch. 8; Berlekamp, Conway & Guy, Winning
// Ways, ch. 2, "Col"). Left is the player whose side is given first.
type Value struct {
	x    int64 // in units of 2^-fraction
	star bool
}

// fraction is the number of binary places of a Value. Finer numbers have not been
// seen; if one occurs, the value is said not to be known.
const fraction = 32

const one = int64(1) << fraction

// Plus returns the value of the sum of two games.
func (v Value) Plus(w Value) Value { return Value{v.x + w.x, v.star != w.star} }

// Minus returns the value of the game with the players exchanged.
func (v Value) Minus() Value { return Value{-v.x, v.star} }

// LeftWinsFirst reports whether Left, moving first, wins.
func (v Value) LeftWinsFirst() bool { return v.x > 0 || v.x == 0 && v.star }

// String returns the value as "0", "-3", "5/8", "*" or "1/2+*".
func (v Value) String() string {
	x := fmt.Sprint(v.x >> fraction)
	if v.x%one != 0 {
		places := fraction - bits.TrailingZeros64(uint64(v.x))
		x = fmt.Sprintf("%d/%d", v.x>>(fraction-places), int64(1)<<places)
	}
	switch {
	case !v.star:
		return x
	case v.x == 0:
		return "*"
	}
	return x + "+*"
}

// Values finds the values of duel. Make it with [NewValues]. It remembers the value
// of every component that it has met, so it is not for several goroutines at once.
type Values struct {
	Budget

	shapes *shapes
	known  *table
}

// NewValues returns values for a board, nothing known yet.
func NewValues(g *bitboard.Grid) *Values {
	return &Values{shapes: newShapes(g), known: newTable()}
}

// Of returns the value of the position in which Left may still take the first set
// of cells and Right the second. ok is false when the budget stopped it first, or
// the value is too fine to be held.
//
// Two neighbours belong together only where some player may still take both; the
// components that makes add up. Time and memory grow with the number of different
// components that can arise.
func (v *Values) Of(left, right bitboard.Board) (value Value, ok bool) {
	v.begin()
	value = v.sum(pair{v.shapes.place(left), v.shapes.place(right)})
	return value, !v.stopped
}

// sum returns the value of any position.
func (v *Values) sum(p pair) Value {
	var sum Value
	for p.a|p.b != 0 {
		part := v.part(p)
		p.a, p.b = p.a&^part.a, p.b&^part.b
		sum = sum.Plus(v.component(part))
	}
	return sum
}

// part returns the component of the lowest cell.
func (v *Values) part(p pair) pair {
	grid, all := v.shapes.grid, p.a|p.b
	for cells := all & -all; ; {
		next := cells | grid.DilateKing(cells&p.a)&p.a | grid.DilateKing(cells&p.b)&p.b
		if next == cells {
			return pair{cells & p.a, cells & p.b}
		}
		cells = next
	}
}

// component returns the value of a connected position.
func (v *Values) component(p pair) Value {
	p, swapped := v.shapes.canonicalPair(p)
	value, ok := v.lookup(p)
	if !ok {
		value = v.search(p)
	}
	if swapped {
		return value.Minus()
	}
	return value
}

// lookup returns the value of a component in canonical form, if it is known.
func (v *Values) lookup(p pair) (value Value, ok bool) {
	data, ok := v.known.get(p)
	return Value{int64(data) >> 1, data&1 != 0}, ok
}

// search finds the value of a component in canonical form from those of its options.
func (v *Values) search(p pair) Value {
	if !v.spend() {
		return Value{}
	}
	var left, right options
	for c := range p.a.Cells() {
		left.add(v.sum(pair{p.a &^ v.shapes.closed(c), p.b.Without(c)}))
		if v.stopped {
			return Value{}
		}
	}
	for c := range p.b.Cells() {
		// Seen from the other side, so that the greatest option is the best.
		right.add(v.sum(pair{p.a.Without(c), p.b &^ v.shapes.closed(c)}).Minus())
		if v.stopped {
			return Value{}
		}
	}
	value, ok := left.value(right)
	if !ok {
		v.stopped = true
		return Value{}
	}
	data := uint64(value.x) << 1
	if value.star {
		data |= 1
	}
	v.known.put(p, data)
	return value
}

// options is what matters of a player's options, each a number or a number + ∗:
// the greatest number among them, and in which of the two forms it occurs.
type options struct {
	any           bool
	x             int64
	plain, starry bool
}

func (o *options) add(v Value) {
	if !o.any || v.x > o.x {
		*o = options{any: true, x: v.x}
	}
	if v.x == o.x {
		o.plain, o.starry = o.plain || !v.star, o.starry || v.star
	}
}

// admits reports whether the number y is no worse for the player whose options
// these are than to move: greater than every option x, and not less than any x + ∗,
// with which x itself is confused.
func (o options) admits(y int64) bool {
	return !o.any || y > o.x || y == o.x && !o.plain
}

// value returns the value of the game with these options of Left, and those of
// Right given in the negative. It is the simplest number that both sides admit
// (simplicity theorem, ONAG ch. 7); where they admit none, both have the same plain
// number x as their best option, and the value is x + ∗. ok is false when the
// number has too many places.
func (o options) value(right options) (v Value, ok bool) {
	if o.admits(0) && right.admits(0) {
		return Value{}, true
	}
	if !o.overlaps(right) {
		if !o.any || !right.any || o.x != -right.x || o.starry || right.starry {
			panic(fmt.Sprintf("theory: Col has a value that is neither x nor x+*: %+v | %+v", o, right))
		}
		return Value{x: o.x, star: true}, true
	}
	if !right.admits(0) { // negative: look at it from the other side
		v, ok = right.value(o)
		return v.Minus(), ok
	}
	// Positive: the least integer that is admitted, or the number with the fewest
	// binary places.
	for step := one; step > 0; step /= 2 {
		y := o.x / step * step
		if !o.admits(y) {
			y += step
		}
		if right.admits(-y) {
			return Value{x: y}, true
		}
	}
	return Value{}, false
}

// overlaps reports whether some number is admitted by both sides.
func (o options) overlaps(right options) bool {
	switch {
	case !o.any || !right.any || o.x < -right.x:
		return true
	case o.x == -right.x:
		return !o.plain && !right.plain
	}
	return false
}
