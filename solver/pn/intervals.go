package pn

import (
	"gridlock/internal/interval"
	"gridlock/variants"
)

// cacheShare limits the memory for won intervals to 1/cacheShare of the search's memory. The table has the rest.
const cacheShare = 4

// covered reports whether a child is in an interval that the mover wins. If a win seems no likelier than a loss it does
// not look: few such children are in an interval.
func (w *worker) covered(c *child) bool {
	return w.won != nil && c.numbers.delta >= c.numbers.phi && w.won.Win(interval.Of(c.state))
}

// learn adds the interval around a state that a move is known to win.
func (w *worker) learn(s variants.State, move variants.Move) interval.Interval {
	i, _ := w.won.Around(s, move, w.around)
	return i
}

// around returns an interval around a state that the mover is known to win. The error is nil.
func (w *worker) around(s variants.State) (interval.Interval, error) {
	if i, ok := w.leaves.Interval(s); ok {
		return i, nil
	}
	if i, _, ok := w.won.Find(interval.Of(s)); ok {
		return i, nil
	}
	for moves := w.rules.Legal(s); moves != 0; moves = moves.Rest() {
		move := variants.Move(moves.First())
		c := w.rules.Play(s, move)
		mine, yours := w.view.prune(&c)
		if unpack(w.table.Probe(w.table.Packing.Key(c))) == lost() || w.leaf.decided(c, w.rules.Legal(c), mine, yours) == lost() {
			return w.learn(s, move), nil
		}
	}
	p := s
	if w.view.prune(&p); p.Free != s.Free {
		if i, _, ok := w.won.Find(interval.Of(p)); ok {
			return w.leaves.Beyond(i, p.Free), nil
		}
	}
	return interval.Of(s), nil // the win is known from an image, or from an entry since forgotten
}

// newCache returns the cache of won intervals for a search, and the memory left for its table. It keeps none if the
// game has no intervals or lemmas must not be used. In blockade it keeps none either: its many replies make a node two
// to three times as slow (docs/tried.md#proof-number-search).
func newCache(game *variants.Game, memory int64, noLemmas bool) (*interval.Cache, int64) {
	if noLemmas || game.Traits().Blocks {
		return nil, memory
	}
	z, ok := interval.NewCache(game, memory/cacheShare)
	if !ok {
		return nil, memory
	}
	return z, memory - z.MostBytes()
}
