package puzzle

import (
	"time"

	"gridlock/analysis"
	"gridlock/variants"
)

// Day returns the game and the seed of the puzzle of a day, which is the date in the time's own
// zone. The seed is the date as a number, 20261122 for 22 November 2026. The games take turns,
// in the order of [variants.All]: the first one has 1 January 1970.
//
// The puzzle itself is the first one of the seed with the [Usual] options, in games that begin with
// [Start].
func Day(t time.Time) (v variants.Variant, seed uint64) {
	year, month, day := t.Date()
	days := int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
	games := variants.All()
	return games[(days%len(games)+len(games))%len(games)], uint64(max(0, 10_000*year+100*int(month)+day))
}

// Puzzles of a day are looked for among fewer positions, each with fewer nodes: those of a level may be rare, and people
// wait.
const (
	dayTries       = 3000
	dayNodesPerPly = 50
)

// levelOf returns the level of the puzzle of a day, whose seed is given: it grows from Monday to
// Sunday. ok is false if the seed is no date with a year of four digits.
func levelOf(seed uint64) (level analysis.Level, ok bool) {
	year, month, day := seed/10_000, seed/100%100, seed%100
	if year < 1000 || year > 9999 {
		return "", false
	}
	date := time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	if _, back := Day(date); back != seed {
		return "", false
	}
	switch date.Weekday() {
	case time.Monday, time.Tuesday:
		return analysis.Easy, true
	case time.Saturday, time.Sunday:
		return analysis.Hard, true
	}
	return analysis.Medium, true
}
