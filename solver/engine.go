package solver

import (
	"context"
	"errors"
	"math"

	"gridlock/variants"
)

// Engine decides positions. Its methods are safe for concurrent use.
//
// An engine stops when its context ends or a limit of its [Options] is reached. It then returns its findings and an
// error: [ErrLimit] for a limit; ErrLimit and context.DeadlineExceeded for a deadline; context.Canceled for a cancelled
// context. The error wraps the cause of the context, too: see [Stopped].
type Engine interface {
	// Name returns the name by which a user asks for the engine.
	Name() string

	// Solve finds outcome, distance, best moves and principal variation of the position. If ctx ends or a limit is
	// reached, it returns its findings within some milliseconds. The error is then ErrLimit or context.Canceled. The error
	// is ErrNoPosition for the zero Position.
	Solve(ctx context.Context, p variants.Position, opt Options) (Result, error)
}

// Options limits and monitors a search. The zero value is a search by one worker with no limit
// except DefaultMemory.
type Options struct {
	// Nodes is the maximum number of positions to visit; 0 means no limit. Unlike a deadline, it always stops a search by
	// one worker at the same point.
	Nodes uint64

	// Memory is about how many bytes the engine may use to remember positions; 0 or less means
	// DefaultMemory. Engines without a memory ignore it.
	Memory int64

	// Workers is the number of goroutines that search; 0 or less means one. One worker visits
	// the same positions in the same order every time. Engines that cannot share their work
	// ignore it.
	Workers int

	// NoLemmas makes pn and negamax search by the rules alone, without the lemmas of package
	// theory.
	NoLemmas bool

	// Checkpoint, if not nil, makes a search continue from an earlier checkpoint and save new ones. Engines without
	// checkpoints ignore it.
	Checkpoint *Checkpoint

	// Monitor, if not nil, shows the statistics of the search while it runs.
	Monitor *Monitor
}

// DefaultMemory is the memory limit of an engine, in bytes, where none is set.
const DefaultMemory = 2 << 30

// mostMemory is the greatest memory limit: 1 GiB if an int has 32 bits, so that a table and other data can be
// addressed.
const mostMemory = min(1<<50, math.MaxInt/2+1)

// MemoryLimit returns the memory limit in bytes: DefaultMemory if it is 0, and at most what the system can address.
func (o Options) MemoryLimit() int64 {
	if o.Memory <= 0 {
		return min(DefaultMemory, mostMemory)
	}
	return min(o.Memory, mostMemory)
}

// ErrNoPosition is the error of all engines for the zero Position.
var ErrNoPosition = errors.New("the zero Position is no position to solve")
