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
	ctx, cancel := context.WithTimeout(yield.Context(t.Context(), nil), 20*time.Millisecond)
	defer cancel()
	for ctx.Err() == nil {
		yield.Now(ctx)
	}
}

// asked counts how often it is asked for a turn.
type asked struct{ times int }

func (a *asked) Wait(context.Context) { a.times++ }

// Now asks for the turn that is in the context, also in one that is derived from it.
func TestTurns(t *testing.T) {
	turn := new(asked)
	ctx := yield.Context(t.Context(), turn)
	yield.Now(ctx)
	yield.Now(context.WithoutCancel(ctx))
	yield.Now(t.Context())
	require.Equal(t, 2, turn.times)
}
