package cgt

import "slices"

// closed is a value that is known by its name: x + ups·↑ + ∗star. Such values are added without their options, and
// have options only if somebody asks.
type closed struct {
	x    Dyadic
	ups  int32
	star uint32
}

// maxUps is more than the ups and the nimbers of values.
const maxUps = 1 << 14

// Zero returns the value 0.
func (a *Arena) Zero() Value { return Value{a, 0} }

// Number returns the value x.
func (a *Arena) Number(x Dyadic) (Value, error) {
	a.err = nil
	return a.end(a.number(x))
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
	a.err = nil
	if ups <= -maxUps || maxUps <= ups || star < 0 || maxUps <= star {
		return Value{}, ErrRange
	}
	return a.end(a.insertClosed(closed{0, int32(ups), uint32(star)}))
}

// Number returns the number that v is. ok is false if it is none.
func (v Value) Number() (x Dyadic, ok bool) {
	if f := v.arena.forms[v.id]; f.isNumber() {
		return f.left.at(), true
	}
	return 0, false
}

// Nimber returns the n of the ∗n that v is. ok is false if it is none.
func (v Value) Nimber() (n int, ok bool) {
	if c, ok := v.arena.name(v.id); ok && c.x == 0 && c.ups == 0 {
		return int(c.star), true
	}
	return 0, false
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

// plus returns the sum of two closed forms.
func (c closed) plus(d closed) closed { return closed{c.x + d.x, c.ups + d.ups, c.star ^ d.star} }

// stops returns the stops. The sign of the ups, or of what is in their place, says who is to move at x.
func (c closed) stops() (left, right stop) {
	if c.ups == 0 && c.star == 0 {
		return leftStop(c.x), rightStop(c.x)
	}
	left, right = rightStop(c.x), leftStop(c.x)
	if (closed{}).atMost(closed{0, c.ups, c.star}) {
		right = rightStop(c.x)
	}
	if (closed{0, c.ups, c.star}).atMost(closed{}) {
		left = leftStop(c.x)
	}
	return left, right
}

// atMost reports whether c ≤ d. n·↑ + ∗m is positive if n is 2 or more, or 1 if m is not 1; negative likewise; and
// confused with 0 if it is ↑∗, ↓∗ or a nimber (Siegel, II.1).
func (c closed) atMost(d closed) bool {
	if c.x != d.x {
		return c.x < d.x
	}
	ups, star := d.ups-c.ups, c.star^d.star
	return ups > 1 || ups == 1 && star != 1 || ups == 0 && star == 0
}

// isNumber reports whether a form is a number: only then the right stop is better for Left than the left stop.
func (f *form) isNumber() bool { return f.left < f.right }

// optionsOf returns the options of a form.
func (a *Arena) optionsOf(id uint32) (lefts, rights []uint32) {
	f := &a.forms[id]
	if f.at == unknown {
		lefts, rights = a.expand(a.closed[f.closed-1])
		at, ok := a.keep(lefts, rights)
		if !ok {
			return nil, nil
		}
		f = &a.forms[id]
		f.at, f.lefts, f.rights = at, uint16(len(lefts)), uint16(len(rights))
	}
	all := a.options[f.at:]
	return all[:f.lefts:f.lefts], all[f.lefts : f.lefts+f.rights]
}

// expand returns the options of a closed form, in order. Those of x + G, if G is not a number, are those of G, plus x.
func (a *Arena) expand(c closed) (lefts, rights []uint32) {
	option := func(ups int32, star uint32) []uint32 { return []uint32{a.insertClosed(closed{c.x, ups, star})} }
	switch {
	case c.ups == 0 && c.star == 0:
		unit := c.x.unit()
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
	case c.ups == 1 && c.star == 1: // ↑∗ = {0,∗|0}
		return append(option(0, 0), option(0, 1)...), option(0, 0)
	case c.ups == -1 && c.star == 1:
		return option(0, 0), append(option(0, 0), option(0, 1)...)
	case c.ups > 0: // {0|(n-1)·↑ + ∗(m⊕1)}
		return option(0, 0), option(c.ups-1, c.star^1)
	default:
		return option(c.ups+1, c.star^1), option(0, 0)
	}
	return lefts, rights
}

// recognize returns the closed form that has these options, which are canonical and in order, and not those of a
// number. ok is false if there is none.
func (a *Arena) recognize(lefts, rights []uint32) (c closed, ok bool) {
	l, okL := a.name(lefts[0])
	r, okR := a.name(rights[0])
	if !okL || !okR || l.x != r.x {
		return c, false
	}
	c.x = l.x
	switch {
	case a.areNimbers(lefts, c.x) && slices.Equal(lefts, rights):
		c.star = uint32(len(lefts))
	case len(lefts) == 2 && len(rights) == 1 && a.areNimbers(lefts, c.x) && a.areNimbers(rights, c.x):
		c.ups, c.star = 1, 1
	case len(lefts) == 1 && len(rights) == 2 && a.areNimbers(lefts, c.x) && a.areNimbers(rights, c.x):
		c.ups, c.star = -1, 1
	case len(lefts) == 1 && len(rights) == 1 && l == c && r.ups >= 0:
		c.ups, c.star = r.ups+1, r.star^1
	case len(lefts) == 1 && len(rights) == 1 && r == c && l.ups <= 0:
		c.ups, c.star = l.ups-1, l.star^1
	default:
		return c, false
	}
	return c, true
}

// areNimbers reports whether a list is x, x + ∗, x + ∗2 and so on.
func (a *Arena) areNimbers(ids []uint32, x Dyadic) bool {
	for star, id := range ids {
		if c, ok := a.name(id); !ok || c != (closed{x, 0, uint32(star)}) {
			return false
		}
	}
	return true
}
