package queue

import (
	"context"
	"errors"

	"gridlock/cluster/joblevel"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// goal is that the player to move in an exact state wins, or loses.
type goal struct {
	state variants.State
	wins  bool
}

// advanceProof asks for proofs of unproven leaves of the solution, once the root is decided. Late answers may change
// the tree, but not the solution that is being proven.
func (c *coordinator) advanceProof(ctx context.Context) error {
	defer c.report()
	if !c.Prove || c.proving != nil {
		return nil
	}
	c.solution = c.tree.Solution()
	leaves := c.solution.Leaves
	c.proving = map[string]joblevel.Leaf{}
	for _, leaf := range leaves {
		if !c.proven[goal{leaf.State, leaf.Wins}] {
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

// enterProof checks the certificate that a worker says it has stored for a leaf. If the worker found the opposite
// outcome, the leaf is searched again, since one of the two is wrong. If no worker could write a certificate, or if
// there is not the memory to check it, the children of the leaf take its place.
func (c *coordinator) enterProof(ctx context.Context, a JobResult) (wrong, err error) {
	leaf, waits := c.proving[a.ID]
	if !waits {
		return nil, nil // it may be needed later
	}
	if a.Failed {
		c.Log("%s: no worker could prove it, so its children are proven", a.ID)
		return nil, c.split(ctx, leaf)
	}
	said, wrong := outcome(a.Outcome)
	if wrong != nil {
		return wrong, nil
	}
	if said != solver.OutcomeOf(leaf.Wins) {
		c.Log("%s: workers disagree about it, so it is searched again", a.ID)
		c.update(func(p *Progress) { p.Refused++ })
		return nil, c.reopen(ctx, leaf)
	}
	file, wrong, err := c.certificate(ctx, a)
	if wrong == nil && err == nil {
		wrong, err = c.check(ctx, leaf, file)
	}
	switch {
	case err != nil:
		return nil, err
	case errors.Is(wrong, proof.ErrMemory):
		c.Log("%s: its certificate cannot be checked with this --memory (%v), so its children are proven", a.ID, wrong)
		return nil, errors.Join(c.discard(ctx, a.Object), c.split(ctx, leaf))
	case wrong != nil && isObject(a.ID, a.Object):
		return wrong, c.discard(ctx, a.Object)
	case wrong != nil:
		return wrong, nil
	}
	delete(c.proving, a.ID)
	c.proven[goal{leaf.State, leaf.Wins}] = true
	c.update(func(p *Progress) { p.Proven++ })
	return nil, nil
}

// reopen has a leaf searched again.
func (c *coordinator) reopen(ctx context.Context, leaf joblevel.Leaf) error {
	if err := c.tree.Reopen(leaf.Reduced); err != nil {
		return err
	}
	return c.retract(ctx, leaf)
}

// split has the children of a leaf proven in its place.
func (c *coordinator) split(ctx context.Context, leaf joblevel.Leaf) error {
	if err := c.tree.Split(leaf.Reduced, c.searcher.Expand(leaf.Reduced).Children); err != nil {
		return err
	}
	return c.retract(ctx, leaf)
}

// retract forgets the answers about a leaf, and the proofs under way, since the solution changes.
func (c *coordinator) retract(ctx context.Context, leaf joblevel.Leaf) error {
	c.proving, c.reopened = nil, true
	for _, key := range []string{provingKey(c.codec.id(leaf.State)), c.codec.id(leaf.Reduced)} {
		if err := c.forget(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
