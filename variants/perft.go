package variants

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// MoveCount is one line of a divided perft: the number of move sequences that begin with the
// move.
type MoveCount struct {
	Move  Move
	Count uint64
}

// Perft counts the move sequences of exactly depth plies from the position. Shorter games do not count. So the count is
// 1 at depth 0, and 0 beyond the longest game. It takes time proportional to the count at depth-1, since the last ply
// is counted, not played.
//
// The work is shared among the given number of workers; 0 means one for each processor. The
// error is that of ctx, if it ends first, or reports a negative depth.
func Perft(ctx context.Context, p Position, depth, workers int) (uint64, error) {
	if depth == 0 && p.game != nil {
		return 1, ctx.Err()
	}
	divided, err := Divide(ctx, p, depth, workers)
	var sum uint64
	for _, line := range divided {
		sum += line.Count
	}
	return sum, err
}

// Divide is Perft split by the first move: one line for each legal move, in order. Depth must be
// at least 1. If there is an error, the counts are meaningless.
func Divide(ctx context.Context, p Position, depth, workers int) ([]MoveCount, error) {
	switch {
	case p.game == nil:
		return nil, errors.New("perft: no position")
	case depth < 1:
		return nil, fmt.Errorf("perft: a depth of %d is too small", depth)
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	counter := perftCounter{rules: p.game.rules}
	defer context.AfterFunc(ctx, func() { counter.stopped.Store(true) })()

	// Two plies make enough jobs of even size to keep all workers busy; the
	// first ply alone would end with one worker on the largest subtree.
	var group errgroup.Group
	group.SetLimit(workers)
	root := p.State()
	legal := counter.rules.Legal(root)
	sums := make([]atomic.Uint64, legal.Count())
	moves := members(legal)
	for i, m := range moves {
		child := counter.rules.Play(root, Move(m))
		if depth < 3 {
			sums[i].Store(counter.count(child, depth-1))
			continue
		}
		for reply := range counter.rules.Legal(child).Cells() {
			grandchild := counter.rules.Play(child, Move(reply))
			group.Go(func() error {
				sums[i].Add(counter.count(grandchild, depth-2))
				return nil
			})
		}
	}
	err := group.Wait()
	if err == nil {
		err = ctx.Err()
	}
	lines := make([]MoveCount, len(sums))
	for i, m := range moves {
		lines[i] = MoveCount{Move(m), sums[i].Load()}
	}
	return lines, err
}

// perftCounter counts below one root.
type perftCounter struct {
	rules   Rules
	stopped atomic.Bool
}

// count returns the perft of the state. Once stopped, it returns within a millisecond, with a wrong count. It checks so
// rarely that this costs nothing.
func (c *perftCounter) count(s State, depth int) uint64 {
	switch {
	case depth == 0:
		return 1
	case depth == 1:
		return uint64(c.rules.Legal(s).Count())
	case depth > 3 && c.stopped.Load():
		return 0
	}
	var sum uint64
	for moves := c.rules.Legal(s); moves != 0; moves = moves.Rest() {
		sum += c.count(c.rules.Play(s, Move(moves.First())), depth-1)
	}
	return sum
}
