package interchange

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// Value is what is known of a move.
type Value struct {
	Outcome  solver.Outcome // for the player who makes the move
	Distance int            // plies from the position before the move, or solver.NoDistance
}

// MoveValue is a move and its value.
type MoveValue struct {
	Move variants.Move
	Value
}

// Unknown returns the value of a move of which nothing is known.
func Unknown() Value { return Value{solver.Unknown, solver.NoDistance} }

// ValueOf returns the value of a move for which the solver has answered.
func ValueOf(m solver.MoveResult) MoveValue {
	v := Unknown()
	switch m.After.Outcome {
	case solver.Loss:
		v.Outcome = solver.Win
	case solver.Win:
		v.Outcome = solver.Loss
	}
	if m.After.Distance != solver.NoDistance {
		v.Distance = m.After.Distance + 1
	}
	return MoveValue{m.Move, v}
}

// Values returns the values of moves for which the solver has answered, best first.
func Values(all []solver.MoveResult) []MoveValue {
	values := make([]MoveValue, 0, len(all))
	for _, m := range all {
		values = append(values, ValueOf(m))
	}
	slices.SortStableFunc(values, func(a, b MoveValue) int { return a.Compare(b.Value) })
	return values
}

// Compare returns -1, 0 or 1 when the mover would rather have v than w, does not care, or
// would rather have w: wins come first, the quickest first, losses last, the longest
// first. Among wins, and among losses, one whose distance is not known is the last.
func (v Value) Compare(w Value) int {
	return cmp.Or(cmp.Compare(v.class(), w.class()), cmp.Compare(v.length(), w.length()))
}

// class orders outcomes, the best first.
func (v Value) class() int {
	return map[solver.Outcome]int{solver.Win: 0, solver.Unknown: 1, solver.Loss: 2}[v.Outcome]
}

// length orders values of the same outcome, the best first.
func (v Value) length() int {
	switch {
	case v.Distance == solver.NoDistance:
		return 1 << 10 // more plies than any game has
	case v.Outcome == solver.Loss:
		return -v.Distance
	}
	return v.Distance
}

// String writes the value: "+7" for a win in 7 plies, "-4" for a loss in 4, "+?" and "-?"
// where the number of plies is not known, and "?" where nothing is.
func (v Value) String() string {
	plies := "?"
	if v.Distance != solver.NoDistance {
		plies = strconv.Itoa(v.Distance)
	}
	switch v.Outcome {
	case solver.Win:
		return "+" + plies
	case solver.Loss:
		return "-" + plies
	}
	return "?"
}

// ParseValue reads what [Value.String] writes. A won game ends after an odd number of
// plies, a lost one after an even one; anything else is an error.
func ParseValue(text string) (Value, error) {
	v := Unknown()
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
	return v, v.check()
}

// check says why no move can have the value, or nil.
func (v Value) check() error {
	switch {
	case v.Outcome == solver.Win && v.Distance != solver.NoDistance && v.Distance%2 == 0:
		return fmt.Errorf("value %v: a player wins after an odd number of plies", v)
	case v.Outcome == solver.Loss && v.Distance != solver.NoDistance && (v.Distance%2 != 0 || v.Distance == 0):
		return fmt.Errorf("value %v: a player who moves loses after an even number of plies, at least 2", v)
	}
	return nil
}
