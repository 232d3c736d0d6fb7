package query

import (
	"slices"
	"sync"

	"gridlock/solver/auto"
	"gridlock/variants"
)

// memories are what searches remember, one for each game and board and search at a time. Those
// that were not used for the longest time go first.
//
// A new one may take half of what is not in use: one search has half of all, and some is always left for others. The
// memory that it may take is not taken before it is filled.
type memories struct {
	total int64 // bytes

	mu   sync.Mutex
	idle []memory // the one used last at the end
	used int64    // bytes that those in use may take
}

// memory is what searches of a game and board remember.
type memory struct {
	name   string
	shared *auto.Shared
	bytes  int64 // that it may take
}

// leastMemory is the least memory of a search, in bytes.
const leastMemory = 4 << 20

// open returns how many searches may have begun at a time, so that the least memories of all
// take a quarter of the total at most.
func (m *memories) open() int { return int(m.total / leastMemory / 4) }

// take returns a memory for searches of a game, for one search at a time, and how to give it
// back.
func (m *memories) take(game *variants.Game) (*auto.Shared, func(), error) {
	name := game.String()
	m.mu.Lock()
	defer m.mu.Unlock()
	size := m.room()
	found, ok := m.find(name)
	if ok && found.bytes < size/2 { // made when others needed theirs
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

// reserve returns how many bytes a search may take that remembers nothing for later, and how to
// give them back.
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

// find takes the idle memory of a name that was used last.
func (m *memories) find(name string) (memory, bool) {
	for i, found := range slices.Backward(m.idle) {
		if found.name == name {
			m.idle = slices.Delete(m.idle, i, i+1)
			return found, true
		}
	}
	return memory{}, false
}

// evict forgets idle memories until there is room for a new one, or there are no more.
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

// release gives the memory of all back. None may be in use.
func (m *memories) release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, idle := range m.idle {
		idle.shared.Release()
	}
	m.idle = nil
}
