package solver

import (
	"context"
	"errors"
	"fmt"

	"gridlock/internal/yield"
)

// ErrLimit is the error of a search that reached a limit of time, nodes or memory before it had the answer. Engines
// return it as a [LimitError], which names the limit.
var ErrLimit = errors.New("limit reached")

// Limit names the limit that a search reached.
type Limit string

// The limits.
const (
	LimitTime   Limit = "time"
	LimitNodes  Limit = "nodes"
	LimitMemory Limit = "memory"
	LimitSearch Limit = "search" // the search found no more; more time or memory does not help
)

// LimitError is an [ErrLimit] that names the limit.
type LimitError struct {
	Kind   Limit
	Detail string // in words
	Cause  error  // the error behind it, such as context.DeadlineExceeded, or nil
}

// Limited returns a LimitError with a text.
func Limited(kind Limit, format string, args ...any) error {
	return &LimitError{Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

// Error says that a limit was reached, and which one.
func (e *LimitError) Error() string { return ErrLimit.Error() + ": " + e.Detail }

// Unwrap returns ErrLimit and the cause.
func (e *LimitError) Unwrap() []error {
	if e.Cause == nil {
		return []error{ErrLimit}
	}
	return []error{ErrLimit, e.Cause}
}

// LimitOf returns the limit in an error, "" if there is none.
func LimitOf(err error) Limit {
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		return limit.Kind
	case errors.Is(err, ErrLimit):
		return LimitSearch
	}
	return ""
}

// Poll gives way if others wait for their turn, and returns why ctx has ended, see [Stopped]. Long computations call it
// every few milliseconds. It takes some ten nanoseconds.
func Poll(ctx context.Context) error {
	yield.Now(ctx)
	return Stopped(ctx)
}

// Stopped returns why ctx has ended, or nil if it has not. After a deadline the error is a [LimitError] that wraps
// context.DeadlineExceeded. After a cancellation it is context.Canceled. In both cases it also wraps the cause, see
// [context.Cause].
func Stopped(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = &LimitError{Kind: LimitTime, Detail: "time is up", Cause: err}
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	return err
}
