package interchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// MoveValue is a move and its value.
type MoveValue struct {
	Move variants.Move
	solver.Score
}

// Values returns the values of the moves in results of the solver, best first.
func Values(all []solver.MoveResult) []MoveValue {
	values := make([]MoveValue, 0, len(all))
	for _, m := range all {
		values = append(values, MoveValue{m.Move, m.After.MoveScore()})
	}
	slices.SortStableFunc(values, func(a, b MoveValue) int { return a.Compare(b.Score) })
	return values
}

// ParseValue is the inverse of [solver.Score.String]. A won game ends after an odd number of
// plies, a lost one after an even number; anything else is an error.
func ParseValue(text string) (solver.Score, error) {
	v := solver.UnknownScore()
	digits, won := strings.CutPrefix(text, "+")
	if won {
		v.Outcome = solver.Win
	} else if digits, won = strings.CutPrefix(text, "-"); won {
		v.Outcome = solver.Loss
	}
	if digits == "?" {
		return v, nil
	}
	plies, err := strconv.Atoi(digits)
	if v.Outcome == solver.Unknown || err != nil || strings.Trim(digits, "0123456789") != "" {
		return v, fmt.Errorf("%.20q is not a value; write +7 (a win in 7 plies), -4 (a loss in 4), +?, -? or ?", text)
	}
	v.Distance = plies
	return v, check(v)
}

// check returns why no move can have the value, or nil.
func check(v solver.Score) error {
	switch {
	case v.Distance == solver.NoDistance || v.Distance > 0 && v.Outcome == solver.OutcomeIn(v.Distance):
		return nil
	case v.Outcome == solver.Win:
		return fmt.Errorf("value %v: a player wins after an odd number of plies", v)
	}
	return fmt.Errorf("value %v: a player who moves loses after an even number of plies, at least 2", v)
}
