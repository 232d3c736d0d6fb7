package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Denial reports that a key lacks the right to a request.
type Denial struct {
	role string // the role of the key; empty if Serve has not made the key
	what error
}

// Error says what is denied.
func (d *Denial) Error() string {
	if d.role == "" {
		return fmt.Sprintf("this key may not do that (%v)", d.what)
	}
	return fmt.Sprintf("this key may not do that, being one of a %s; \"gridlock-cluster serve\" writes access files "+
		"for coordinators, for workers, and for the workers of one run (%v)", d.role, d.what)
}

// denials notices when the server denies a request. The server does not answer such a request, but tells the owner of
// the connection.
type denials struct {
	role     string
	mu       sync.Mutex
	attempts map[*context.CancelCauseFunc]bool // requests that are being made
}

// deny ends all attempts if an error says that a right is missing. Other errors reach those who make requests.
func (d *denials) deny(err error) {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for cancel := range d.attempts {
		(*cancel)(&Denial{d.role, err})
	}
}

// within makes a request that may take some time. The error wraps a [Denial], and another attempt
// cannot avoid it, if a right is missing.
func (d *denials) within(ctx context.Context, most time.Duration, request func(context.Context) error) error {
	ctx, stop := context.WithTimeout(ctx, most)
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d.note(&cancel, true)
	err := request(ctx)
	d.note(&cancel, false)
	if denial, ok := errors.AsType[*Denial](context.Cause(ctx)); ok {
		return finalError{denial}
	}
	return err
}

// note notes that an attempt is being made, or is over.
func (d *denials) note(attempt *context.CancelCauseFunc, made bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if made {
		d.attempts[attempt] = true
	} else {
		delete(d.attempts, attempt)
	}
}
