package theory

import "gridlock/cgt"

// Value is the combinatorial-game value of a position of duel: a dyadic number x, or x + ∗
// (Conway, On Numbers and Games, ch. 8; Berlekamp, Conway & Guy, Winning Ways, ch. 2, "Col").
// Left is the player whose side is given first.
type Value struct {
	x    number
	star bool
}

// NewValue returns n / 2^places, for at least 20 places, plus ∗ if star is set. Binary digits after the
// 20th are cut off.
func NewValue(n int64, places int, star bool) Value {
	return Value{number(n >> (places - fraction)), star}
}

// Plus returns the value of the sum of two games.
func (v Value) Plus(w Value) Value { return Value{v.x + w.x, v.star != w.star} }

// Minus returns the value of the game with the players exchanged.
func (v Value) Minus() Value { return Value{-v.x, v.star} }

// Dyadic returns the value as n / 2^places, plus ∗ if star is set. The fraction need not be in lowest terms.
func (v Value) Dyadic() (n int64, places int, star bool) { return int64(v.x), fraction, v.star }

// LeftWinsFirst reports whether Left, moving first, wins.
func (v Value) LeftWinsFirst() bool { return v.x > 0 || v.x == 0 && v.star }

// numberMove returns the value after Left moves in its number: the Left option of the number's
// simplest form. ok is false if there is none.
func (v Value) numberMove() (after Value, ok bool) {
	if v.x%one != 0 {
		return Value{v.x - v.x&-v.x, v.star}, true
	}
	return Value{v.x - one, v.star}, v.x > 0
}

// String returns the value in the notation of package cgt: "0", "-3", "5/8", "*" or, for 1/2 + ∗, "1/2*".
// Certificates use the same form.
func (v Value) String() string {
	x, _ := cgt.NewDyadic(int64(v.x), fraction) // 32 bits always fit
	switch {
	case !v.star:
		return x.String()
	case v.x == 0:
		return "*"
	}
	return x.String() + "*"
}
