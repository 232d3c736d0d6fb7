//go:build long

package estimate_test

import "testing"

// Many seeds, on larger boards too.
func TestLongIntervalsHoldTheTruth(t *testing.T) {
	simulate(t, append(boards(),
		board{"lockdown", 4, 5, 26_351_971, 6_589_201},
		board{"classic", 6, 6, 160_914_077, 20_116_287},
		board{"blockade", 4, 5, 1_982_730, 0},
		board{"duel", 5, 5, 1_817_443, 229_324},
	), 20)
}
