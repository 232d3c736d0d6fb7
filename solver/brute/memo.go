// Package brute searches by plain recursion over the rules of package variants: [Naive] without
// a memory, [Memo] with one. All other engines are tested against it.
package brute

import (
	"context"

	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/variants"
)

// Memo is Naive with a memory: an exact map from every visited state to its distance. The keys
// are whole states, so no two positions are ever confused. A node is a distinct position, as the
// player to move sees it.
type Memo struct{}

// Name returns "memo".
func (Memo) Name() string { return "memo" }

// Solve implements [solver.Engine]. Time and memory are proportional to the number of reachable
// positions. It returns [solver.ErrLimit] when opt.Memory is used up.
func (Memo) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	if p.Game() == nil {
		return solver.Undecided(Memo{}.Name()), solver.ErrNoPosition
	}
	memory := opt.MemoryLimit()
	e := &memo{
		rules:  p.Game().Rules(),
		budget: search.NewBudget(ctx, Memo{}.Name(), opt),
		known:  make(map[variants.State]search.Distance),
		most:   uint64(memory / memoEntryBytes),
		memory: memory,
	}
	return search.SolveExactly(p, Memo{}.Name(), e, e.budget)
}

// memoEntryBytes is an upper bound on the size of a map entry, spare room included. Entries took
// between 50 and 85 bytes while the map grew to 6 million of them (go 1.26).
const memoEntryBytes = 88

type memo struct {
	rules  variants.Rules
	budget *search.Budget
	known  map[variants.State]search.Distance
	most   uint64 // maximum number of entries
	memory int64  // the limit that most is derived from, in bytes
}

func (e *memo) Search(s variants.State) (search.Distance, bool) {
	if d, ok := e.known[s]; ok {
		return d, true
	}
	if !e.budget.Visit() {
		return search.None, false
	}
	best := search.None
	for moves := e.rules.Legal(s); moves != 0; moves = moves.Rest() {
		d, ok := e.Search(e.rules.Play(s, variants.Move(moves.First())))
		if !ok {
			return search.None, false
		}
		if (d + 1).Better(best) {
			best = d + 1
		}
	}
	best = max(best, 0)
	return best, e.store(s, best)
}

// store records the distance of a state and reports whether there was room.
func (e *memo) store(s variants.State, d search.Distance) bool {
	if e.budget.Stored >= e.most {
		e.budget.Fail(solver.Limited(solver.LimitMemory, "%d positions fill the %d MiB of memory allowed",
			e.budget.Stored, e.memory>>20))
		return false
	}
	e.known[s] = d
	e.budget.Stored++
	return true
}
