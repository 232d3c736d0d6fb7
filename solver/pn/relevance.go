package pn

import (
	"gridlock/internal/relevance"
	"gridlock/proof"
	"gridlock/variants"
)

// zoneShare is the largest part of the memory for zones: one of so many. The table has the rest.
const zoneShare = 4

// zoned reports whether a child is in a zone, so that the mover wins there. Where a win does not
// seem likelier than a loss it does not look: in searches of lockdown 5×9 and 7×7, one in 450 such
// children was in a zone, and a quarter of the others.
func (w *worker) zoned(c *child) bool {
	return w.zones != nil && c.numbers.delta >= c.numbers.phi && w.zones.Win(proof.IntervalOf(c.state))
}

// learnZone adds the zone around a state that a move is known to win.
func (w *worker) learnZone(s variants.State, move variants.Move) proof.Interval {
	i, _ := w.zones.Around(s, move, w.around)
	return i
}

// around returns an interval around a state that the mover is known to win. The error is nil.
func (w *worker) around(s variants.State) (proof.Interval, error) {
	if i, ok := w.leaves.Interval(s); ok {
		return i, nil
	}
	if i, _, ok := w.zones.Find(proof.IntervalOf(s)); ok {
		return i, nil
	}
	for moves := w.rules.Legal(s); moves != 0; moves = moves.Rest() {
		move := variants.Move(moves.First())
		c := w.rules.Play(s, move)
		mine, yours := w.territory.Prune(&c)
		if unpack(w.table.Probe(w.table.Packing.Key(c))) == lost() || w.leaf.decided(c, w.rules.Legal(c), mine, yours) == lost() {
			return w.learnZone(s, move), nil
		}
	}
	p := s
	if w.territory.Prune(&p); p.Free != s.Free {
		if i, _, ok := w.zones.Find(proof.IntervalOf(p)); ok {
			return w.leaves.Beyond(i, p.Free), nil
		}
	}
	return proof.IntervalOf(s), nil // it is known by an image, or by what the table has forgotten
}

// newZones returns the zones of a search, and the memory that is left for its table. There are
// none where the game has no intervals, where lemmas must not be used, and in blockade: because of its
// many replies a node took two to three times as long there, for half the nodes.
func newZones(game *variants.Game, memory int64, noLemmas bool) (*relevance.Zones, int64) {
	if noLemmas || game.Traits().Blocks {
		return nil, memory
	}
	z, ok := relevance.NewZones(game, memory/zoneShare)
	if !ok {
		return nil, memory
	}
	return z, memory - z.MostBytes()
}
