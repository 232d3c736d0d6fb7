// Package interval has sets of positions that are won in the same way. They are for games in which markers take steps,
// as in lockdown and blockade: a win relies on some free cells only. Certificates by intervals use it, and so do
// searches, which skip won intervals (Shih, Wei, Wu & Wu, "A local-pattern related look-up table", 2023, for Go;
// docs/soundness-search.md).
//
// It imports the rules and nothing else of this module, since the checker of certificates relies on it.
package interval

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Interval is the set of all positions with two given markers, the winner to move, in which all cells of Need are free
// and none outside of May.
//
//	on a board of 2×4     Mine    # . . .      Need    . . # .      May     . . # #
//	                              . . . .              . . . .              . # . .
//
// has eight positions: one cell is free in all, three are free or not, three are not free. The
// Text of a certificate's positions is "X?.?/#?#O x" here.
type Interval struct {
	Mine, Yours variants.Board // the winner's marker and the loser's; empty if not placed
	Need, May   variants.Board // Need is a subset of May, which has neither marker
}

// Of returns the interval of one position, whose player to move is the winner.
func Of(s variants.State) Interval {
	return Interval{Mine: s.Mine, Yours: s.Yours, Need: s.Free, May: s.Free}
}

// Least returns the position with the fewest free cells.
func (i Interval) Least() variants.State {
	return variants.State{Free: i.Need, Mine: i.Mine, Yours: i.Yours}
}

// Most returns the position with the most free cells.
func (i Interval) Most() variants.State {
	return variants.State{Free: i.May, Mine: i.Mine, Yours: i.Yours}
}

// Covers reports whether i has all positions of j, which is not empty.
func (i Interval) Covers(j Interval) bool {
	return i.Mine == j.Mine && i.Yours == j.Yours && i.Need&^j.Need == 0 && j.May&^i.May == 0
}

// Image returns the images of the positions.
func (i Interval) Image(g *bitboard.Grid, sym bitboard.Symmetry) Interval {
	if sym == bitboard.Identity {
		return i
	}
	return Interval{g.Image(sym, i.Mine), g.Image(sym, i.Yours), g.Image(sym, i.Need), g.Image(sym, i.May)}
}
