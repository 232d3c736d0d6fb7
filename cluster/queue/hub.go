package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The times after which processes notice that others are gone.
const (
	presenceTTL = 30 * time.Second
	patience    = 3 * time.Minute  // how long a server may be away
	tolerated   = 2 * time.Second  // how long it may be away before a message
	mute        = 30 * time.Second // the least time between two messages
	attempt     = 5 * time.Second  // how long a request may take
	transfer    = 2 * time.Minute  // how long a certificate may take
)

// Names of buckets that all runs share.
const (
	runsBucket    = "GL_runs"
	leasesBucket  = "GL_leases"
	workersBucket = "GL_workers"
)

// Hub is a connection to a server. Make it with [Connect].
type Hub struct {
	access Access
	nc     *nats.Conn
	js     jetstream.JetStream
	log    func(format string, args ...any)
	said   atomic.Int64 // time of the last message that the server fails, in nanoseconds since 1970

	// repair, if not nil, creates what the server lacks.
	repair func(context.Context) error

	denials
}

// Connect connects to a server. It waits at most for wait, or until ctx ends, for a server that is not there yet, and
// tells log so. It also tells log later if the server is away or fails.
func Connect(ctx context.Context, access Access, name string, wait time.Duration, log func(format string, args ...any)) (*Hub, error) {
	options, err := access.options()
	if err != nil {
		return nil, err
	}
	h := &Hub{access: access, log: log, denials: denials{role: access.Role, attempts: map[*context.CancelCauseFunc]bool{}}}
	options = append(options, nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond), nats.Timeout(attempt),
		nats.IgnoreAuthErrorAbort(), nats.PermissionErrOnSubscribe(true), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { h.deny(err) }))
	deadline := time.Now().Add(wait)
	for first := true; ; first = false {
		h.nc, err = nats.Connect(access.URL, options...)
		if err == nil {
			h.js, err = jetstream.New(h.nc, jetstream.WithDefaultTimeout(attempt))
			return h, err
		}
		if why := access.refusal(err); why != nil {
			return nil, why
		}
		err = fmt.Errorf("no server at %s: %w; start one with \"gridlock-cluster serve\"", access.URL, err)
		if time.Now().After(deadline) {
			return nil, err
		}
		if first {
			log("%v; waits for it, at most %v", err, wait)
		}
		if err := pause(ctx, 250*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

// Close ends the connection.
func (h *Hub) Close() { h.nc.Close() }

// pause waits, and returns the error of ctx if that ends first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// say logs that the server is away or fails, unless it did so a short time ago.
func (h *Hub) say(err error) {
	now, last := time.Now().UnixNano(), h.said.Load()
	if now-last >= int64(mute) && h.said.CompareAndSwap(last, now) {
		h.log("%v; tries again, for at most %v", h.failing(err), patience)
	}
}

// failing says what is wrong with a server that is away or fails.
func (h *Hub) failing(err error) error {
	if !h.nc.IsConnected() {
		return fmt.Errorf("the server at %s is away: %w", h.access.URL, err)
	}
	return fmt.Errorf("the server at %s refused the request: %w; if its disk is full, make room there", h.access.URL, err)
}

// finalError is an error that another attempt cannot avoid.
type finalError struct{ error }

// Unwrap returns what went wrong.
func (e finalError) Unwrap() error { return e.error }

// final marks errors that another attempt cannot avoid.
func final(err error, these ...error) error {
	for _, e := range these {
		if errors.Is(err, e) {
			return finalError{err}
		}
	}
	return err
}

// missing reports whether an error says that an item is not on the server.
func missing(err error) bool {
	return slices.ContainsFunc([]error{
		nats.ErrNoResponders, jetstream.ErrNoStreamResponse, jetstream.ErrStreamNotFound, jetstream.ErrBucketNotFound,
	}, func(e error) bool { return errors.Is(err, e) })
}

// away reports whether an error may mean that the server is away, or has lost its data.
func away(err error) bool {
	var of jetstream.JetStreamError
	return missing(err) || slices.ContainsFunc([]error{nats.ErrTimeout, context.DeadlineExceeded, context.Canceled},
		func(e error) bool { return errors.Is(err, e) }) ||
		errors.As(err, &of) && of.APIError() != nil && of.APIError().Code >= 500
}

// persist makes a request until it succeeds, fails with a finalError, or the server has been away for too long.
func (h *Hub) persist(ctx context.Context, request func(context.Context) error) error {
	return h.persistFor(ctx, attempt, request)
}

// persistFor is persist, with another limit of the time for an attempt.
func (h *Hub) persistFor(ctx context.Context, most time.Duration, request func(context.Context) error) error {
	began, wait := time.Now(), 50*time.Millisecond
	for {
		err := h.within(ctx, most, request)
		var no finalError
		switch {
		case err == nil, ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case errors.As(err, &no):
			return no.error
		case time.Since(began) > patience:
			return h.failing(err)
		case missing(err) && h.repair != nil:
			if err := h.once(ctx, h.repair); errors.As(err, &no) {
				return no.error
			}
		}
		if time.Since(began) > tolerated {
			h.say(err)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, time.Second)
	}
}

// once makes a request once.
func (h *Hub) once(ctx context.Context, request func(context.Context) error) error {
	return h.within(ctx, attempt, request)
}

// prepare creates missing buckets that all runs share.
func (h *Hub) prepare(ctx context.Context, lease time.Duration) error {
	for _, bucket := range []jetstream.KeyValueConfig{
		{Bucket: runsBucket},
		{Bucket: leasesBucket, TTL: lease},
		{Bucket: workersBucket, TTL: presenceTTL},
	} {
		if _, err := h.js.CreateOrUpdateKeyValue(ctx, bucket); err != nil {
			return err
		}
	}
	return nil
}

// bucket returns a bucket, which exists or is about to be created.
func (h *Hub) bucket(ctx context.Context, name string) (kv jetstream.KeyValue, err error) {
	err = h.persist(ctx, func(ctx context.Context) error {
		kv, err = h.js.KeyValue(ctx, name)
		return err
	})
	return kv, err
}

// read reads an entry; ok is false if there is none.
func read[M any](ctx context.Context, h *Hub, kv jetstream.KeyValue, key string) (m M, revision uint64, ok bool, err error) {
	var entry jetstream.KeyValueEntry
	err = h.persist(ctx, func(ctx context.Context) error {
		var err error
		entry, err = kv.Get(ctx, key)
		return final(err, jetstream.ErrKeyNotFound)
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return m, 0, false, nil
	}
	if err != nil {
		return m, 0, false, err
	}
	m, err = decode[M](entry.Value())
	return m, entry.Revision(), err == nil, err
}
