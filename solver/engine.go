package solver

import (
	"context"
	"errors"

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
	// what it knows by then and an error that is ErrLimit or context.Canceled, see [Stopped].
	Solve(ctx context.Context, p variants.Position, opt Options) (Result, error)
}

// Options limits and watches a search. The zero value is a search by one worker
// without limits but DefaultMemory.
type Options struct {
	// Nodes is the greatest number of positions to visit; 0 means no limit.
	// Unlike a deadline it stops a search of one worker always at the same point.
	Nodes uint64

	// Memory is how many bytes the engine's memory of positions may take, about;
	// 0 or less means DefaultMemory. Engines without memory ignore it.
	Memory int64

	// Workers is the number of goroutines that search; 0 or less means one. One
	// alone visits the same positions in the same order every time. Engines that
	// cannot share their work ignore it.
	Workers int

	// NoLemmas makes proof-number search and negamax search by the rules alone, without the lemmas of
	// package theory.
	NoLemmas bool

	// Checkpoint, if not nil, makes a search go on from an earlier one, and leave what a
	// later one can go on from. Engines that cannot do so ignore it.
	Checkpoint *Checkpoint

	// Monitor, if not nil, shows the statistics of the search while it runs.
	Monitor *Monitor
}

// DefaultMemory is the memory limit of an engine that is not told another.
const DefaultMemory = 2 << 30

// MemoryLimit returns the memory limit in bytes, DefaultMemory where none is set.
func (o Options) MemoryLimit() int64 {
	if o.Memory <= 0 {
		return DefaultMemory
	}
	return o.Memory
}

// ErrLimit is the error of a search that reached a limit before it had the
// answer: time, nodes or memory.
var ErrLimit = errors.New("limit reached")
