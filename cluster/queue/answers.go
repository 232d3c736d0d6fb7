package queue

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// follow sends all present answers, then nil, then all new ones.
func (c *coordinator) follow(ctx context.Context, updates chan<- jetstream.KeyValueEntry) error {
	for ctx.Err() == nil {
		var watcher jetstream.KeyWatcher
		if err := c.persist(ctx, func(context.Context) (err error) {
			watcher, err = c.results.WatchAll(ctx, jetstream.IgnoreDeletes())
			return err
		}); err != nil {
			return err
		}
		c.forward(ctx, watcher, updates)
		_ = watcher.Stop()
	}
	return nil
}

// forward sends what a watcher receives. It stops when the watcher ends, or when the connection has been renewed, since
// the server may then have lost the watcher.
func (c *coordinator) forward(ctx context.Context, watcher jetstream.KeyWatcher, updates chan<- jetstream.KeyValueEntry) {
	connections := c.nc.Stats().Reconnects
	check := time.NewTicker(time.Second)
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-check.C:
			if c.nc.Stats().Reconnects != connections {
				return
			}
		case entry, ok := <-watcher.Updates():
			if !ok {
				return
			}
			select {
			case updates <- entry:
			case <-ctx.Done():
				return
			}
		}
	}
}

// replay enters the present answers.
func (c *coordinator) replay(ctx context.Context, updates <-chan jetstream.KeyValueEntry) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry := <-updates:
			if entry == nil {
				return nil
			}
			if err := c.take(ctx, entry); err != nil {
				return err
			}
		}
	}
}

// takeAll enters an answer and all answers that have come meanwhile.
func (c *coordinator) takeAll(ctx context.Context, entry jetstream.KeyValueEntry, updates <-chan jetstream.KeyValueEntry) error {
	for {
		if entry != nil {
			if err := c.take(ctx, entry); err != nil {
				return err
			}
		}
		select {
		case entry = <-updates:
		default:
			return c.withdraw(ctx)
		}
	}
}

// take enters an answer, unless it has been entered.
func (c *coordinator) take(ctx context.Context, entry jetstream.KeyValueEntry) error {
	key := entry.Key()
	if c.seen[key] == entry.Revision() {
		return nil
	}
	c.seen[key] = entry.Revision()
	a, wrong := decode[JobResult](entry.Value())
	if wrong == nil {
		var err error
		if wrong, err = c.enter(ctx, key, a); err != nil {
			return err
		}
	}
	if wrong == nil {
		return nil
	}
	return c.refuse(ctx, key, wrong)
}

// refuse deletes a wrong answer, so that its job is done again. An answer without a job stays.
func (c *coordinator) refuse(ctx context.Context, key string, wrong error) error {
	c.Log("refuses an answer, %.60q: %v", key, wrong)
	c.update(func(p *Progress) { p.Refused++ })
	id, proves := strings.CutPrefix(key, provingKey(""))
	if _, err := c.state(id); err != nil {
		return nil
	}
	if err := c.forget(ctx, key); err != nil {
		return err
	}
	if leaf, waits := c.proving[id]; waits && proves {
		return c.publish(ctx, c.provingJob(leaf))
	}
	return nil
}

// enter enters an answer. Wrong says what is wrong with it, or is nil.
func (c *coordinator) enter(ctx context.Context, key string, a JobResult) (wrong, err error) {
	switch {
	case a.Protocol != Protocol:
		return fmt.Errorf("it is of protocol %d", a.Protocol), nil
	case !a.Begun.Equal(c.config.Begun):
		return fmt.Errorf("it is of a run begun at %v", a.Begun), nil
	case key == provingKey(a.ID):
		return c.enterProof(ctx, a)
	case key != a.ID:
		return fmt.Errorf("it is about %s", a.ID), nil
	}
	r, wrong := c.result(a)
	if wrong != nil {
		return wrong, nil
	}
	if a.Failed {
		c.Log("%s: no worker could search it, so its children are searched", a.ID)
		r = c.searcher.Expand(r.State)
	}
	if wrong := c.tree.Apply(r); wrong != nil {
		return wrong, nil
	}
	c.update(func(p *Progress) { p.Jobs++; p.Nodes += r.Nodes })
	return nil, nil
}

// forget deletes the answer of a job, and the job, so that it can be published again.
func (c *coordinator) forget(ctx context.Context, key string) error {
	delete(c.seen, key)
	if state, err := c.state(key); err == nil {
		c.tree.Withdraw(state)
	}
	return c.persist(ctx, func(ctx context.Context) error {
		if err := c.results.Purge(ctx, key); err != nil {
			return err
		}
		return c.unpublish(ctx, key)
	})
}
