package solver

import (
	"sync"
	"time"

	"gridlock/variants"
)

// Stats counts the work of a search and shows its progress. Fields that an engine does not
// support are zero.
type Stats struct {
	Phase   string        // current stage of the search, in a word or two
	Nodes   uint64        // positions visited, except those answered from memory
	Elapsed time.Duration // wall time

	Stored   uint64 // positions held in memory
	Solved   uint64 // positions of Stored whose distance is known, while a table is built
	Capacity uint64 // positions that the memory has room for
	Memory   int64  // bytes that the memory takes
	Probes   uint64 // positions looked for in memory
	Hits     uint64 // probes that found the position

	// Proof and Disproof are the position's proof-number search numbers: about how many more positions have to be
	// decided to prove a win, or a loss, for the player to move. Proof is 0 when a win is proven, and Disproof when a
	// loss is.
	Proof, Disproof uint32

	// Depth is how far an iterative search looks ahead, in plies.
	Depth int

	// PV is the best line found so far.
	PV []variants.Move
}

// After returns the statistics of a search and of the searches before it together: the sum of their work, and the state
// of the last one.
func (s Stats) After(before Stats) Stats {
	s.Nodes += before.Nodes
	s.Elapsed += before.Elapsed
	s.Probes += before.Probes
	s.Hits += before.Hits
	return s
}

// Since returns the statistics since earlier ones: the work done after them, with the present state.
func (s Stats) Since(before Stats) Stats {
	s.Nodes -= before.Nodes
	s.Elapsed -= before.Elapsed
	s.Probes -= before.Probes
	s.Hits -= before.Hits
	return s
}

// Monitor shows the statistics of a running search to other goroutines. The
// zero value is ready for use. A Monitor belongs to one search at a time.
type Monitor struct {
	mu      sync.Mutex
	read    func() Stats
	carried Stats // the statistics of earlier searches that the running one continues
}

// Snapshot returns the statistics so far, at most a few thousand nodes old. After the search it returns the statistics
// of the result.
func (m *Monitor) Snapshot() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.read == nil {
		return Stats{}
	}
	return m.read().After(m.carried)
}

// Carry makes Snapshot add the work of searches before the running one. Until the
// running search begins, Snapshot returns the statistics of these earlier searches.
func (m *Monitor) Carry(spent Stats) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.carried = spent
	m.read = func() Stats {
		state := spent
		state.Nodes, state.Elapsed, state.Probes, state.Hits = 0, 0, 0, 0
		return state
	}
}

// Watch makes Snapshot call a function, by one goroutine at a time. Once Watch has been called with another function,
// the first one is never called again. It is for engines, and for other work that is displayed like a search.
func (m *Monitor) Watch(read func() Stats) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read = read
}
