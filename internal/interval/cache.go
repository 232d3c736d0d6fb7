package interval

import (
	"sync"
	"sync/atomic"

	"gridlock/variants"
)

// Cache has intervals of positions that the player to move wins, each with a move that wins in all
// of them. Any number of goroutines may use it.
//
// The intervals of a marker class are in two generations. When the younger one is full it becomes the elder. The former
// elder is forgotten, except for intervals that were used meanwhile. So a question takes a bounded time, and the memory
// is bounded, too.
type Cache struct {
	game    *variants.Game
	rules   *Rules
	classes []class
	most    int // intervals in a generation
	count   atomic.Int64
}

// class is intervals of a marker class.
type class struct {
	sync.RWMutex
	Generations[variants.Move]
}

const (
	// eachBytes is about the memory for an interval, including garbage that is not collected yet. classBytes is the
	// memory for a marker class with its two covers.
	eachBytes, classBytes = 64, 256

	// fewestInGeneration is the minimum number of intervals in a generation that are worth having.
	fewestInGeneration = 8

	// mostInGeneration is the maximum number of intervals in a generation (docs/tried.md).
	mostInGeneration = 2000
)

// NewCache returns an empty cache that takes about the given memory at most, if all pairs of markers occur equally
// often. ok is false if the game has no intervals, or the memory is too little.
func NewCache(game *variants.Game, memory int64) (c *Cache, ok bool) {
	rules, ok := RulesOf(game)
	if !ok {
		return nil, false
	}
	n := rules.MarkerClasses()
	most := min(mostInGeneration, (memory/int64(n)-classBytes)/(2*eachBytes))
	if most < fewestInGeneration {
		return nil, false
	}
	return &Cache{game: game, rules: rules, classes: make([]class, n), most: int(most)}, true
}

// Bytes returns about the memory in use.
func (c *Cache) Bytes() int64 {
	return int64(len(c.classes))*classBytes + c.count.Load()*eachBytes
}

// MostBytes returns the maximum of [Cache.Bytes].
func (c *Cache) MostBytes() int64 {
	return int64(len(c.classes)) * (classBytes + 2*int64(c.most)*eachBytes)
}

// Find returns an interval that has all positions of i, and a move that wins in it.
func (c *Cache) Find(i Interval) (found Interval, move variants.Move, ok bool) {
	s := &c.classes[c.rules.MarkerClass(i)]
	s.RLock()
	m, move, old, ok := s.Find(i)
	s.RUnlock()
	if !ok {
		return found, 0, false
	}
	if old {
		s.Lock()
		c.put(s, m.Interval, move)
		s.Unlock()
	}
	back := m.By.Inverse()
	return m.Interval.Image(c.game.Grid(), back), c.game.ImageMove(back, move), true
}

// Win reports whether the player to move is known to win all positions of an interval.
func (c *Cache) Win(i Interval) bool {
	_, _, ok := c.Find(i)
	return ok
}

// Around returns an interval around a position s that a move wins, and adds it. prove returns an interval around a
// position after a reply.
func (c *Cache) Around(s variants.State, move variants.Move, prove func(variants.State) (Interval, error)) (Interval, error) {
	i, err := Around(c.game, s, move, prove, c.Win, nil)
	if err == nil {
		c.add(i, move)
	}
	return i, err
}

// add adds an interval.
func (c *Cache) add(i Interval, move variants.Move) {
	i, sym := c.rules.Normal(i)
	s := &c.classes[c.rules.MarkerClass(i)]
	s.Lock()
	defer s.Unlock()
	c.put(s, i, c.game.ImageMove(sym, move))
}

// put adds an interval to a locked class. Its markers are those of its normal image.
func (c *Cache) put(s *class, i Interval, move variants.Move) {
	if len(s.Young.Values) >= c.most {
		c.count.Add(-int64(len(s.Age().Values)))
	}
	s.Young.Add(c.rules, i, move)
	c.count.Add(1)
}
