package puzzle

import (
	"time"

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
