package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"gridlock/cluster/joblevel"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// claim is that the player to move in an exact state wins, or loses.
type claim struct {
	state variants.State
	wins  bool
}

// advanceProof has the leaves of the solution proven that are not, once the root is decided.
func (c *coordinator) advanceProof(ctx context.Context) error {
	defer c.report()
	if !c.Prove || c.proving != nil {
		return nil
	}
	leaves := c.tree.Solution().Leaves
	c.proving = map[string]joblevel.Leaf{}
	for _, leaf := range leaves {
		if !c.proven[claim{leaf.State, leaf.Wins}] {
			c.proving[c.codec.id(leaf.State)] = leaf
		}
	}
	c.update(func(p *Progress) { p.Leaves, p.Proven = len(leaves), len(leaves)-len(c.proving) })
	for _, leaf := range leaves {
		if _, waits := c.proving[c.codec.id(leaf.State)]; !waits { // none does any more if one is reopened
			continue
		}
		if err := c.ask(ctx, c.provingJob(leaf)); err != nil {
			return err
		}
	}
	return nil
}

// provingJob returns the job to prove a leaf.
func (c *coordinator) provingJob(leaf joblevel.Leaf) Job {
	return Job{Protocol: Protocol, Begun: c.config.Begun, ID: c.codec.id(leaf.State), Prove: true, Wins: leaf.Wins}
}

// enterProof checks the certificate of a leaf, of which a worker says that it has stored it. If the
// worker found that the leaf is decided the other way, it is searched again, since one of two is
// wrong. If no worker could write a certificate, the children of the leaf take its place.
func (c *coordinator) enterProof(ctx context.Context, a Answer) (wrong, err error) {
	leaf, waits := c.proving[a.ID]
	if !waits {
		return nil, nil // it may be needed later
	}
	if a.Failed {
		c.Log("%s: no worker could prove it, so its children are proven", a.ID)
		if err := c.reopen(ctx, a.ID, leaf); err != nil {
			return nil, err
		}
		return nil, c.tree.Apply(c.searcher.Expand(leaf.Reduced))
	}
	said, wrong := outcome(a.Outcome)
	if wrong != nil {
		return wrong, nil
	}
	if said != solver.OutcomeOf(leaf.Wins) {
		c.Log("%s: workers disagree about it, so it is searched again", a.ID)
		c.update(func(p *Progress) { p.Refused++ })
		return nil, c.reopen(ctx, a.ID, leaf)
	}
	file, err := c.certificate(ctx, a.Object)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return err, nil
	} else if err != nil {
		return nil, err
	}
	opt := proof.Options{Memory: c.Memory}
	if c.merger != nil {
		opt.Memory /= 2 // the rest is for the records of all
	}
	wrong = joblevel.CheckProof(ctx, c.game, leaf.State, leaf.Wins, bytes.NewReader(file), c.merger, opt)
	switch {
	case errors.Is(wrong, proof.ErrMemory):
		return nil, fmt.Errorf("%w to check a certificate; set it with --memory", wrong)
	case wrong != nil:
		return wrong, ctx.Err()
	}
	delete(c.proving, a.ID)
	c.proven[claim{leaf.State, leaf.Wins}] = true
	c.update(func(p *Progress) { p.Proven++ })
	return nil, nil
}

// certificate fetches a certificate.
func (c *coordinator) certificate(ctx context.Context, name string) (file []byte, err error) {
	err = c.persistFor(ctx, transfer, func(ctx context.Context) error {
		store, err := c.js.ObjectStore(ctx, c.proofs())
		if err != nil {
			return err
		}
		file, err = store.GetBytes(ctx, name)
		return final(err, jetstream.ErrObjectNotFound)
	})
	return file, err
}

// reopen takes a verdict about a leaf back.
func (c *coordinator) reopen(ctx context.Context, id string, leaf joblevel.Leaf) error {
	if err := c.tree.Reopen(leaf.Reduced); err != nil {
		return err
	}
	c.proving, c.reopened = nil, true // the solution is another one now
	for _, key := range []string{provingKey(id), c.codec.id(leaf.Reduced)} {
		if err := c.forget(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
