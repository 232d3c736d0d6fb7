// Package layout says which fields of a state are packed, given the traits of its game.
package layout

import "gridlock/variants"

// Layout is how the fields of a State are packed, without loss if the state fits the traits of its game.
type Layout uint8

const (
	FreeOnly Layout = iota // Free
	OneMark                // Free, and the number of the cell of Yours
	TwoMarks               // Free, and the numbers of the cells of Mine and of Yours
	TwoSets                // Mine and Yours
	Planes                 // Free or Mine, and Free or Yours: no cell is in two of the three
)

// Of returns the layout for the states of a game.
func Of(t variants.Traits) Layout {
	switch {
	case t.Sets() && t.Free != variants.Unused:
		return Planes
	case t.Sets():
		return TwoSets
	case t.Mine == variants.Marker:
		return TwoMarks
	case t.Yours == variants.Marker:
		return OneMark
	}
	return FreeOnly
}
