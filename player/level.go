package player

import (
	"fmt"
	"slices"
	"strings"
)

// Level is how well a player plays.
type Level uint8

// The levels, the best first.
const (
	Perfect Level = iota // the best move that it can find
	Strong               // looks a few plies ahead, and makes mistakes beyond them
	Casual               // looks less far, and often makes a weaker move
	Random               // any move
)

// Levels returns the names of the levels, the best first.
func Levels() []string { return []string{"perfect", "strong", "casual", "random"} }

// String returns the name of the level.
func (l Level) String() string { return Levels()[l] }

// ParseLevel returns the level of a name, in either case.
func ParseLevel(name string) (Level, error) {
	i := slices.Index(Levels(), strings.ToLower(name))
	if i < 0 {
		return Perfect, fmt.Errorf("no level %q; the levels are %s", name, strings.Join(Levels(), ", "))
	}
	return Level(i), nil
}
