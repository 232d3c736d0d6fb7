package query

import (
	"slices"
	"sync"

	"gridlock/solver/auto"
	"gridlock/variants"
)

// memories are the memories of searches, one for each game, board and simultaneous search. The one that was unused for
// the longest time goes first.
//
// A new one may take half of the memory that is not in use. So one search has half of all memory, and some is always
// left for others. A memory takes bytes only as it fills.
type memories struct {
	total int64 // bytes

	mu   sync.Mutex
	idle []memory // the last one used is at the end
	used int64    // bytes that the memories in use may take
}

// memory is the memory of searches of a game and board.
type memory struct {
	name   string
	shared *auto.Shared
	bytes  int64 // the memory that it may take
}

// leastMemory is the least memory of a search, in bytes.
const leastMemory = 4 << 20

// open returns the maximum number of searches in progress, so that leastMemory for each takes at most a quarter of the
// total.
func (m *memories) open() int { return int(m.total / leastMemory / 4) }

// take returns a memory for searches of a game, one at a time, and a function to give it back.
func (m *memories) take(game *variants.Game) (*auto.Shared, func(), error) {
	name := game.String()
	m.mu.Lock()
	defer m.mu.Unlock()
	size := m.room()
	found, ok := m.find(name)
	if ok && found.bytes < size/2 { // made while others needed more
		found.shared.Release()
		ok = false
	}
	if !ok {
		m.evict(size)
		shared, err := auto.NewShared(game, size)
		if err != nil {
			return nil, nil, err
		}
		found = memory{name, shared, size}
	}
	m.used += found.bytes
	return found.shared, func() { m.giveBack(found) }, nil
}

// reserve returns how many bytes a search without a lasting memory may take, and a function to give them back.
func (m *memories) reserve() (bytes int64, giveBack func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	size := m.room()
	m.evict(size)
	m.used += size
	return size, func() { m.giveBack(memory{bytes: size}) }
}

// room returns the size of a new memory.
func (m *memories) room() int64 { return max(leastMemory, (m.total-m.used)/2) }

// find takes the idle memory with a name, the last one used.
func (m *memories) find(name string) (memory, bool) {
	for i, found := range slices.Backward(m.idle) {
		if found.name == name {
			m.idle = slices.Delete(m.idle, i, i+1)
			return found, true
		}
	}
	return memory{}, false
}

// evict forgets idle memories until there is room for a new one, or until none is left.
func (m *memories) evict(size int64) {
	taken := m.used + size
	for _, each := range m.idle {
		taken += each.bytes
	}
	for len(m.idle) > 0 && taken > m.total {
		taken -= m.idle[0].bytes
		m.idle[0].shared.Release()
		m.idle = m.idle[1:]
	}
}

// giveBack keeps a memory that was in use, if there is something in it.
func (m *memories) giveBack(taken memory) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used -= taken.bytes
	if taken.shared != nil {
		m.idle = append(m.idle, taken)
	}
}

// release frees all memories. None may be in use.
func (m *memories) release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, idle := range m.idle {
		idle.shared.Release()
	}
	m.idle = nil
}
