package cgt

import (
	"cmp"
	"slices"
)

// Order is how two games compare.
type Order int8

// The orders. If two games are confused, neither is at least the other.
const (
	Less Order = iota - 1
	Equal
	Greater
	Confused
)

// Outcome is who wins a game.
type Outcome byte

// The outcomes: the first player, the second, Left or Right, whoever begins.
const (
	Next     Outcome = 'N'
	Previous Outcome = 'P'
	Left     Outcome = 'L'
	Right    Outcome = 'R'
)

// String returns the letter of the outcome.
func (o Outcome) String() string { return string(o) }

// Outcome returns who wins a game of this value.
func (v Value) Outcome() Outcome {
	f := &v.arena.forms[v.id]
	return outcome(f.left, f.right)
}

// outcome returns who wins a game with these stops.
func outcome(left, right stop) Outcome {
	switch atLeast, atMost := right >= rightStop(0), left <= leftStop(0); {
	case atLeast && atMost:
		return Previous
	case atLeast:
		return Left
	case atMost:
		return Right
	}
	return Next
}

// Compare compares two values.
func (a *Arena) Compare(v, w Value) (Order, error) {
	less, err := a.AtMost(v, w)
	if err != nil {
		return 0, err
	}
	greater, err := a.AtMost(w, v)
	switch {
	case v == w:
		return Equal, err
	case less:
		return Less, err
	case greater:
		return Greater, err
	}
	return Confused, err
}

// AtMost reports whether v ≤ w: in w - v Left wins if Right begins.
func (a *Arena) AtMost(v, w Value) (atMost bool, err error) {
	_, err = a.run(func() uint32 { atMost = a.le(v.id, w.id); return 0 }, v, w)
	return atMost, err
}

// le reports whether g ≤ h: no left option of g is at least h, and no right option of h at most g (Siegel, II.1).
//
// Most of the time stops are enough. If g ≤ h, no stop of g is better for Left than the same stop of h. If the left
// stop of g is worse for Left than the right stop of h, g ≤ x ≤ h for some number x.
func (a *Arena) le(g, h uint32) bool {
	f, e := &a.forms[g], &a.forms[h]
	switch {
	case g == h || f.left < e.right:
		return true
	case f.left > e.left || f.right > e.right:
		return false
	case f.closed != 0 && e.closed != 0:
		return a.closed[f.closed-1].atMost(a.closed[e.closed-1])
	}
	memo, i, j := &a.atMost, g, h
	if g == making {
		memo, i = &a.now, a.turn
	} else if h == making {
		memo, j = &a.now, a.turn
	}
	known := memo.get(i, j)
	if known != 0 || !a.step() {
		return known == 2
	}
	lefts, _ := a.optionsOf(g)
	_, rights := a.optionsOf(h)
	atMost := !slices.ContainsFunc(lefts, func(option uint32) bool { return a.le(h, option) }) &&
		!slices.ContainsFunc(rights, func(option uint32) bool { return a.le(option, g) })
	if known = 1; atMost {
		known = 2
	}
	if a.err == nil {
		a.put(memo, i, j, known)
	}
	return atMost
}

// ge reports whether g ≥ h.
func (a *Arena) ge(g, h uint32) bool { return a.le(h, g) }

// order orders forms by their structure, not by the time of their making, as CGSuite does: numbers, sums with nimbers,
// sums with ups, then all others by their options.
func (a *Arena) order(g, h uint32) int {
	if g == h {
		return 0
	}
	c, okC := a.name(g)
	d, okD := a.name(h)
	switch {
	case okC && okD:
		return cmp.Or(cmp.Compare(c.ups*c.ups, d.ups*d.ups), cmp.Compare(c.ups, d.ups), cmp.Compare(c.star, d.star),
			cmp.Compare(c.x, d.x))
	case okC:
		return -1
	case okD:
		return 1
	}
	leftsG, rightsG := a.optionsOf(g)
	leftsH, rightsH := a.optionsOf(h)
	return cmp.Or(slices.CompareFunc(leftsG, leftsH, a.order), slices.CompareFunc(rightsG, rightsH, a.order))
}

// sort puts options in order. There are few, and often they are almost in order.
func (a *Arena) sort(ids []uint32) {
	for i := range ids {
		for k := i; k > 0 && a.order(ids[k-1], ids[k]) > 0; k-- {
			ids[k-1], ids[k] = ids[k], ids[k-1]
		}
	}
}
