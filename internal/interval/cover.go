package interval

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Cover finds, among many intervals, those that cover a given interval or an image of it. Make it with
// [Rules.NewCover]. It is not safe for concurrent use while intervals are added.
type Cover struct {
	in    *Rules
	roots map[int]*branch // the root for each marker class
	size  int
}

// Match is an interval of a cover that covers an image of another one.
type Match struct {
	Interval Interval          // the interval as it was added
	Number   int               // the number that Add returned
	By       bitboard.Symmetry // makes the image
}

// NewCover returns an empty cover.
func (in *Rules) NewCover() *Cover { return &Cover{in: in, roots: map[int]*branch{}} }

// Add adds an interval and returns its number, counted from 0. Its markers are those of its normal image.
func (c *Cover) Add(i Interval) int {
	class := c.in.MarkerClass(i)
	root := c.roots[class]
	if root == nil {
		root = &branch{most: fewEntries}
		c.roots[class] = root
	}
	root.add(i.Need, ^i.May, int32(c.size))
	c.size++
	return c.size - 1
}

// Find returns an interval that covers an image of i.
func (c *Cover) Find(i Interval) (match Match, ok bool) {
	c.Each(i, func(m Match) bool {
		match, ok = m, true
		return false
	})
	return match, ok
}

// Each calls yield for the intervals that cover an image of i, until it returns false.
func (c *Cover) Each(i Interval, yield func(Match) bool) {
	root := c.roots[c.in.MarkerClass(i)]
	if root == nil {
		return
	}
	for set := c.in.images(i); set != 0; set = set.Rest() {
		sym := c.in.all[set.First()]
		image := i.Image(c.in.game.Grid(), sym)
		m := Match{Interval: image, By: sym}
		if !root.each(image.Need, image.May, func(l *list, at int) bool {
			m.Interval.Need, m.Interval.May, m.Number = l.need[at], ^l.not[at], int(l.number[at])
			return yield(m)
		}) {
			return
		}
	}
}

// branch is a set of intervals with the same markers: a list, or three smaller branches. An interval with a given cell
// in Need covers only intervals with that cell in Need. An interval without it in May covers only intervals without it.
// So a search skips the first branch, the second, or both.
type branch struct {
	list list
	most int // the number of intervals from which on it tries to divide them

	divided           bool
	cell              int
	with, without, or *branch // intervals that need the cell, that may not have it, and all others
}

// list has intervals field by field, so that several can be compared at a time.
type list struct {
	need, not []variants.Board // not is the complement of May
	number    []int32
}

// covers reports whether an interval of the list covers another one.
func (l *list) covers(at int, need, may variants.Board) bool {
	return l.need[at]&^need|l.not[at]&may == 0
}

// fewEntries is the number of intervals that are compared one after the other.
const fewEntries = 64

// each calls yield for the intervals that cover an interval, by their list and their index in this list, until yield
// returns false.
func (b *branch) each(need, may variants.Board, yield func(l *list, at int) bool) bool {
	for ; b.divided; b = b.or {
		switch {
		case need.Has(b.cell):
			if !b.with.each(need, may, yield) {
				return false
			}
		case !may.Has(b.cell):
			if !b.without.each(need, may, yield) {
				return false
			}
		}
	}
	l := &b.list
	for i := 0; i < len(l.number); i++ {
		i += disjoint(l.not[i:], l.need[i:], may, ^need)
		if i < len(l.number) && l.covers(i, need, may) && !yield(l, i) {
			return false
		}
	}
	return true
}

func (b *branch) add(need, not variants.Board, number int32) {
	for b.divided {
		b = b.of(need, not)
	}
	if b.list.add(need, not, number); len(b.list.number) > b.most {
		b.divide()
	}
}

func (l *list) add(need, not variants.Board, number int32) {
	l.need, l.not, l.number = append(l.need, need), append(l.not, not), append(l.number, number)
}

// of returns the branch for an interval.
func (b *branch) of(need, not variants.Board) *branch {
	switch {
	case need.Has(b.cell):
		return b.with
	case not.Has(b.cell):
		return b.without
	}
	return b.or
}

// divide divides the list by the cell that leaves the fewest intervals to compare. If no cell leaves less than three
// quarters, it tries again when the list has twice as many intervals.
func (b *branch) divide() {
	var with, without [bitboard.MaxCells]int
	all := b.list
	n := len(all.number)
	for i := range n {
		for c := range all.need[i].Cells() {
			with[c]++
		}
		for c := range all.not[i].Cells() {
			without[c]++
		}
	}
	best, least := 0, n
	for c := range with {
		// The larger of the first two branches, and the intervals that are searched anyway.
		if left := n - min(with[c], without[c]); left < least {
			best, least = c, left
		}
	}
	if least > n-n/4 {
		b.most *= 2
		return
	}
	parts := [3]branch{{most: fewEntries}, {most: fewEntries}, {most: fewEntries}}
	b.with, b.without, b.or = &parts[0], &parts[1], &parts[2]
	b.divided, b.cell = true, best
	for i := range n {
		part := b.of(all.need[i], all.not[i])
		part.list.add(all.need[i], all.not[i], all.number[i])
		part.most = max(part.most, len(part.list.number))
	}
	b.list = list{}
}
