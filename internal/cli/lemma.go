package cli

import (
	"fmt"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// The names that package theory gives to lemmas, in solver.Result, for those that need more
// words for people.
const (
	matching  = "matching"
	copying   = "the opponent copies every move"
	copying1  = "the opponent copies every move but one"
	separated = "the markers are separated"
	withdrawn = "a marker has cells to itself"

	ahead = "one move ahead: " // before the name of a lemma that decides what a move leads to
)

// LemmaText says by which lemma a position is decided, with the players in it.
func LemmaText(p variants.Position, r solver.Result) string {
	winner, known := r.Winner(p)
	switch {
	case !known || r.Lemma == "":
		return r.Lemma
	case p.Over():
		return "no legal move"
	}
	switch r.Lemma {
	case matching:
		return fmt.Sprintf("%v wins by pairing cells (maximum matching)", winner)
	case separated:
		return fmt.Sprintf("the markers are separated, and %v outlasts %v", winner, winner.Opponent())
	case withdrawn:
		return fmt.Sprintf("%v lasts longer on cells that %v cannot reach", winner, winner.Opponent())
	case copying, copying1:
		if text := copyingText(p); text != "" {
			return text
		}
	case ahead + copying, ahead + copying1:
		for m := range r.Best.Cells() {
			if text := copyingText(p.Play(variants.Move(m))); text != "" {
				return "after " + p.MoveText(variants.Move(m)) + ", " + text
			}
		}
	}
	return r.Lemma
}

// copyingText says how the opponent of the player to move wins by copying, nothing where that
// is not so.
func copyingText(p variants.Position) string {
	mirrors := theory.For(p.Game()).Mirrors
	if mirrors == nil {
		return ""
	}
	c, ok := mirrors.Copying(p.State())
	if !ok {
		return ""
	}
	text := fmt.Sprintf("%v wins by copying %v's moves (%s)", p.Side().Opponent(), p.Side(), symmetryName(mirrors.Axes()[c.Mirror]))
	if c.Cell >= 0 {
		text += fmt.Sprintf(", and answers %s with %s", p.Game().CellText(c.Cell), p.Game().CellText(c.Answer))
	}
	return text
}

// symmetryName names a symmetry that is its own inverse.
func symmetryName(sym bitboard.Symmetry) string {
	switch sym {
	case bitboard.HalfTurn:
		return "point symmetry"
	case bitboard.MirrorRows:
		return "mirrored top to bottom"
	case bitboard.MirrorCols:
		return "mirrored left to right"
	case bitboard.Transpose:
		return "mirrored in the main diagonal"
	}
	return "mirrored in the other diagonal"
}
