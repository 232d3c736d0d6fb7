package theory

import "fmt"

// number is a dyadic number in units of 2^-fraction. On boards of 64 cells every sum is between -64 and 64, so there
// are bits to spare.
type number int32

// fraction is the number of binary places of a number. Finer values have not been seen; if one
// occurs, the value is reported as unknown.
const fraction = 20

const one = number(1) << fraction

// bounds limits a value x or x + ∗: two numbers with x between them and, for each number, the forms that are possible
// if x equals it. A bound without a form excludes its number.
type bounds struct {
	lo, hi     number
	atLo, atHi forms
}

// forms is a set of the forms x and x + ∗.
type forms uint8

const (
	plain   forms = 1
	starry  forms = 2
	anyForm forms = 3
)

// form returns the form with or without a star.
func form(star bool) forms {
	if star {
		return starry
	}
	return plain
}

// plus returns the forms that a sum may have.
func (f forms) plus(g forms) (sum forms) {
	if f&plain != 0 {
		sum = g
	}
	if f&starry != 0 {
		sum |= g&plain<<1 | g&starry>>1
	}
	return sum
}

// boundsOf returns the bounds of a known value.
func boundsOf(v Value) bounds { return bounds{v.x, v.x, form(v.star), form(v.star)} }

// plus returns the bounds of a sum. The sum has its least value only if both parts have theirs.
func (b bounds) plus(c bounds) bounds {
	return bounds{b.lo + c.lo, b.hi + c.hi, b.atLo.plus(c.atLo), b.atHi.plus(c.atHi)}
}

func (b bounds) minus() bounds { return bounds{-b.hi, -b.lo, b.atHi, b.atLo} }

// exact returns the value, if only one is left.
func (b bounds) exact() (v Value, ok bool) {
	return Value{b.lo, b.atLo == starry}, b.lo == b.hi && b.atLo != anyForm
}

// leftWins reports whether Left, who begins, wins the sum with another value v, if the bounds decide this. Left wins if
// x > -v.x, or if x = -v.x and exactly one of the two has a star.
func (b bounds) leftWins(v Value) (wins, known bool) {
	at, win := -v.x, form(!v.star)
	switch {
	case b.lo > at || b.lo == at && b.atLo&^win == 0:
		return true, true
	case b.hi < at || b.hi == at && b.atHi&win == 0:
		return false, true
	}
	return false, false
}

// learn tightens the bounds by the outcome that leftWins is about.
func (b *bounds) learn(v Value, wins bool) {
	win := form(!v.star)
	if wins {
		b.raise(-v.x, win)
	} else {
		b.lower(-v.x, anyForm&^win)
	}
}

// raise records that x ≥ lo, and that at lo one of the given forms is possible.
func (b *bounds) raise(lo number, at forms) {
	switch {
	case lo > b.lo:
		b.lo, b.atLo = lo, at
	case lo == b.lo:
		b.atLo &= at
	}
	b.meet()
}

// lower records that x ≤ hi, and that at hi one of the given forms is possible.
func (b *bounds) lower(hi number, at forms) {
	switch {
	case hi < b.hi:
		b.hi, b.atHi = hi, at
	case hi == b.hi:
		b.atHi &= at
	}
	b.meet()
}

// meet gives both ends the same forms if they are equal.
func (b *bounds) meet() {
	if b.lo == b.hi {
		b.atLo &= b.atHi
		b.atHi = b.atLo
	}
	if b.lo > b.hi || b.lo == b.hi && b.atLo == 0 {
		panic(fmt.Sprintf("theory: no value is left for a position of Col: %+v", *b))
	}
}

// simplest returns the simplest number that x may still be: 0, else the integer nearest to 0, else the number with the
// fewest binary places. ok is false if all have too many places.
func (b bounds) simplest() (x number, ok bool) {
	lo, hi := b.lo, b.hi
	if b.atLo == 0 {
		lo++
	}
	if b.atHi == 0 {
		hi--
	}
	switch {
	case lo > hi:
		return 0, false
	case lo <= 0 && hi >= 0:
		return 0, true
	case hi < 0:
		return -simplest(-hi, -lo), true
	}
	return simplest(lo, hi), true
}

// simplest returns the simplest number from lo to hi, both positive.
func simplest(lo, hi number) number {
	for step := one; ; step /= 2 {
		if x := (lo + step - 1) / step * step; x <= hi {
			return x
		}
	}
}

// A word holds bounds: 30 bits for each number, two for each set of forms.
const (
	numberBits = 30
	formBits   = 2
	bias       = 1 << (numberBits - 1)
)

func (b bounds) pack() uint64 {
	ends := uint64(b.lo+bias)<<numberBits | uint64(b.hi+bias)
	return ends<<(2*formBits) | uint64(b.atLo)<<formBits | uint64(b.atHi)
}

func unpack(data uint64) bounds {
	const mask = 1<<numberBits - 1
	return bounds{
		lo: number(data>>(numberBits+2*formBits)) - bias, hi: number(data>>(2*formBits)&mask) - bias,
		atLo: forms(data >> formBits & uint64(anyForm)), atHi: forms(data & uint64(anyForm)),
	}
}
