package solver

import (
	"sync"
	"time"

	"gridlock/variants"
)

// Stats counts the work of a search and says how far it is. What an engine does
// not have is zero.
type Stats struct {
	Phase   string        // what the search is at, in a word or two
	Nodes   uint64        // positions visited; with a memory, positions looked up there are not
	Elapsed time.Duration // wall time

	Stored   uint64 // positions held in memory
	Capacity uint64 // positions that the memory has room for
	Memory   int64  // bytes that the memory takes
	Probes   uint64 // positions looked for in memory
	Hits     uint64 // those that were there

	// Proof and Disproof are the numbers of the position in proof-number search:
	// about how many more positions have to be decided to prove that the player to
	// move wins, or loses. They are 0 when that is proven.
	Proof, Disproof uint32

	// Depth is how far an iterative search looks ahead, in plies.
	Depth int

	// PV is the line that the search holds for best at the time.
	PV []variants.Move
}

// Monitor shows the statistics of a running search to other goroutines. The
// zero value is ready for use. A Monitor belongs to one search at a time.
type Monitor struct {
	mu   sync.Mutex
	read func() Stats
}

// Snapshot returns the statistics so far, at most some thousand nodes old; those
// of the result once the search has ended.
func (m *Monitor) Snapshot() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.read == nil {
		return Stats{}
	}
	return m.read()
}

// watch makes Snapshot use a function, which it calls by one goroutine at a time,
// and never again once watch has been called with another one.
func (m *Monitor) watch(read func() Stats) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read = read
}
