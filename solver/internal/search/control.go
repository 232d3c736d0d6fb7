// Package search has what all searches share: limits and counts ([Control], [Budget]),
// checkpoints ([NewKeeper]), and distances ([Distance], [Rank], [Ranks]).
package search

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"gridlock/internal/yield"
	"gridlock/solver"
)

// Control is shared by the workers of a search: its limits and its counts.
type Control struct {
	ctx     context.Context
	monitor *solver.Monitor
	phase   string
	Start   time.Time
	limit   uint64 // nodes at which the search stops
	workers uint64 // the number of workers that share the limit

	granted atomic.Uint64 // nodes of the limit that are granted to workers
	nodes   atomic.Uint64 // nodes visited, as of the workers' last Flush
	stored  atomic.Uint64 // positions stored outside of a table, as of the last Flush
	probes  atomic.Uint64
	hits    atomic.Uint64

	mu   sync.Mutex
	err  error       // why the search has to stop; set before over
	over atomic.Bool // the search has to stop, or is done

	// Describe, if not nil, adds the engine's own statistics to a snapshot.
	Describe func(*solver.Stats)

	// Table, if not nil, grows as it fills.
	Table Table
}

// Table is the transposition table of a search, as its control and its checkpoints see it.
type Table interface {
	// Added counts entries that a worker has added.
	Added(n uint64)

	// Grow makes the table larger if it is full, and ends early when over reports true.
	Grow(over func() bool)

	// Describe adds to a snapshot how full the table is.
	Describe(s *solver.Stats)

	// Worth returns the least work of an entry that belongs in a checkpoint of at most most
	// entries, and about how many such entries there are.
	Worth(most uint64) (least, count uint64)

	// Pieces returns the entries that took at least that much work.
	Pieces(least uint64) iter.Seq2[[]byte, error]

	// Restore adds the entries of a piece, and ends early when over reports true.
	Restore(piece []byte, over func() bool) error
}

// NewControl begins a search. The caller sets Describe and Table, if at all, before
// [Control.NewBudget].
func NewControl(ctx context.Context, phase string, opt solver.Options) *Control {
	c := &Control{ctx: ctx, monitor: opt.Monitor, phase: phase, limit: opt.Nodes, workers: uint64(max(1, opt.Workers)), Start: time.Now()}
	if c.limit == 0 {
		c.limit = ^uint64(0)
	}
	if c.monitor == nil {
		c.monitor = new(solver.Monitor)
	}
	return c
}

// Share divides the rest of the limit among that many workers from now on. In a search that only one worker has begun,
// this worker calls it before the others begin.
func (c *Control) Share(workers int) { c.workers = uint64(workers) }

// Publish shows the search to the monitor.
func (c *Control) Publish() { c.monitor.Watch(c.stats) }

// stats returns the statistics as of the workers' last Flush.
func (c *Control) stats() solver.Stats {
	s := solver.Stats{
		Phase: c.phase, Nodes: c.nodes.Load(), Elapsed: time.Since(c.Start),
		Stored: c.stored.Load(), Probes: c.probes.Load(), Hits: c.hits.Load(),
	}
	if c.Table != nil {
		c.Table.Describe(&s)
	}
	if c.Describe != nil {
		c.Describe(&s)
	}
	return s
}

// Finish returns the last statistics, which the monitor shows from now on.
func (c *Control) Finish() solver.Stats {
	s := c.stats()
	c.monitor.Watch(func() solver.Stats { return s })
	return s
}

// Stop ends the search: with an error when it cannot continue, with nil when it is done. Only
// the first call counts.
func (c *Control) Stop(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over.Load() {
		c.err = err
		c.over.Store(true)
	}
}

// Err returns why the search had to stop, nil if it did not.
func (c *Control) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Ended reports whether the search is over: stopped, done or cancelled.
func (c *Control) Ended() bool { return c.over.Load() || c.ctx.Err() != nil }

// grant lets a worker visit up to n more nodes and returns how many. With several workers, grants get smaller as fewer
// nodes are left. So when a worker gets none, which ends the search, no other worker still holds many.
func (c *Control) grant(n uint64) uint64 {
	for {
		granted := c.granted.Load()
		left := c.limit - granted
		some := min(n, left)
		if c.workers > 1 {
			some = min(some, left/(2*c.workers)+1)
		}
		if c.granted.CompareAndSwap(granted, granted+some) {
			return some
		}
	}
}

// Budget limits and counts the work of one worker. Every PollEvery nodes it flushes its counts and
// polls the context, and every CheckEvery nodes it checks the control.
type Budget struct {
	Control   *Control
	Nodes     uint64 // positions visited by the worker
	Stored    uint64 // positions that the worker has added to memory
	Probes    uint64 // positions looked for in memory
	Hits      uint64 // probes that found the position
	due       uint64 // number of nodes at which to poll the context again
	pause     uint64 // number of nodes at which to check the control again
	Exhausted bool   // the worker has to stop
	flushed   struct{ nodes, stored, probes, hits uint64 }
}

const (
	// CheckEvery is the number of nodes between two checks of the control, which grow the table
	// and divide the limit of nodes among the workers.
	CheckEvery = 4096

	// PollEvery is the number of nodes between two polls of the context: some microseconds of plain
	// recursion, some milliseconds of any other search on the largest boards.
	PollEvery = 64
)

// NewBudget begins a search by one worker.
func NewBudget(ctx context.Context, phase string, opt solver.Options) *Budget {
	c := NewControl(ctx, phase, opt)
	c.Publish()
	return c.NewBudget()
}

// NewBudget returns the budget of a worker of the search.
func (c *Control) NewBudget() *Budget {
	w := &Budget{Control: c}
	w.Check()
	return w
}

// Visit counts a node and reports whether the search may continue.
func (w *Budget) Visit() bool {
	if w.Nodes >= w.due {
		w.poll()
	}
	if w.Exhausted {
		return false
	}
	w.Nodes++
	return true
}

// poll flushes the counts, gives way, and checks the control if it is time, or if the search is
// over.
func (w *Budget) poll() {
	w.Flush()
	if yield.Now(w.Control.ctx); w.Nodes >= w.pause || w.Control.Ended() {
		w.Check()
	}
	w.due = min(w.pause, w.Nodes+PollEvery)
}

// Cancelled gives way, and reports whether the context of the search has ended. Long computations of lemmas call it to
// know when to stop. They do not count towards the limit of nodes.
func (w *Budget) Cancelled() bool { return solver.Poll(w.Control.ctx) != nil }

// Check flushes the counts, gives way, and checks the limits.
func (w *Budget) Check() {
	w.Flush()
	c := w.Control
	if c.Table != nil {
		c.Table.Grow(c.Ended)
	}
	if err := solver.Poll(c.ctx); err != nil {
		c.Stop(err)
	}
	if w.Exhausted = c.over.Load(); w.Exhausted || w.Nodes < w.pause {
		return
	}
	for w.Nodes >= w.pause {
		more := c.grant(w.Nodes - w.pause + CheckEvery)
		if more == 0 {
			w.Fail(solver.Limited(solver.LimitNodes, "node count %d", c.limit))
			return
		}
		w.pause += more
	}
}

// Flush brings the control's counts up to date.
func (w *Budget) Flush() {
	c := w.Control
	c.nodes.Add(w.Nodes - w.flushed.nodes)
	if c.Table != nil {
		c.Table.Added(w.Stored - w.flushed.stored)
	} else {
		c.stored.Add(w.Stored - w.flushed.stored)
	}
	c.probes.Add(w.Probes - w.flushed.probes)
	c.hits.Add(w.Hits - w.flushed.hits)
	w.flushed.nodes, w.flushed.stored, w.flushed.probes, w.flushed.hits = w.Nodes, w.Stored, w.Probes, w.Hits
}

// Fail stops the search with an error.
func (w *Budget) Fail(err error) {
	w.Control.Stop(err)
	w.Exhausted = true
}

// Err returns why the search had to stop, nil if it did not.
func (w *Budget) Err() error { return w.Control.Err() }

// Finish returns the last statistics of a search by one worker.
func (w *Budget) Finish() solver.Stats {
	w.Flush()
	return w.Control.Finish()
}
