package proof

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
)

// Value is the value of a position in which marks close cells to their owner: a number, or a number plus ∗.
type Value struct {
	X    Number
	Star bool
}

// Number is a dyadic number in units of 2⁻⁴⁰, between -64 and 64. No component of 64 cells has a number beyond that,
// and none with a finer number is known.
type Number int64

const (
	places     = 40 // binary places of a Number
	one        = Number(1) << places
	mostNumber = 64 * one
)

// Plus returns the value of the sum of two positions.
func (v Value) Plus(w Value) Value { return Value{v.X + w.X, v.Star != w.Star} }

// AtLeast reports whether v ≥ w, as games: x and x + ∗ are not comparable.
func (v Value) AtLeast(w Value) bool { return v.X > w.X || v == w }

// PlusStar returns the value plus ∗.
func (v Value) PlusStar() Value { return Value{v.X, !v.Star} }

// exponent returns the least e for which x times 2ᵉ is an integer.
func (x Number) exponent() int {
	return places - min(places, bits.TrailingZeros64(uint64(x)))
}

// String returns the value in the form of a header: "0", "-3/4", "*", "1/2*", as in package
// theory and in all output of this module.
func (v Value) String() string {
	if v == (Value{Star: true}) {
		return "*"
	}
	e := v.X.exponent()
	text := strconv.FormatInt(int64(v.X>>(places-e)), 10)
	if e > 0 {
		text += "/" + strconv.FormatInt(1<<e, 10)
	}
	if v.Star {
		text += "*"
	}
	return text
}

// ParseValue is the inverse of [Value.String]; any other form is an error.
func ParseValue(text string) (Value, error) {
	number, star := strings.CutSuffix(text, "*")
	numerator, denominator, fraction := strings.Cut(number, "/")
	n, _ := strconv.ParseInt(numerator, 10, 64)
	e := 0
	if fraction {
		d, _ := strconv.ParseUint(denominator, 10, 64)
		e = bits.Len64(d) - 1
	}
	v, err := valueOf(n, e, star)
	if err == nil && v.String() != text {
		err = errors.New("not in its shortest form")
	}
	if err != nil {
		return v, fmt.Errorf("%.40q is not a value: %w", text, err)
	}
	return v, nil
}

// valueOf returns n / 2ᵉ, plus ∗ if star is set. The fraction must be in lowest terms.
func valueOf(n int64, e int, star bool) (Value, error) {
	switch most := int64(mostNumber); {
	case e < 0 || e > places || n > most || -n > most || n<<(places-e)>>(places-e) != n:
		return Value{}, errors.New("a number that is too large or too fine")
	case e > 0 && n%2 == 0:
		return Value{}, errors.New("a fraction that is not in lowest terms")
	}
	x := Number(n) << (places - e)
	if x > mostNumber || x < -mostNumber {
		return Value{}, errors.New("a number that is too large")
	}
	return Value{x, star}, nil
}

// append appends the encoded value: the numerator, zigzag coded, and a byte of 2 · exponent +
// star.
func (v Value) append(b []byte) []byte {
	e := v.X.exponent()
	n := int64(v.X >> (places - e))
	b = appendVarint(b, Key{Lo: uint64(n<<1 ^ n>>63)})
	end := byte(2 * e)
	if v.Star {
		end++
	}
	return append(b, end)
}

// readValue reads a value of a body.
func readValue(r io.ByteReader) (Value, error) {
	zigzag, err := readInt(r, 1<<62)
	if err != nil {
		return Value{}, err
	}
	end, err := r.ReadByte()
	if err != nil {
		return Value{}, err
	}
	return valueOf(int64(zigzag>>1)^-int64(zigzag&1), int(end>>1), end&1 != 0)
}
