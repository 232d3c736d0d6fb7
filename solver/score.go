package solver

import (
	"cmp"
	"strconv"
)

// Score is what is known of a move, from the side of the player who makes it. (In duel,
// positions have values of another kind; those are texts, in Result.Value.)
type Score struct {
	Outcome  Outcome // for the player who makes the move
	Distance int     // plies from the position before the move, or NoDistance
}

// UnknownScore returns the value of a move of which nothing is known.
func UnknownScore() Score { return Score{Unknown, NoDistance} }

// MoveScore returns the value of a move to the position of which r is the result.
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

// Compare returns -1, 0 or 1 when the mover would rather have v than w, does not care, or
// would rather have w: wins come first, the quickest first; then what is not known; losses
// last, the longest first. Among wins, and among losses, one whose distance is not known is
// the last.
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

// length orders values of the same outcome, the best first.
func (v Score) length() int {
	switch {
	case v.Distance == NoDistance:
		return 1 << 10 // more plies than any game has
	case v.Outcome == Loss:
		return -v.Distance
	}
	return v.Distance
}

// String writes the value: "+7" for a win in 7 plies, "-4" for a loss in 4, "+?" and "-?"
// where the number of plies is not known, and "?" where nothing is.
func (v Score) String() string {
	plies := "?"
	if v.Distance != NoDistance {
		plies = strconv.Itoa(v.Distance)
	}
	switch v.Outcome {
	case Win:
		return "+" + plies
	case Loss:
		return "-" + plies
	}
	return "?"
}
