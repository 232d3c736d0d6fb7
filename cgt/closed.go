package cgt

import "slices"

// closed is a value with a name: x + ups·↑ + ∗star. Such values are added without their options, which are made only
// when needed.
type closed struct {
	x    Dyadic
	ups  int32
	star uint32
}

// maxUps is more than the ups and the nimbers of values.
const maxUps = 1 << 10

// Zero returns the value 0.
func (a *Arena) Zero() Value { return Value{a, 0} }

// Number returns the value x.
func (a *Arena) Number(x Dyadic) (Value, error) {
	return a.run(func() uint32 { return a.number(x) })
}

// Integer returns the value n.
func (a *Arena) Integer(n int) (Value, error) {
	x, err := NewDyadic(int64(n), 0)
	if err != nil {
		return Value{}, err
	}
	return a.Number(x)
}

// Nimber returns the value of a heap of n counters in Nim, ∗n.
func (a *Arena) Nimber(n int) (Value, error) { return a.Up(0, n) }

// Up returns the value ups·↑ + ∗star. Fewer than no ups are downs.
func (a *Arena) Up(ups, star int) (Value, error) {
	if ups <= -maxUps || maxUps <= ups || star < 0 || maxUps <= star {
		return Value{}, ErrRange
	}
	return a.run(func() uint32 { return a.insertClosed(closed{0, int32(ups), uint32(star)}) })
}

// Number returns v as a number. ok is false if it is none.
func (v Value) Number() (x Dyadic, ok bool) {
	f := &v.arena.forms[v.id]
	return f.left.at(), f.isNumber()
}

// Nimber returns n if v is ∗n. ok is false if it is no nimber.
func (v Value) Nimber() (n int, ok bool) {
	c, ok := v.arena.name(v.id)
	return int(c.star), ok && c.x == 0 && c.ups == 0
}

// number returns the form of a number.
func (a *Arena) number(x Dyadic) uint32 { return a.insertClosed(closed{x: x}) }

// name returns a closed form. ok is false if the form is none.
func (a *Arena) name(id uint32) (c closed, ok bool) {
	if at := a.forms[id].closed; at != 0 {
		return a.closed[at-1], true
	}
	return closed{}, false
}

// atMost reports whether c ≤ d. n·↑ + ∗m is positive if n is 2 or more, or 1 if m is not 1; negative likewise; and
// else confused with 0, if it is not 0 (Siegel, II.1).
func (c closed) atMost(d closed) bool {
	if c.x != d.x {
		return c.x < d.x
	}
	ups, star := d.ups-c.ups, c.star^d.star
	return ups > 1 || ups == 1 && star != 1 || ups == 0 && star == 0
}

// stops returns the stops.
func (c closed) stops() (left, right stop) {
	left, right = leftStop(c.x), leftStop(c.x)
	if !c.atMost(closed{x: c.x}) {
		left++
	}
	if (closed{x: c.x}).atMost(c) {
		right++
	}
	return left, right
}

// optionsOf returns the options of a form.
func (a *Arena) optionsOf(id uint32) (lefts, rights []uint32) {
	f := &a.forms[id]
	switch {
	case id == making:
		return a.lefts, a.rights
	case f.at == unknown:
		lefts, rights = a.expand(a.closed[f.closed-1])
		a.keep(&a.forms[id], lefts, rights)
		return lefts, rights
	}
	all := a.options[f.at:]
	return all[:f.lefts:f.lefts], all[f.lefts : f.lefts+f.rights]
}

// expand returns the options of a closed form, in order. If G is not a number, the options of x + G are the options of
// G, plus x.
func (a *Arena) expand(c closed) (lefts, rights []uint32) {
	option := func(ups int32, star uint32) []uint32 { return []uint32{a.insertClosed(closed{c.x, ups, star})} }
	unit := c.x.unit()
	switch {
	case c.ups == 0 && c.star == 0:
		if c.x > 0 || unit < one {
			lefts = []uint32{a.number(c.x - unit)}
		}
		if c.x < 0 || unit < one {
			rights = []uint32{a.number(c.x + unit)}
		}
	case c.ups == 0:
		for star := range c.star {
			lefts = append(lefts, option(0, star)...)
		}
		rights = lefts
	case c.ups < 0:
		lefts, rights = a.expand(closed{-c.x, -c.ups, c.star})
		return each(rights, a.negative), each(lefts, a.negative)
	case c.ups == 1 && c.star == 1: // ↑∗ = {0,∗|0}
		lefts, rights = append(option(0, 0), option(0, 1)...), option(0, 0)
	default: // {0|(n-1)·↑ + ∗(m⊕1)}
		lefts, rights = option(0, 0), option(c.ups-1, c.star^1)
	}
	return lefts, rights
}

// recognize returns the closed form with these options, which are canonical, in order, and not options of a number. ok
// is false if there is none.
func (a *Arena) recognize(lefts, rights []uint32) (c closed, ok bool) {
	l, okL := a.name(lefts[0])
	r, okR := a.name(rights[0])
	if !okL || !okR || l.x != r.x {
		return c, false
	}
	for _, c := range []closed{
		{l.x, 0, uint32(len(lefts))}, {l.x, 1, 1}, {l.x, -1, 1},
		{l.x, max(1, r.ups+1), r.star ^ 1}, {l.x, min(-1, l.ups-1), l.star ^ 1},
	} {
		if ls, rs := a.expand(c); slices.Equal(ls, lefts) && slices.Equal(rs, rights) {
			return c, true
		}
	}
	return c, false
}
