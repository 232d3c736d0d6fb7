package proof

import (
	"fmt"
	"sort"

	"gridlock/internal/interval"
	"gridlock/variants"
)

// strategyFormat is the format of an answer for every position with the winner to move.
func strategyFormat() format {
	return format{
		name: Strategy, version: version,
		need: []string{"layers"}, may: []string{"mirrors", "images"},
		least:  2,         // two numbers, or a number and a move
		end:    []byte{0}, // a layer of no records
		memory: positionBytes,
		agrees: func(h Header, root variants.Position) error {
			if !KeysOf(root.Game()).Fit() {
				return fmt.Errorf("a strategy, yet positions of %s on %s take more than 128 bits", h.Key(), h.Board)
			}
			return nil
		},
	}
}

func strategyMethod() method {
	return method{
		format:   strategyFormat(),
		check:    (*checker).strategy,
		stats:    (*checker).strategyStats,
		part:     noTable,
		strategy: (*checker).readPositionStrategy,
		player:   (*checker).bookPlay,
		describe: func(r *Reader, work Counts) Description {
			d := Description{How: "strategy: an answer to every move of the loser", Records: "positions", One: "position"}
			if r.Header.Images > 0 {
				d.How += ", up to symmetry"
			}
			d.Checked = layersChecked(d.Records, work)
			return d
		},
	}
}

// layersChecked says how much of a strategy was checked; records names its records.
func layersChecked(records string, work Counts) []Quantity {
	layers := fmt.Sprintf("%s in %d layers", records, work.Layers)
	if work.Layers == 1 {
		layers = records + " in 1 layer"
	}
	return []Quantity{{work.Records, layers}, {work.Replies, "replies"}}
}

// layer is a layer of a strategy: positions with the winner to move, in the order of their keys,
// and the move in each.
type layer struct {
	LayerStats // without Ply
	keys       []Key
	moves      []variants.Move
	reached    []bool   // which records a position of the previous layer leads to
	in         []uint32 // how many moves lead to each position; nil unless counted
}

// positionBytes is about the memory that a check takes for each record of the largest layer: 18 bytes
// in each of two layers.
const positionBytes = 36

// leaf stands for the move of a checked leaf.
const leaf = variants.Move(64)

// strategy checks layer after layer: the moves of each must lead to the next one.
func (c *checker) strategy() error { return c.eachLayer(false, func(*layer) {}) }

// strategyStats describes each layer once all moves that lead to it are counted.
func (c *checker) strategyStats(shared int) (s Stats, err error) {
	ply := 0
	if c.Header.ToMove != c.Header.Winner {
		ply = 1
	}
	err = c.eachLayer(true, func(l *layer) {
		l.Ply = ply
		ply += 2
		s.Layers = append(s.Layers, l.LayerStats)
		s.Shared = most(s.Shared, l.in, shared, func(i int) (Shared, bool) {
			s, err := c.keys.State(l.keys[i])
			return Shared{Position: c.text(s), Ply: l.Ply}, err == nil
		})
	})
	return s, err
}

// eachLayer reads and checks all layers. It calls done with each layer that is reached; if counted is set, the layer
// has the number of moves that lead to each of its positions.
func (c *checker) eachLayer(counted bool, done func(*layer)) error {
	next, err := c.readLayer(64, counted)
	if err != nil {
		return err
	}
	if c.Header.ToMove == c.Header.Winner {
		err = c.reach(next, c.Root.State())
	} else {
		err = c.cover(next, c.Root.State())
	}
	if err != nil {
		return fmt.Errorf("root: %w", err)
	}
	for {
		if err := c.allReached(next); err != nil || len(next.keys) == 0 {
			return err
		}
		done(next)
		current := next
		if next, err = c.readLayer(current.Replies, counted); err != nil {
			return err
		}
		for i, key := range current.keys {
			if current.moves[i] == leaf {
				continue
			}
			s, _ := c.keys.State(key)
			if err := c.cover(next, c.rules.Play(s, current.moves[i])); err != nil {
				return fmt.Errorf("layer %d, after %s in %s: %w", c.layer-2,
					c.moveText(current.moves[i]), c.text(s), err)
			}
			if err := c.tick(i); err != nil {
				return err
			}
		}
	}
}

// readLayer reads the next layer, and verifies that every answer is legal and every leaf satisfies its conditions. A
// layer with more records than replies that lead to it is refused, so a file cannot make it take memory in vain.
func (c *checker) readLayer(replies uint64, counted bool) (*layer, error) {
	n, err := c.Layer()
	switch {
	case err != nil:
		return nil, err
	case n > replies:
		return nil, fmt.Errorf("layer %d: %d records, but only %d moves lead to it", c.layer-1, n, replies)
	case c.opt.Memory > 0 && n > uint64(c.opt.Memory)/positionBytes:
		return nil, fmt.Errorf("%w: layer %d has %d records", ErrMemory, c.layer-1, n)
	}
	l := &layer{}
	for i := range n {
		record, err := c.Record()
		if err != nil {
			return nil, err
		}
		s, err := c.keys.State(record.Key)
		if err != nil {
			return nil, fmt.Errorf("layer %d, record %d: %w", c.layer-1, i, err)
		}
		move, err := c.answerMove(l, s, record.Answer)
		if err != nil {
			return nil, fmt.Errorf("layer %d, in %s: %w", c.layer-1, c.text(s), err)
		}
		if c.opt.Record != nil {
			c.opt.Record(interval.Of(s), record.Answer)
		}
		l.keys, l.moves = append(l.keys, record.Key), append(l.moves, move)
		if err := c.tick(int(i)); err != nil {
			return nil, err
		}
	}
	l.Records, l.reached = n, make([]bool, len(l.keys))
	if counted {
		l.in = make([]uint32, len(l.keys))
	}
	c.work.Layers, c.work.Records = min(c.layer, len(c.Header.Layers)), c.work.Records+n
	return l, nil
}

// answerMove verifies an answer, and returns its move, or leaf. It counts leaves by kind, and the moves left to the
// loser.
func (c *checker) answerMove(l *layer, s variants.State, a Answer) (variants.Move, error) {
	if m := a.First(); !c.rules.Legal(s).Has(int(m)) {
		return 0, fmt.Errorf("%s is not legal", c.moveText(m))
	}
	switch a.Kind {
	case ByWalk:
		l.Walks++
		c.work.Walks++
		return leaf, c.walk(s, a.Walk)
	case ByCopy:
		l.Copies++
		c.work.Copies++
		return leaf, c.family.copies(c.rules.Play(s, a.Move), c.Header.Mirrors[a.Mirror])
	}
	replies := c.rules.Legal(c.rules.Play(s, a.Move)).Count()
	l.Replies += uint64(replies)
	if replies == 0 {
		l.Ends++
	}
	return a.Move, nil
}

// cover verifies that every move of the loser, who is to move, leads to a record.
func (c *checker) cover(next *layer, s variants.State) error {
	for replies := c.rules.Legal(s); replies != 0; replies = replies.Rest() {
		m := variants.Move(replies.First())
		if err := c.reach(next, c.rules.Play(s, m)); err != nil {
			return fmt.Errorf("no answer to %s: %w", c.moveText(m), err)
		}
		c.work.Replies++
	}
	return nil
}

// reach verifies that a position with the winner to move has a record in the layer.
func (c *checker) reach(l *layer, s variants.State) error {
	s = c.record(s)
	key := c.keys.Of(s)
	i := sort.Search(len(l.keys), func(i int) bool { return !l.keys[i].Less(key) })
	if i == len(l.keys) || l.keys[i] != key {
		return fmt.Errorf("%s is missing in layer %d", c.text(s), c.layer-1)
	}
	l.reached[i] = true
	if l.in != nil {
		l.in[i]++
	}
	return nil
}

// record returns the position that has the record for a position.
func (c *checker) record(s variants.State) variants.State {
	if c.images != nil {
		s, _ = c.images.Normal(s)
	}
	return s
}

// allReached verifies that every record of a layer has been reached.
func (c *checker) allReached(l *layer) error {
	for i, reached := range l.reached {
		if !reached {
			s, _ := c.keys.State(l.keys[i])
			return fmt.Errorf("layer %d: %s does not come after anything in the layer before", c.layer-1, c.text(s))
		}
	}
	return nil
}
