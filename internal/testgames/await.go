package testgames

import "time"

// patience is how long Await waits: far longer than any sign takes to come, even on a busy machine.
const patience = 2 * time.Minute

// Await waits for a sign, and reports whether it has come.
func Await(sign func() bool) bool {
	pause := time.Millisecond
	for deadline := time.Now().Add(patience); !sign(); time.Sleep(pause) {
		if time.Now().After(deadline) {
			return false
		}
		pause = min(2*pause, 8*time.Millisecond) // some signs take work to look for
	}
	return true
}
