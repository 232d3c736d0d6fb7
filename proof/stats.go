package proof

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"gridlock/variants"
)

// Stats describes the content of a certificate.
type Stats struct {
	Layers []LayerStats // strategy, intervals
	Sizes  []SizeStats  // nimbers, values, bounds, exclusions: by number of cells, ascending
	Shared []Shared     // strategy, intervals: the records that the most moves of the loser lead to
}

// LayerStats describes the records of one layer.
type LayerStats struct {
	Ply     int    // of these positions, from the root
	Records uint64 // positions with the winner to move, or intervals
	Replies uint64 // moves of the loser after the answers
	Ends    uint64 // answers after which the loser has no move
	Walks   uint64 // leaves by a walk
	Copies  uint64 // leaves by copying
}

// SizeStats describes the components of one size.
type SizeStats struct {
	Cells      int
	Components uint64
}

// Shared is a position with the winner to move, or an interval, and the number of the loser's moves in the
// certificate that lead to it.
type Shared struct {
	Position string // cells that no longer matter are #; in duel, x and o are cells that only X or O may take; in intervals, ? are cells that are free or not
	Ply      int
	Moves    uint64
}

// Stats reads the body and describes its content, with at most shared shared positions. It does
// not check the certificate: an error means that it is not a certificate, but only
// [Reader.Check] verifies that it is one. It needs memory for two layers, about 21 bytes a
// record, or 80 for an interval.
func (r *Reader) Stats(ctx context.Context, shared int) (Stats, error) {
	c := newChecker(ctx, r, Options{})
	var s Stats
	var err error
	switch r.Header.Method {
	case Strategy:
		s, err = c.strategyStats(shared)
	case Intervals:
		s, err = c.intervalStats(shared)
	case Nimbers, Values, Bounds, Exclusions:
		s.Sizes, err = c.sizes()
	case Copying, Matching: // all is in the header
	default:
		err = r.Header.Method.Unknown()
	}
	if err == nil {
		err = r.End()
	}
	return s, err
}

// intervalStats describes the layers of a certificate by intervals.
func (c *checker) intervalStats(shared int) (s Stats, err error) {
	w, err := c.intervalWalk()
	if err != nil {
		return s, err
	}
	w.done = func(l *intervalLayer) {
		s.Layers = append(s.Layers, l.LayerStats)
		s.Shared = most(s.Shared, l.in, shared, func(i int) (Shared, bool) {
			return Shared{Position: c.intervalText(l.all[i].Interval), Ply: l.Ply}, true
		})
	}
	return s, w.run()
}

// sizes counts the records of a table by the size of their components.
func (c *checker) sizes() (all []SizeStats, err error) {
	var count [65]uint64
	for i := range c.Header.Records {
		var part Sides
		switch c.Header.Method {
		case Nimbers:
			part.Left, _, err = c.Component()
		case Values:
			part.Left, part.Right, _, err = c.Reader.Value()
		case Exclusions:
			var r ExclusionRecord
			r, err = c.Exclusion()
			part.Left = r.Cells
		case Bounds:
			var r BoundRecord
			r, err = c.Bound()
			part = r.Part
		default:
			err = c.Header.Method.Unknown()
		}
		if err == nil {
			err = c.tick(int(i))
		}
		if err != nil {
			return nil, err
		}
		count[part.Size()]++
	}
	for cells, n := range count {
		if n > 0 {
			all = append(all, SizeStats{cells, n})
		}
	}
	return all, nil
}

// census is a layer with the number of moves that lead to each position.
type census struct {
	LayerStats
	keys  []Key
	moves []variants.Move
	in    []uint32
}

// strategyStats reads the layers, two at a time.
func (c *checker) strategyStats(shared int) (Stats, error) {
	var s Stats
	ply := 0
	if c.Header.ToMove != c.Header.Winner {
		ply = 1
	}
	before := &census{}
	for {
		next, err := c.census(ply)
		if err != nil {
			return s, err
		}
		if before.keys != nil {
			err = c.link(before, next)
			s.Layers = append(s.Layers, before.LayerStats)
		} else {
			err = c.linkRoot(next)
		}
		if err != nil {
			return s, err
		}
		if next.Records == 0 {
			return s, nil
		}
		s.Shared = most(s.Shared, next.in, shared, func(i int) (Shared, bool) {
			s, err := c.keys.State(next.keys[i]) // no move leads to a key that is none
			return Shared{Position: c.text(s), Ply: next.Ply}, err == nil
		})
		before, ply = next, ply+2
	}
}

// census reads a layer.
func (c *checker) census(ply int) (*census, error) {
	n, err := c.Layer()
	l := &census{LayerStats: LayerStats{Ply: ply, Records: n}}
	for i := uint64(0); i < n && err == nil; i++ {
		var record Record
		if record, err = c.Record(); err != nil {
			break
		}
		m := leaf
		switch record.Answer.Kind {
		case ByWalk:
			l.Walks++
		case ByCopy:
			l.Copies++
		default:
			m = record.Answer.Move
		}
		l.keys, l.moves, l.in = append(l.keys, record.Key), append(l.moves, m), append(l.in, 0)
		err = c.tick(int(i))
	}
	return l, err
}

// linkRoot counts the moves to layer 0.
func (c *checker) linkRoot(first *census) error {
	if c.Header.ToMove == c.Header.Winner {
		return c.count(first, c.Root.State())
	}
	_, err := c.countReplies(first, c.Root.State())
	return err
}

// link counts the moves from one layer to the next.
func (c *checker) link(from, to *census) error {
	for i, m := range from.moves {
		if m == leaf {
			continue
		}
		s, err := c.keys.State(from.keys[i])
		if err == nil && !c.rules.Legal(s).Has(int(m)) {
			err = fmt.Errorf("the move %s in %s is not legal", c.moveText(m), c.text(s))
		}
		if err != nil {
			return err
		}
		n, err := c.countReplies(to, c.rules.Play(s, m))
		if err == nil {
			err = c.tick(i)
		}
		if err != nil {
			return err
		}
		from.Replies += n
		if n == 0 {
			from.Ends++
		}
	}
	return nil
}

// countReplies counts the moves of the loser, who is to move.
func (c *checker) countReplies(to *census, s variants.State) (n uint64, err error) {
	for replies := c.rules.Legal(s); replies != 0 && err == nil; replies = replies.Rest() {
		err = c.count(to, c.rules.Play(s, variants.Move(replies.First())))
		n++
	}
	return n, err
}

// count counts a move that leads to a position.
func (c *checker) count(to *census, s variants.State) error {
	s = c.record(s)
	key := c.keys.Of(s)
	i := sort.Search(len(to.keys), func(i int) bool { return !to.keys[i].Less(key) })
	if i == len(to.keys) || to.keys[i] != key {
		return fmt.Errorf("there is no answer in %s", c.text(s))
	}
	to.in[i]++
	return nil
}

// most adds the records of a layer that more than one move leads to, and keeps those that the most
// moves lead to, the earlier ones first.
func most(best []Shared, in []uint32, keep int, record func(i int) (Shared, bool)) []Shared {
	for i, n := range in {
		if n < 2 || len(best) >= keep && (keep == 0 || uint64(n) <= best[len(best)-1].Moves) {
			continue
		}
		r, ok := record(i)
		if !ok {
			continue
		}
		r.Moves = uint64(n)
		best = append(best, r)
		slices.SortStableFunc(best, func(a, b Shared) int { return cmp.Compare(b.Moves, a.Moves) })
		best = best[:min(len(best), keep)]
	}
	return best
}
