package cgt

import (
	"cmp"
	"slices"
)

// Order is how two games compare.
type Order int8

// The orders. Of confused games neither is at least the other.
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
	f := v.arena.forms[v.id]
	switch atLeast, atMost := f.right >= rightStop(0), f.left <= leftStop(0); {
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
	if err := a.begin(v, w); err != nil {
		return 0, err
	}
	less, greater := a.le(v.id, w.id), a.le(w.id, v.id)
	switch {
	case a.err != nil:
		return 0, a.err
	case less && greater:
		return Equal, nil
	case less:
		return Less, nil
	case greater:
		return Greater, nil
	}
	return Confused, nil
}

// AtMost reports whether v ≤ w: in w - v Left wins if Right begins.
func (a *Arena) AtMost(v, w Value) (bool, error) {
	if err := a.begin(v, w); err != nil {
		return false, err
	}
	return a.le(v.id, w.id), a.err
}

// quick compares by stops, and reports whether that says if a game is at most another one. If G ≤ H, no stop of G is
// better for Left than that of H. If even the left stop of G is worse for Left than the right stop of H, G ≤ x ≤ H for
// some number x.
func quick(g, h *form) (atMost, ok bool) {
	if g.left < h.right {
		return true, true
	}
	return false, g.left > h.left || g.right > h.right
}

// le reports whether g ≤ h: no left option of g is at least h, and no right option of h at most g (Siegel, II.1).
func (a *Arena) le(g, h uint32) bool {
	if g == h {
		return true
	}
	if atMost, ok := quick(&a.forms[g], &a.forms[h]); ok {
		return atMost
	}
	if c, ok := a.name(g); ok {
		if d, ok := a.name(h); ok {
			return c.atMost(d)
		}
	}
	if known := a.atMost.get(g, h); known != 0 || !a.step() {
		return known == 2
	}
	atMost := a.leByOptions(g, h)
	if a.err != nil {
		return false
	}
	known := uint32(1)
	if atMost {
		known = 2
	}
	a.put(&a.atMost, g, h, known)
	return atMost
}

// ge reports whether g ≥ h.
func (a *Arena) ge(g, h uint32) bool { return a.le(h, g) }

func (a *Arena) leByOptions(g, h uint32) bool {
	lefts, _ := a.optionsOf(g)
	for _, option := range lefts {
		if a.le(h, option) {
			return false
		}
	}
	_, rights := a.optionsOf(h)
	for _, option := range rights {
		if a.le(option, g) {
			return false
		}
	}
	return true
}

// order orders forms by what they look like, not by when they were made, as CGSuite does: numbers, nimbers, other
// closed forms, then all others by their options.
func (a *Arena) order(g, h uint32) int {
	if g == h {
		return 0
	}
	rank := a.rank(g)
	if other := a.rank(h); rank != other {
		return cmp.Compare(rank, other)
	}
	if rank < 3 {
		c, d := a.closed[a.forms[g].closed-1], a.closed[a.forms[h].closed-1]
		return cmp.Or(cmp.Compare(c.x, d.x), cmp.Compare(c.ups, d.ups), cmp.Compare(c.star, d.star))
	}
	leftsG, rightsG := a.optionsOf(g)
	leftsH, rightsH := a.optionsOf(h)
	return cmp.Or(slices.CompareFunc(leftsG, leftsH, a.order), slices.CompareFunc(rightsG, rightsH, a.order))
}

func (a *Arena) rank(id uint32) int {
	c, ok := a.name(id)
	switch {
	case !ok:
		return 3
	case c.ups != 0 || c.x != 0 && c.star != 0:
		return 2
	case c.star != 0:
		return 1
	}
	return 0
}

// sort puts options in order. There are few, and often they are almost in order.
func (a *Arena) sort(ids []uint32) {
	for i := range ids {
		for k := i; k > 0 && a.order(ids[k-1], ids[k]) > 0; k-- {
			ids[k-1], ids[k] = ids[k], ids[k-1]
		}
	}
}
