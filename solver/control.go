package solver

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// control is what the workers of a search share: its limits and its counts.
type control struct {
	ctx     context.Context
	monitor *Monitor
	phase   string
	start   time.Time
	limit   uint64 // nodes at which the search stops

	granted atomic.Uint64 // nodes of the limit that workers may have visited
	nodes   atomic.Uint64 // nodes visited, as far as the workers have told
	stored  atomic.Uint64 // positions held in a memory that is no table, as far as they have told
	probes  atomic.Uint64
	hits    atomic.Uint64

	mu   sync.Mutex
	err  error       // why the search has to stop, once it has
	over atomic.Bool // the search has to stop, or is done

	// describe, if not nil, adds to a snapshot what only the engine knows.
	describe func(*Stats)

	// table, if not nil, is made to grow as it fills.
	table searchTable
}

// searchTable is the transposition table of a search, as seen by its control and its
// checkpoints.
type searchTable interface {
	// added counts entries that a worker has added.
	added(n uint64)

	// grow makes the table larger if it is full, unless over reports that the search is.
	grow(over func() bool)

	// describe adds to a snapshot how full the table is.
	describe(s *Stats)

	// worth returns from which work on entries belong into a checkpoint of at most most of
	// them, and how many there are about.
	worth(most uint64) (least, count uint64)

	// pieces returns the entries that took at least that much work.
	pieces(least uint64) iter.Seq2[[]byte, error]

	// restore adds the entries of a piece.
	restore(piece []byte, over func() bool) error
}

// newControl begins a search. The caller sets describe, if at all, before
// [control.watch].
func newControl(ctx context.Context, phase string, opt Options) *control {
	c := &control{ctx: ctx, monitor: opt.Monitor, phase: phase, limit: opt.Nodes, start: time.Now()}
	if c.limit == 0 {
		c.limit = ^uint64(0)
	}
	if c.monitor == nil {
		c.monitor = new(Monitor)
	}
	return c
}

// publish lets the monitor see the search.
func (c *control) publish() { c.monitor.Watch(c.stats) }

// stats returns the statistics, as far as the workers have told.
func (c *control) stats() Stats {
	s := Stats{
		Phase: c.phase, Nodes: c.nodes.Load(), Elapsed: time.Since(c.start),
		Stored: c.stored.Load(), Probes: c.probes.Load(), Hits: c.hits.Load(),
	}
	if c.table != nil {
		c.table.describe(&s)
	}
	if c.describe != nil {
		c.describe(&s)
	}
	return s
}

// finish returns the last statistics, which the monitor shows from now on.
func (c *control) finish() Stats {
	s := c.stats()
	c.monitor.Watch(func() Stats { return s })
	return s
}

// stop ends the search: with an error when it cannot go on, with nil when it is
// done. Only the first call counts.
func (c *control) stop(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over.Load() {
		c.err = err
		c.over.Store(true)
	}
}

// failure returns why the search had to stop, nil when it did not.
func (c *control) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// ended reports whether nobody needs the search any more.
func (c *control) ended() bool { return c.over.Load() || c.ctx.Err() != nil }

// grant lets a worker visit up to n nodes more and returns how many.
func (c *control) grant(n uint64) uint64 {
	for {
		granted := c.granted.Load()
		n = min(n, c.limit-granted)
		if c.granted.CompareAndSwap(granted, granted+n) {
			return n
		}
	}
}

// watch is what a worker looks at to know when to stop. It counts for one worker
// and tells the control now and then.
type watch struct {
	control *control
	nodes   uint64 // positions visited by the worker
	stored  uint64 // positions that the worker has added to memory
	probes  uint64 // positions looked for in memory
	hits    uint64 // those that were there
	pause   uint64 // nodes at which to look at the control again
	over    bool   // the worker has to stop
	told    struct{ nodes, stored, probes, hits uint64 }
}

// checkEvery is the number of nodes between two looks at the control, some
// hundred microseconds of plain recursion and some milliseconds of any search.
const checkEvery = 4096

// newWatch begins a search by one worker.
func newWatch(ctx context.Context, phase string, opt Options) *watch {
	c := newControl(ctx, phase, opt)
	c.publish()
	return c.newWatch()
}

// newWatch returns the watch of a worker of the search.
func (c *control) newWatch() *watch {
	w := &watch{control: c}
	w.look()
	return w
}

// visit counts a node and reports whether the search may go on.
func (w *watch) visit() bool {
	if w.nodes >= w.pause {
		w.look()
	}
	if w.over {
		return false
	}
	w.nodes++
	return true
}

// look tells the counts and looks at the limits.
func (w *watch) look() {
	w.tell()
	c := w.control
	if c.table != nil {
		c.table.grow(c.ended)
	}
	if err := Stopped(c.ctx); err != nil {
		c.stop(err)
	}
	if w.over = c.over.Load(); w.over || w.nodes < w.pause {
		return
	}
	w.pause += c.grant(w.nodes - w.pause + checkEvery)
	if w.nodes >= w.pause {
		w.fail(fmt.Errorf("%w: node count %d", ErrLimit, c.limit))
	}
}

// tell brings the control's counts up to date.
func (w *watch) tell() {
	c := w.control
	c.nodes.Add(w.nodes - w.told.nodes)
	if c.table != nil {
		c.table.added(w.stored - w.told.stored)
	} else {
		c.stored.Add(w.stored - w.told.stored)
	}
	c.probes.Add(w.probes - w.told.probes)
	c.hits.Add(w.hits - w.told.hits)
	w.told.nodes, w.told.stored, w.told.probes, w.told.hits = w.nodes, w.stored, w.probes, w.hits
}

// fail stops the search with an error.
func (w *watch) fail(err error) {
	w.control.stop(err)
	w.over = true
}

// err returns why the search had to stop, nil when it did not.
func (w *watch) err() error { return w.control.failure() }

// finish returns the last statistics of a search by one worker.
func (w *watch) finish() Stats {
	w.tell()
	return w.control.finish()
}
