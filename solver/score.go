package solver

import (
	"cmp"
	"strconv"
	"strings"
)

// Score is the result of a move, for the player who makes it. (Combinatorial-game values of positions in duel are texts
// in Result.ColValue instead.)
type Score struct {
	Outcome  Outcome // the outcome for the player who makes the move
	Distance int     // plies from the position before the move, or NoDistance
}

// UnknownScore returns the score of a move without a known result.
func UnknownScore() Score { return Score{Unknown, NoDistance} }

// MoveScore returns the score of a move to the position whose result is r.
func (r Result) MoveScore() Score {
	v := UnknownScore()
	switch r.Outcome {
	case Loss:
		v.Outcome = Win
	case Win:
		v.Outcome = Loss
	}
	if d, known := r.Plies(); known {
		v.Distance = d + 1
	}
	return v
}

// Compare returns -1 if the mover prefers v to w, 1 if the mover prefers w, and 0 otherwise. Wins come first, the
// quickest first; then unknown scores; losses last, the longest first. Wins of unknown distance come after other wins,
// and losses of unknown distance after other losses.
func (v Score) Compare(w Score) int {
	return cmp.Or(cmp.Compare(v.class(), w.class()), cmp.Compare(v.length(), w.length()))
}

// class orders outcomes, the best first.
func (v Score) class() int {
	switch v.Outcome {
	case Win:
		return 0
	case Loss:
		return 2
	}
	return 1
}

// length orders scores of the same outcome, the best first.
func (v Score) length() int {
	switch {
	case v.Distance == NoDistance:
		return 1 << 10 // more plies than any game has
	case v.Outcome == Loss:
		return -v.Distance
	}
	return v.Distance
}

// String returns "+7" for a win in 7 plies, "-4" for a loss in 4, "+?" and "-?" if the number of
// plies is unknown, and "?" if nothing is known.
func (v Score) String() string { return v.text("+", "-", "?") }

// Glyph returns the same with letters: "W7", "L4", "W?", "L?" and "?".
func (v Score) Glyph() string { return v.text("W", "L", "?") }

// Label returns the same in words: "wins in 7", "loses in ?" and "not known".
func (v Score) Label() string { return v.text("wins in ", "loses in ", "not known") }

// Words returns the same for a sentence, and leaves an unknown number out: "wins in 7", "loses" and "not known".
func (v Score) Words() string { return strings.TrimSuffix(v.Label(), " in ?") }

// text writes the number of plies after the sign of a win or a loss, or unknown.
func (v Score) text(win, loss, unknown string) string {
	plies := "?"
	if v.Distance != NoDistance {
		plies = strconv.Itoa(v.Distance)
	}
	switch v.Outcome {
	case Win:
		return win + plies
	case Loss:
		return loss + plies
	}
	return unknown
}
