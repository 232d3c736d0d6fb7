package solver

import (
	"context"
	"errors"
	"fmt"
)

// Stopped returns why ctx has ended, nil while it lasts. The error of a context whose deadline
// has passed is [ErrLimit] and context.DeadlineExceeded; that of a cancelled context is
// context.Canceled. In both cases it is the cause as well, see [context.Cause]: errors.Is
// reports true for each of them.
func Stopped(ctx context.Context) error {
	err := ctx.Err()
	if errors.Is(err, context.DeadlineExceeded) {
		err = stopped{ErrLimit.Error() + ": time is up", []error{ErrLimit, err}}
	}
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(err, cause) {
		err = fmt.Errorf("%w: %w", err, cause)
	}
	return err
}

// stopped is several errors with one text.
type stopped struct {
	text string
	errs []error
}

// Error returns the text.
func (s stopped) Error() string { return s.text }

// Unwrap returns the errors.
func (s stopped) Unwrap() []error { return s.errs }
