package cgt

import (
	"fmt"
	"math/bits"
	"strconv"
)

// Dyadic is a dyadic rational, a number whose denominator is a power of two, in units of 2^-40. So Dyadics are added
// and compared as integers are. Values and thermographs have numbers below 2^21 in absolute value. A number beyond
// that, or finer, is an error ([ErrRange]).
type Dyadic int64

const (
	places = 40              // binary places of a Dyadic
	one    = Dyadic(1) << 40 // the number 1
	bound  = one << 21       // numbers are smaller, so that the sum of two stops fits into 64 bits
)

// NewDyadic returns n / 2^k, or ErrRange if there is no such Dyadic.
func NewDyadic(n int64, k int) (Dyadic, error) {
	for k > 0 && n%2 == 0 {
		n, k = n/2, k-1
	}
	if n == 0 {
		return 0, nil
	}
	if k < 0 || k > places || bits.Len64(uint64(max(n, -n)))+places-k > 61 {
		return 0, fmt.Errorf("%d/2^%d: %w", n, k, ErrRange)
	}
	return Dyadic(n << (places - k)), nil
}

// Fraction returns n and k so that d is n / 2^k in lowest terms.
func (d Dyadic) Fraction() (n int64, k int) {
	k = max(0, places-bits.TrailingZeros64(uint64(d)))
	return int64(d) >> (places - k), k
}

// Float returns the number nearest to d.
func (d Dyadic) Float() float64 { return float64(d) / float64(one) }

// String returns d as "-3" or "5/8".
func (d Dyadic) String() string {
	n, k := d.Fraction()
	if k == 0 {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%d/%d", n, int64(1)<<k)
}

// unit returns the greatest power of two, at most 1, that divides d.
func (d Dyadic) unit() Dyadic {
	if d == 0 {
		return one
	}
	return min(one, d&-d)
}

// stop is the end of a game when both play well: a number x, and the player to move there. It is 2x if Left is to move,
// and 2x + 1 if Right is, so the greater of two stops is better for Left. G ≤ x if the left stop of G is at most 2x,
// and G ≥ x if its right stop is at least 2x + 1 (Siegel, II.3).
type stop int64

// at returns the number.
func (s stop) at() Dyadic { return Dyadic(s >> 1) }

// leftMoves reports whether Left is to move.
func (s stop) leftMoves() bool { return s&1 == 0 }

// leftStop and rightStop return the stops of a number.
func leftStop(x Dyadic) stop  { return stop(x) * 2 }
func rightStop(x Dyadic) stop { return stop(x)*2 + 1 }

// isNumber reports whether a form is a number. Only a number has a right stop that is better for Left than its left
// stop.
func (f *form) isNumber() bool { return f.left < f.right }

// noLeft is less than the stops of games, and noRight is greater.
const (
	noLeft  stop = -1 << 63
	noRight stop = 1<<63 - 1
)

// simplest returns the value of a game that is a number: the simplest number x that is neither below an option of Left
// nor above one of Right. lo is the greatest right stop of Left's options, and hi the least left stop of Right's. So x
// is the simplest number with lo ≤ 2x < hi. ok is false if there is none. The error says that all such numbers are too
// fine.
func simplest(lo, hi stop) (x Dyadic, ok bool, err error) {
	switch {
	case lo >= hi:
		return 0, false, nil
	case lo <= 0 && 0 < hi:
		return 0, true, nil
	case hi <= 0: // x is negative
		opposite := noRight
		if lo != noLeft {
			opposite = 1 - lo
		}
		x, ok, err = simplest(1-hi, opposite)
		return -x, ok, err
	}
	least := Dyadic(lo>>1 + lo&1)
	for unit := one; unit > 0; unit /= 2 {
		if x := (least + unit - 1) &^ (unit - 1); leftStop(x) < hi {
			return x, true, nil
		}
	}
	return 0, false, ErrRange
}
