package tablebase

import (
	"fmt"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// merge returns what two results say of a position together. Knowledge only grows: what
// either of them knows is in the merged result. Engine, statistics and origin are those of
// the result with the distance, the first one if both or neither have it; a lemma brings its
// engine along. The error is ErrContradiction where both cannot be true.
func merge(p variants.Position, known, r solver.Result) (merged solver.Result, fromKnown bool, err error) {
	if err := contradiction(p, known, r); err != nil {
		return known, true, err
	}
	fromKnown = known.Distance != solver.NoDistance || r.Distance == solver.NoDistance
	merged, other := known, r
	if !fromKnown {
		merged, other = r, known
	}
	if merged.Distance == other.Distance {
		merged.Best |= other.Best // best moves with a distance, winning ones without
	}
	if merged.Distance != solver.NoDistance && len(other.PV) > len(merged.PV) {
		merged.PV = other.PV
	}
	if merged.Nimber == nil {
		merged.Nimber = other.Nimber
	}
	if merged.Value == "" {
		merged.Value = other.Value
	}
	if merged.Lemma == "" && other.Lemma != "" {
		merged.Lemma, merged.Engine = other.Lemma, other.Engine
	}
	return merged, fromKnown, nil
}

// contradiction returns the error of two results that cannot both be true.
func contradiction(p variants.Position, known, r solver.Result) error {
	var was, is string
	switch {
	case known.Outcome != r.Outcome:
		was, is = known.Outcome.String(), r.Outcome.String()
	case known.Distance != r.Distance && known.Distance != solver.NoDistance && r.Distance != solver.NoDistance:
		was, is = fmt.Sprint("distance ", known.Distance), fmt.Sprint("distance ", r.Distance)
	case known.Nimber != nil && r.Nimber != nil && *known.Nimber != *r.Nimber:
		was, is = fmt.Sprint("nimber ", *known.Nimber), fmt.Sprint("nimber ", *r.Nimber)
	case known.Value != "" && r.Value != "" && known.Value != r.Value:
		was, is = "value "+known.Value, "value "+r.Value
	default:
		return nil
	}
	return fmt.Errorf("%w of %s %v: %s by %s in the store, %s by %s; nothing was changed, and one of them is wrong: solve it with --db none by other engines",
		ErrContradiction, p.Game().Variant().ID, p, was, known.Engine, is, r.Engine)
}

// negated returns the value of a position of duel with the players exchanged.
func negated(value string) string {
	number := strings.TrimSuffix(strings.TrimSuffix(value, "*"), "+")
	star := value[len(number):] // "", "*" or "+*"
	switch {
	case number == "" || number == "0":
		return value
	case strings.HasPrefix(number, "-"):
		return number[1:] + star
	}
	return "-" + number + star
}
