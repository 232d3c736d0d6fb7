package yield_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/yield"
)

// A computation that never waits, but calls Now, does not keep its deadline from passing. The
// tests of package site show what it does for a page.
func TestDeadlinesPass(t *testing.T) {
	ctx, cancel := context.WithTimeout(yield.Context(t.Context()), 20*time.Millisecond)
	defer cancel()
	for began := time.Now(); ctx.Err() == nil; yield.Now(ctx) {
		require.Less(t, time.Since(began), 30*time.Second)
	}
}
