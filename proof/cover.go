package proof

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Cover finds, among many intervals, those that cover another one or an image of it. Make it
// with [IntervalRules.NewCover]. It is not safe for concurrent use while intervals are added.
type Cover struct {
	in    *IntervalRules
	roots map[int]*branch // by the markers
	size  int
}

// NewCover returns an empty cover.
func (in *IntervalRules) NewCover() *Cover { return &Cover{in: in, roots: map[int]*branch{}} }

// Add adds an interval whose markers are those of its normal image, and returns its number,
// counted from 0.
func (c *Cover) Add(i Interval) int {
	at := c.in.pair(i.Mine, i.Yours)
	root := c.roots[at]
	if root == nil {
		root = &branch{most: fewEntries}
		c.roots[at] = root
	}
	root.add(entry{i.Need, i.May, int32(c.size)})
	c.size++
	return c.size - 1
}

// Find returns the number of an interval that covers an image of i, and the symmetry that makes
// the image.
func (c *Cover) Find(i Interval) (number int, by bitboard.Symmetry, ok bool) {
	c.Each(i, func(n int, sym bitboard.Symmetry) bool {
		number, by, ok = n, sym, true
		return false
	})
	return number, by, ok
}

// Each calls yield for the intervals that cover an image of i, with the symmetry that makes the
// image, until it returns false.
func (c *Cover) Each(i Interval, yield func(number int, by bitboard.Symmetry) bool) {
	grid := c.in.game.Grid()
	for set := c.in.images(i); set != 0; set = set.Rest() {
		sym := c.in.all[set.First()]
		image := i.Image(grid, sym)
		root := c.roots[c.in.pair(image.Mine, image.Yours)]
		if root != nil && !root.each(image.Need, image.May, func(n int32) bool { return yield(int(n), sym) }) {
			return
		}
	}
}

// branch is a set of intervals with the same markers: a few entries, or three smaller branches.
// Intervals that need a given cell cover only what needs it; intervals that may not have it free
// cover only what may not. So a search skips one of the first two branches, or both.
type branch struct {
	entries []entry
	most    int // entries at which to try to divide them

	divided           bool
	cell              int
	with, without, or *branch // intervals that need the cell, may not have it, or neither
}

// entry is an interval.
type entry struct {
	need, may variants.Board
	number    int32
}

// fewEntries is the number of entries that are compared one after the other.
const fewEntries = 64

// each calls yield for the entries that cover an interval, until it returns false.
func (b *branch) each(need, may variants.Board, yield func(number int32) bool) bool {
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
	for _, e := range b.entries {
		if e.need&^need == 0 && may&^e.may == 0 && !yield(e.number) {
			return false
		}
	}
	return true
}

func (b *branch) add(e entry) {
	for b.divided {
		b = b.of(e)
	}
	if b.entries = append(b.entries, e); len(b.entries) > b.most {
		b.divide()
	}
}

// of returns the branch for an entry.
func (b *branch) of(e entry) *branch {
	switch {
	case e.need.Has(b.cell):
		return b.with
	case !e.may.Has(b.cell):
		return b.without
	}
	return b.or
}

// divide divides the entries by the cell that leaves the fewest to compare. If none leaves less
// than three quarters, it waits for twice as many entries.
func (b *branch) divide() {
	var with, without [bitboard.MaxCells]int
	for _, e := range b.entries {
		for c := range e.need.Cells() {
			with[c]++
		}
		for c := range (^e.may).Cells() {
			without[c]++
		}
	}
	n := len(b.entries)
	best, least := 0, n
	for c := range with {
		// The larger of the two branches, and those that are searched anyway.
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
	for _, e := range b.entries {
		part := b.of(e)
		part.entries = append(part.entries, e)
		part.most = max(part.most, len(part.entries))
	}
	b.entries = nil
}
