package solver

import (
	"context"
	"fmt"

	"gridlock/variants"
)

// Memo is Naive with a memory: an exact map from every state it has visited to
// its distance. The keys are whole states, so no two positions are ever taken
// for each other. A node is a distinct position in the mover's view.
type Memo struct{}

// Name returns "memo".
func (Memo) Name() string { return "memo" }

// Solve implements [Engine]. Time and memory are proportional to the number of
// positions that can be reached. When opt.Memory is used up it stops with
// ErrLimit.
func (Memo) Solve(ctx context.Context, p variants.Position, opt Options) (Result, error) {
	memory := opt.MemoryLimit()
	e := &memo{
		rules:  p.Game().Rules(),
		watch:  newWatch(ctx, Memo{}.Name(), opt),
		known:  make(map[variants.State]distance),
		most:   uint64(memory / MemoEntryBytes),
		memory: memory,
	}
	return solveExactly(p, Memo{}.Name(), e, e.watch)
}

// MemoEntryBytes is what one entry of the map takes at most, spare room
// included: between 50 and 85 bytes were measured while the map grew to 6
// million entries (go 1.26).
const MemoEntryBytes = 88

type memo struct {
	rules  variants.Rules
	watch  *watch
	known  map[variants.State]distance
	most   uint64 // entries the map may hold
	memory int64  // the limit that most comes from, in bytes
}

func (e *memo) search(s variants.State) (distance, bool) {
	if d, ok := e.known[s]; ok {
		return d, true
	}
	if !e.watch.visit() {
		return none, false
	}
	best := none
	for moves := e.rules.Legal(s); moves != 0; moves = moves.Rest() {
		d, ok := e.search(e.rules.Play(s, variants.Move(moves.First())))
		if !ok {
			return none, false
		}
		if (d + 1).better(best) {
			best = d + 1
		}
	}
	best = max(best, 0)
	return best, e.store(s, best)
}

// store remembers the distance of a state and reports whether there was room.
func (e *memo) store(s variants.State, d distance) bool {
	if e.watch.stored >= e.most {
		e.watch.fail(fmt.Errorf("%w: %d positions fill the %d MiB of memory allowed",
			ErrLimit, e.watch.stored, e.memory>>20))
		return false
	}
	e.known[s] = d
	e.watch.stored++
	return true
}
