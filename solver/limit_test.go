package solver_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
)

// A deadline is a limit and a deadline, a cancelled context is no limit, and the error wraps the
// cause of either.
func TestStopped(t *testing.T) {
	require.NoError(t, solver.Stopped(context.Background()))
	cause := errors.New("the user left")

	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	err := solver.Stopped(ctx)
	require.ErrorIs(t, err, solver.ErrLimit)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotErrorIs(t, err, context.Canceled)
	require.EqualError(t, err, "limit reached: time is up")

	ctx, cancel = context.WithTimeoutCause(context.Background(), 0, cause)
	defer cancel()
	err = solver.Stopped(ctx)
	require.ErrorIs(t, err, solver.ErrLimit)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorIs(t, err, cause)
	require.EqualError(t, err, "limit reached: time is up: the user left")

	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	require.Equal(t, context.Canceled, solver.Stopped(ctx))

	with, stop := context.WithCancelCause(context.Background())
	stop(cause)
	err = solver.Stopped(with)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, cause)
	require.NotErrorIs(t, err, solver.ErrLimit)
	require.EqualError(t, err, "context canceled: the user left")
}

// Every engine that searches reports why it was stopped, with the cause.
func TestEnginesReportTheCause(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	cause := errors.New("the user left")
	engines := []solver.Engine{brute.Naive{}, brute.Memo{}, pn.Engine{}, negamax.Engine{}, retrograde.Engine{}, auto.Engine{}}
	for _, e := range engines {
		ctx := testgames.ExpireAt(3, cause)
		_, err := e.Solve(ctx, big, solver.Options{Memory: 1 << 28})
		require.True(t, ctx.Ended(), e.Name())
		require.ErrorIs(t, err, solver.ErrLimit, e.Name())
		require.ErrorIs(t, err, context.DeadlineExceeded, e.Name())
		require.ErrorIs(t, err, cause, e.Name())

		with, stop := context.WithCancelCause(context.Background())
		stop(cause)
		_, err = e.Solve(with, big, solver.Options{Memory: 1 << 28})
		require.ErrorIs(t, err, context.Canceled, e.Name())
		require.ErrorIs(t, err, cause, e.Name())
		require.NotErrorIs(t, err, solver.ErrLimit, e.Name())
	}
}
