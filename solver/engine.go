package solver

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gridlock/variants"
)

// Engine decides positions. Its methods may be called by several goroutines at
// once.
type Engine interface {
	// Name returns the name by which a user asks for the engine.
	Name() string

	// Solve finds outcome, distance, best moves and principal variation of the
	// position. When ctx ends or a limit is reached before outcome, distance and
	// best moves are known, it returns soon, within some thousand nodes, with
	// what it knows by then and an error that is ErrLimit or context.Canceled.
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
	// 0 or less means DefaultMemory. Engines without memory ignore it.
	Memory int64

	// Monitor, if not nil, is kept up to date during the search.
	Monitor *Monitor
}

// DefaultMemory is the memory limit of an engine that is not told another.
const DefaultMemory = 2 << 30

// memory returns the memory limit in bytes.
func (o Options) memory() int64 {
	if o.Memory <= 0 {
		return DefaultMemory
	}
	return o.Memory
}

// ErrLimit is the error of a search that reached a limit before it had the
// answer: time, nodes or memory.
var ErrLimit = errors.New("limit reached")

// Monitor shows the statistics of a running search to other goroutines. The
// zero value is ready for use. A Monitor belongs to one search at a time.
type Monitor struct {
	stats atomic.Pointer[Stats]
}

// Snapshot returns the statistics so far, at most some thousand nodes old; those
// of the result once the search has ended.
func (m *Monitor) Snapshot() Stats {
	if s := m.stats.Load(); s != nil {
		return *s
	}
	return Stats{}
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
	w.stats()
	switch ended := w.ctx.Err(); {
	case w.err != nil:
	case errors.Is(ended, context.DeadlineExceeded):
		w.err = fmt.Errorf("%w: time is up", ErrLimit)
	case ended != nil:
		w.err = ended
	case w.nodes >= w.limit:
		w.err = fmt.Errorf("%w: node count %d", ErrLimit, w.limit)
	}
	w.pause = min(w.nodes+checkEvery, w.limit)
}

// stats returns the statistics, having published them.
func (w *watch) stats() Stats {
	s := Stats{Nodes: w.nodes, Stored: w.stored, Elapsed: time.Since(w.start)}
	w.monitor.stats.Store(&s)
	return s
}
