package queue

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// errLeaseLost reports that another coordinator is at work.
var errLeaseLost = errors.New("the lease is lost")

// lease is the right to coordinate a run. It saves the work of a second coordinator; the result
// does not depend on it.
type lease struct {
	hub      *Hub
	kv       jetstream.KeyValue
	key      string
	revision uint64
}

// takeLease waits until no other coordinator is at work, or until the run is over: then it returns
// no lease but the verdict.
func (r *run) takeLease(ctx context.Context, opt SolveOptions) (*lease, Verdict, error) {
	kv, err := r.bucket(ctx, leasesBucket)
	if err != nil {
		return nil, Verdict{}, err
	}
	for waits := false; ; waits = true {
		if v, ended, err := r.verdict(ctx); ended || err != nil {
			return nil, v, err
		}
		l := &lease{hub: r.Hub, kv: kv, key: r.id}
		err := r.persist(ctx, func(ctx context.Context) (err error) {
			l.revision, err = kv.Create(ctx, r.id, encode(Progress{Coordinator: opt.Name}))
			return final(err, jetstream.ErrKeyExists)
		})
		switch {
		case err == nil:
			return l, Verdict{}, nil
		case !errors.Is(err, jetstream.ErrKeyExists):
			return nil, Verdict{}, err
		case !waits:
			opt.Log("another coordinator is at work on %s; waits", r.id)
		}
		if err := pause(ctx, time.Second); err != nil {
			return nil, Verdict{}, err
		}
	}
}

// keep renews the lease with the progress, until ctx ends, which is no error.
func (l *lease) keep(ctx context.Context, every time.Duration, progress func() Progress) error {
	for pause(ctx, every) == nil {
		if err := over(ctx, l.renew(ctx, encode(progress()))); err != nil {
			return err
		}
	}
	return nil
}

// renew renews the lease, also if the server has forgotten it. The error is errLeaseLost if
// another coordinator has it.
func (l *lease) renew(ctx context.Context, progress []byte) error {
	return l.hub.persist(ctx, func(ctx context.Context) error {
		revision, err := l.kv.Update(ctx, l.key, progress, l.revision)
		if errors.Is(err, jetstream.ErrKeyExists) { // it is not that revision
			if revision, err = l.kv.Create(ctx, l.key, progress); errors.Is(err, jetstream.ErrKeyExists) {
				return finalError{errLeaseLost}
			}
		}
		if err == nil {
			l.revision = revision
		}
		return err
	})
}

// release lets another coordinator take over at once.
func (l *lease) release(ctx context.Context) {
	_ = l.hub.once(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return l.kv.Delete(ctx, l.key, jetstream.LastRevision(l.revision))
	})
}
