package relevance

import (
	"sync"
	"sync/atomic"

	"gridlock/proof"
	"gridlock/variants"
)

// Zones are intervals of positions that the player to move wins, each with a move that wins in all
// of them. They may be used by any number of goroutines.
//
// Those with the same markers share a shelf, in two generations. When the younger one is full it
// becomes the elder, and that one is forgotten, except for what has been asked for meanwhile. So a
// question takes a bounded time, and the memory is bounded, too.
type Zones struct {
	game    *variants.Game
	rules   *proof.IntervalRules
	shelves []shelf
	most    int // zones in a generation
	count   atomic.Int64
}

type shelf struct {
	sync.RWMutex
	young, old generation
}

// generation is zones with the same markers.
type generation struct {
	cover *proof.Cover    // nil if there are none
	moves []variants.Move // by number
}

const (
	// zoneBytes is about the memory for a zone, with what the garbage collector has not yet freed,
	// and shelfBytes that for a shelf with its two covers.
	zoneBytes, shelfBytes = 64, 256

	// fewestInGeneration is the minimum number of zones in a generation that are worth having.
	fewestInGeneration = 8

	// mostInGeneration is the maximum number of zones in a generation. Lockdown 3×21 takes 1.07
	// times as many nodes with 125, 1.02 times with 500, and no fewer with 8,000.
	mostInGeneration = 2000
)

// NewZones returns zones for a game that take about as much memory at most, if all pairs of
// markers occur equally often. ok is false if the game has no intervals, or that is too little.
func NewZones(game *variants.Game, memory int64) (z *Zones, ok bool) {
	rules, ok := proof.IntervalRulesOf(game)
	if !ok {
		return nil, false
	}
	n := rules.Shelves()
	most := min(mostInGeneration, (memory/int64(n)-shelfBytes)/(2*zoneBytes))
	if most < fewestInGeneration {
		return nil, false
	}
	return &Zones{game: game, rules: rules, shelves: make([]shelf, n), most: int(most)}, true
}

// Bytes returns about the memory in use.
func (z *Zones) Bytes() int64 {
	return int64(len(z.shelves))*shelfBytes + z.count.Load()*zoneBytes
}

// MostBytes returns the maximum of [Zones.Bytes].
func (z *Zones) MostBytes() int64 {
	return int64(len(z.shelves)) * (shelfBytes + 2*int64(z.most)*zoneBytes)
}

// Find returns an interval that has all positions of another one, and a move that wins in it.
func (z *Zones) Find(i proof.Interval) (found proof.Interval, move variants.Move, ok bool) {
	s := &z.shelves[z.rules.Shelf(i)]
	m, move, old, ok := s.find(i)
	if !ok {
		return found, 0, false
	}
	if old {
		s.Lock()
		z.put(s, m.Interval, move)
		s.Unlock()
	}
	back := m.By.Inverse()
	return m.Interval.Image(z.game.Grid(), back), z.game.ImageMove(back, move), true
}

// Win reports whether the player to move is known to win all positions of an interval.
func (z *Zones) Win(i proof.Interval) bool {
	_, _, ok := z.Find(i)
	return ok
}

// find returns a zone that covers an interval, its move, and whether it is in the elder generation
// only.
func (s *shelf) find(i proof.Interval) (m proof.Match, move variants.Move, old, ok bool) {
	s.RLock()
	defer s.RUnlock()
	for _, g := range []*generation{&s.young, &s.old} {
		if g.cover == nil {
			continue
		}
		if m, ok = g.cover.Find(i); ok {
			return m, g.moves[m.Number], g == &s.old, true
		}
	}
	return m, 0, false, false
}

// Around returns an interval around a position s that a move wins, and adds it. prove returns one
// around a position after a reply.
func (z *Zones) Around(s variants.State, move variants.Move, prove func(variants.State) (proof.Interval, error)) (proof.Interval, error) {
	i, err := Around(z.game, s, move, prove, z.Win, nil)
	if err == nil {
		z.add(i, move)
	}
	return i, err
}

// add adds a zone.
func (z *Zones) add(i proof.Interval, move variants.Move) {
	i, sym := z.rules.Normal(i)
	s := &z.shelves[z.rules.Shelf(i)]
	s.Lock()
	defer s.Unlock()
	z.put(s, i, z.game.ImageMove(sym, move))
}

// put adds a zone, whose markers are those of its normal image, to a shelf that is locked.
func (z *Zones) put(s *shelf, i proof.Interval, move variants.Move) {
	if s.young.cover == nil || len(s.young.moves) >= z.most {
		z.count.Add(-int64(len(s.old.moves)))
		s.young, s.old = generation{cover: z.rules.NewCover()}, s.young
	}
	s.young.cover.Add(i)
	s.young.moves = append(s.young.moves, move)
	z.count.Add(1)
}
