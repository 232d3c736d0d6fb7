package solver

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gridlock/variants"
)

// Engine decides positions. Engines are values without state of their own: one
// may solve several positions at once.
type Engine interface {
	// Name returns the name by which a user asks for the engine.
	Name() string

	// Solve finds outcome, distance, best moves and principal variation of the
	// position. When ctx ends or a limit is reached first, it returns soon, in
	// well under 100 ms, with what it knows by then and an error that is
	// ErrLimit or context.Canceled.
	Solve(ctx context.Context, p variants.Position, opt Options) (Result, error)
}

// Options limits and watches a search. The zero value is a search without
// limits but DefaultMemory.
type Options struct {
	// Nodes is the greatest number of positions to visit; 0 means no limit.
	// Unlike a deadline it stops a single-threaded search always at the same
	// point.
	Nodes uint64

	// Memory is how many bytes the engine's memory of positions may take, about;
	// 0 means DefaultMemory. Engines without memory ignore it.
	Memory int64

	// Monitor, if not nil, is kept up to date during the search.
	Monitor *Monitor
}

// DefaultMemory is the memory limit of an engine that is not told another.
const DefaultMemory = 2 << 30

// ErrLimit is the error of a search that reached a limit before it had the
// answer: time, nodes or memory.
var ErrLimit = errors.New("limit reached")

// Monitor shows the statistics of a running search to other goroutines. The
// zero value is ready for use. A Monitor belongs to one search at a time.
type Monitor struct {
	nodes, stored atomic.Uint64
	start         atomic.Int64 // nanoseconds since the Unix epoch; 0 before the start
}

// Snapshot returns the statistics so far, at most some thousand nodes old.
func (m *Monitor) Snapshot() Stats {
	s := Stats{Nodes: m.nodes.Load(), Stored: m.stored.Load()}
	if start := m.start.Load(); start != 0 {
		s.Elapsed = time.Since(time.Unix(0, start))
	}
	return s
}

// watch is what a search looks at to know when to stop. One watch serves one
// goroutine.
type watch struct {
	ctx     context.Context
	limit   uint64 // nodes at which the search stops
	monitor *Monitor
	start   time.Time

	nodes  uint64 // positions visited
	stored uint64 // positions held in memory; the search keeps it up to date
	pause  uint64 // nodes at which to look at ctx again
	err    error  // why the search has to stop, once it has
}

// checkEvery is the number of nodes between two looks at the context, some
// hundred microseconds of plain recursion.
const checkEvery = 4096

func newWatch(ctx context.Context, opt Options) *watch {
	w := &watch{ctx: ctx, limit: opt.Nodes, monitor: opt.Monitor, start: time.Now()}
	if w.limit == 0 {
		w.limit = ^uint64(0)
	}
	if w.monitor == nil {
		w.monitor = new(Monitor)
	}
	w.monitor.start.Store(w.start.UnixNano())
	w.look()
	return w
}

// visit counts a node and reports whether the search may go on.
func (w *watch) visit() bool {
	if w.nodes >= w.pause {
		w.look()
	}
	if w.err != nil {
		return false
	}
	w.nodes++
	return true
}

// look publishes the counts and looks at the limits.
func (w *watch) look() {
	w.publish()
	switch {
	case w.err != nil:
	case errors.Is(w.ctx.Err(), context.DeadlineExceeded):
		w.err = fmt.Errorf("%w: time is up", ErrLimit)
	case w.ctx.Err() != nil:
		w.err = w.ctx.Err()
	case w.nodes >= w.limit:
		w.err = fmt.Errorf("%w: node count %d", ErrLimit, w.limit)
	}
	w.pause = min(w.nodes+checkEvery, w.limit)
}

func (w *watch) publish() {
	w.monitor.nodes.Store(w.nodes)
	w.monitor.stored.Store(w.stored)
}

// stats returns the final statistics.
func (w *watch) stats() Stats {
	w.publish()
	return Stats{Nodes: w.nodes, Stored: w.stored, Elapsed: time.Since(w.start)}
}
