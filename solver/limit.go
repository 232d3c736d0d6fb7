package solver

import (
	"context"
	"errors"
	"fmt"

	"gridlock/internal/yield"
)

// ErrLimit is the error of a search that reached a limit of time, nodes or memory before it had
// the answer. Those of engines are a [LimitError], which says what the limit was.
var ErrLimit = errors.New("limit reached")

// Limit is what a search had too little of.
type Limit string

// The limits.
const (
	LimitTime   Limit = "time"
	LimitNodes  Limit = "nodes"
	LimitMemory Limit = "memory"
	LimitSearch Limit = "search" // the way of searching has come to its end; more time or memory does not help
)

// LimitError is [ErrLimit], with the limit that was reached.
type LimitError struct {
	Kind   Limit
	Detail string // in words
	Cause  error  // the error behind it, such as context.DeadlineExceeded, or nil
}

// Limited returns a LimitError with a text.
func Limited(kind Limit, format string, args ...any) error {
	return &LimitError{Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

// Error says that a limit was reached, and which.
func (e *LimitError) Error() string { return ErrLimit.Error() + ": " + e.Detail }

// Unwrap returns ErrLimit and the cause.
func (e *LimitError) Unwrap() []error {
	if e.Cause == nil {
		return []error{ErrLimit}
	}
	return []error{ErrLimit, e.Cause}
}

// LimitOf returns the limit that an error is about, "" if it is about none.
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

// Poll gives way where others wait for their turn, and returns why ctx has ended, see [Stopped].
// Whatever takes long calls it every few milliseconds at least. It takes some ten nanoseconds.
func Poll(ctx context.Context) error {
	yield.Now(ctx)
	return Stopped(ctx)
}

// Stopped returns why ctx has ended, nil while it lasts. The error of a context whose deadline
// has passed is a [LimitError] and context.DeadlineExceeded; that of a cancelled context is
// context.Canceled. In both cases it is the cause as well, see [context.Cause]: errors.Is
// reports true for each of them.
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
