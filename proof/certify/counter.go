package certify

import (
	"context"

	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
)

// guided calls a function that finds a certificate by lemmas, within the limits of the request.
func (r Request) guided(ctx context.Context, find func(*pn.Guide) (*proof.Writer, error)) (*proof.Writer, error) {
	r.Prover.Begin(ctx, r.Limits)
	defer r.Prover.Finish()
	guide := r.Prover.Guide()
	defer guide.Close()
	return find(guide)
}

// counter counts nodes: the work of theory, and one node for each other question.
type counter struct {
	ctx     context.Context
	guide   *pn.Guide
	budget  *theory.Budget
	counted uint64 // of its work
	err     error  // the error of the guide, which has limits, or of ctx
}

// stop counts one node and theory's new work. It reports whether to give up, and remembers why.
func (c *counter) stop() bool {
	c.err = c.guide.Count()
	for ; c.counted < c.budget.Work && c.err == nil; c.counted++ {
		c.err = c.guide.Count()
	}
	if c.err == nil {
		c.err = solver.Poll(c.ctx)
	}
	return c.err != nil
}

// stopTheory is stop for a budget: it counts after each 1024 of theory's work.
func (c *counter) stopTheory() bool {
	if c.budget.Work%1024 == 0 {
		return c.stop()
	}
	c.err = solver.Poll(c.ctx)
	return c.err != nil
}

// variety makes a search for a table choose differently: it changes a number a little, but not 0. A nil variety changes
// nothing.
type variety func(n int) int

// of returns the number to compare in place of n.
func (v variety) of(n int) int {
	if v == nil {
		return n
	}
	return v(n)
}
