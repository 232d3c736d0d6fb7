package testgames

import (
	"context"
	"sync"
	"sync/atomic"
)

// Polled is a context that ends while somebody asks it for the k-th time whether it has ended. Contexts derived from it
// end at the same moment; polls of these are not counted.
type Polled struct {
	context.Context // which has ended

	last  int64
	at    func() // called at the k-th poll
	polls atomic.Int64
	done  chan struct{}

	mu    sync.Mutex
	after []func()
}

// CancelAt returns a context that is cancelled at its k-th poll. Then it calls at, if that is not nil.
func CancelAt(k int, at func()) *Polled {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return &Polled{Context: ended, last: int64(k), at: at, done: make(chan struct{})}
}

// ExpireAt returns a context whose deadline passes at its k-th poll, for a cause, which may be nil.
func ExpireAt(k int, cause error) *Polled {
	ended, cancel := context.WithTimeoutCause(context.Background(), 0, cause)
	cancel()
	return &Polled{Context: ended, last: int64(k), done: make(chan struct{})}
}

// Ended reports whether the context has been polled k times.
func (c *Polled) Ended() bool { return c.polls.Load() >= c.last }

// After returns the number of polls after the one at which the context ended.
func (c *Polled) After() int { return int(c.polls.Load() - c.last) }

// Err implements context.Context.
func (c *Polled) Err() error {
	switch n := c.polls.Add(1); {
	case n < c.last:
		return nil
	case n == c.last:
		c.end()
	}
	return c.Context.Err()
}

// end cancels the contexts derived from this one.
func (c *Polled) end() {
	if c.at != nil {
		c.at()
	}
	close(c.done)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.after {
		f()
	}
}

// Done implements context.Context.
func (c *Polled) Done() <-chan struct{} { return c.done }

// AfterFunc makes a derived context end with this one, in the same goroutine.
func (c *Polled) AfterFunc(f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.after = append(c.after, f)
	return func() bool { return false }
}
