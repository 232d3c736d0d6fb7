// Package seed seeds tests that differ from run to run, and lets a run be repeated.
package seed

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// variable is the environment variable with the seed of the run to repeat.
const variable = "GRIDLOCK_SEED"

// Random returns a generator. Its seed differs from run to run, unless GRIDLOCK_SEED names a seed. A test that fails
// prints its seed.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(variable); text != "" {
		if _, err := fmt.Sscan(text, &seed); err != nil {
			t.Fatalf("%s=%s: %v", variable, text, err)
		}
	}
	t.Logf("repeat with %s=%d", variable, seed)
	return rand.New(rand.NewPCG(seed, 0))
}
