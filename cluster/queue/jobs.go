package queue

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"gridlock/cluster/joblevel"
	"gridlock/solver"
	"gridlock/variants"
)

// unpublish removes the message of a job, if it is there. (Purging the subject instead makes the
// server, version 2.15, hold up messages that come after it.)
func (c *coordinator) unpublish(ctx context.Context, key string) error {
	jobs, err := c.js.Stream(ctx, c.stream())
	if err != nil {
		return err
	}
	msg, err := jobs.GetLastMsgForSubject(ctx, c.subject(key))
	if err == nil {
		err = jobs.DeleteMsg(ctx, msg.Sequence)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// withdraw takes back the jobs that nobody needs any more.
func (c *coordinator) withdraw(ctx context.Context) error {
	useless := c.tree.Useless()
	if len(useless) == 0 {
		return nil
	}
	ids := ""
	for _, s := range useless {
		c.tree.Withdraw(s)
		ids += c.codec.id(s) + " "
		if err := c.persist(ctx, func(ctx context.Context) error { return c.unpublish(ctx, c.codec.id(s)) }); err != nil {
			return err
		}
	}
	_ = c.nc.Publish(c.cancelled(), []byte(ids))
	return nil
}

// advance publishes the jobs that can be done now.
func (c *coordinator) advance(ctx context.Context) error {
	if c.tree.Outcome() != solver.Unknown {
		return c.advanceProof(ctx)
	}
	c.proving = nil
	slots := int(c.slots.Load())
	for c.tree.Out() < joblevel.Ahead(max(1, slots)) {
		leaf, ok := c.tree.Pick()
		if !ok {
			break
		}
		if err := c.publish(ctx, c.searchJob(leaf)); err != nil {
			return err
		}
	}
	c.report()
	return nil
}

// searchJob returns the job to search a leaf.
func (c *coordinator) searchJob(leaf variants.State) Job {
	budget := joblevel.NewBudget(max(1, int(c.slots.Load())))
	return Job{Protocol: Protocol, Begun: c.config.Begun, ID: c.codec.id(leaf), Nodes: budget.Of(c.tree.Spent())}
}

// notStored is the code of the server's error for a second message with a subject. The server also gives this code for
// any other message that it cannot store: the disk may be full.
const notStored = 10077

// publish publishes a job, unless it is out already.
func (c *coordinator) publish(ctx context.Context, job Job) error {
	c.update(func(p *Progress) { p.Published++ })
	return c.persist(ctx, func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, c.subject(c.key(job)), encode(job), jetstream.WithRetryAttempts(0))
		if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == notStored && c.isOut(ctx, job) {
			return nil
		}
		return err
	})
}

// isOut reports whether the message of a job is on the server.
func (c *coordinator) isOut(ctx context.Context, job Job) bool {
	jobs, err := c.js.Stream(ctx, c.stream())
	if err == nil {
		_, err = jobs.GetLastMsgForSubject(ctx, c.subject(c.key(job)))
	}
	return err == nil
}

// sweep publishes outstanding jobs again, and enters missed answers, since messages can be lost.
func (c *coordinator) sweep(ctx context.Context) error {
	if err := c.persist(ctx, c.repair); err != nil {
		return err
	}
	var jobs []Job
	for _, s := range c.tree.Jobs() {
		jobs = append(jobs, c.searchJob(s))
	}
	for _, leaf := range c.proving {
		jobs = append(jobs, c.provingJob(leaf))
	}
	for _, job := range jobs {
		if err := c.ask(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// ask enters the answer of a job, if there is one, and otherwise publishes it.
func (c *coordinator) ask(ctx context.Context, job Job) error {
	var entry jetstream.KeyValueEntry
	wrong, err := c.inspect(ctx, func(ctx context.Context) (err error) {
		entry, err = c.results.Get(ctx, c.key(job))
		return err
	})
	switch {
	case err != nil:
		return err
	case errors.Is(wrong, jetstream.ErrKeyNotFound):
		return c.publish(ctx, job)
	case wrong != nil:
		return c.refuse(ctx, c.key(job), wrong)
	}
	delete(c.seen, entry.Key())
	return c.take(ctx, entry)
}
