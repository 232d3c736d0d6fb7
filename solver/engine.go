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

	// Bare makes PN and Negamax search by the rules alone, without the lemmas of
	// package theory.
	Bare bool

	// Distance makes Auto find an exact distance, whatever it costs.
	Distance bool

	// Known, if not nil, is what Auto and AllMoves need not find out about the position, from
	// a store for instance. They add what they find out. It is ignored if it is of another
	// position.
	Known *Knowledge

	// Checkpoint, if not nil, makes a search go on from an earlier one, and leave what a
	// later one can go on from. Engines that cannot do so ignore it.
	Checkpoint *Checkpoint

	// Prover, if not nil, is of the position's game, and keeps what PN has found out in its
	// own memory of positions, so that a proof can be written down. Other engines, but for
	// Auto, ignore it.
	Prover *Prover

	// Shared, if not nil, is what searches of the same game before this one remember, and
	// what it leaves to those after it. Memory is then that of Shared, and Checkpoint is
	// ignored. PN, Negamax, Theory, Auto and AllMoves make use of it.
	Shared *Shared

	// Monitor, if not nil, shows the statistics of the search while it runs.
	Monitor *Monitor

	hint  Outcome       // of the position, where another engine has proven it
	moves *[]MoveResult // to which engines add what they happen to know of the moves
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
