package tablebase

import (
	"fmt"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// merge returns a result with the facts of two results of a position. Engine, statistics and origin are those of the
// result with the distance, or of the first result if both or neither have a distance. A lemma comes with its engine.
// If both cannot be true, the error is solver.ErrContradiction.
func merge(p variants.Position, known, r solver.Result) (merged solver.Result, fromKnown bool, err error) {
	fromKnown = known.Distance != solver.NoDistance || r.Distance == solver.NoDistance
	first, other := known, r
	if !fromKnown {
		first, other = r, known
	}
	if merged, err = first.Join(other); err != nil {
		return known, true, fmt.Errorf("%s %v: %w; nothing was changed: solve it with --db none by other engines to see which is wrong",
			p.Game().Variant().Key(), p, err)
	}
	if merged.Lemma == "" && other.Lemma != "" {
		merged.Lemma, merged.Engine = other.Lemma, other.Engine
	}
	return merged, fromKnown, nil
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
