package desk

import (
	"sync"

	"gridlock/solver/auto"
	"gridlock/variants"
)

// memories are what searches remember, one for each game and board and search at a time. Those
// that were not used for the longest time go first.
type memories struct {
	each int64 // bytes
	most int

	mu   sync.Mutex
	idle []memory // the one used last at the end
	used int
}

// memory is what searches of a game and board remember.
type memory struct {
	name   string
	shared *auto.Shared
}

// leastMemory is the least memory of a search, in bytes.
const leastMemory = 4 << 20

func newMemories(bytes int64, most int) *memories {
	return &memories{each: max(leastMemory, bytes/int64(most)), most: most}
}

// take returns a memory for searches of a game, for one search at a time, and how to give it
// back.
func (m *memories) take(game *variants.Game) (*auto.Shared, func(), error) {
	name := game.Variant().ID + " " + game.Grid().String()
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := len(m.idle) - 1; i >= 0; i-- {
		if m.idle[i].name == name {
			found := m.idle[i]
			m.idle = append(m.idle[:i], m.idle[i+1:]...)
			return found.shared, m.giveBack(found), nil
		}
	}
	for len(m.idle) > 0 && len(m.idle)+m.used >= m.most {
		m.idle[0].shared.Release()
		m.idle = m.idle[1:]
	}
	shared, err := auto.NewShared(game, m.each)
	if err != nil {
		return nil, nil, err
	}
	return shared, m.giveBack(memory{name, shared}), nil
}

// giveBack counts a memory as used and returns how to give it back.
func (m *memories) giveBack(taken memory) func() {
	m.used++
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.used--
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
