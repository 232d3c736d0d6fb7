package solver

import "gridlock/variants"

// layout is how the fields of a State are packed, by the traits of its game. What a state
// that fits the traits can be is never lost.
type layout uint8

const (
	freeOnly layout = iota // Free
	oneMark                // Free, and the number of the cell of Yours
	twoMarks               // Free, and the numbers of the cells of Mine and of Yours
	twoSets                // Mine and Yours
	planes                 // Free or Mine, and Free or Yours: no cell is in two of the three
)

// layoutOf returns the layout for the states of a game.
func layoutOf(t variants.Traits) layout {
	switch {
	case t.Sets() && t.Free != variants.Unused:
		return planes
	case t.Sets():
		return twoSets
	case t.Mine == variants.Marker:
		return twoMarks
	case t.Yours == variants.Marker:
		return oneMark
	}
	return freeOnly
}
