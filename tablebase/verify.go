package tablebase

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gridlock/solver"
	"gridlock/solver/keys"
)

// Entry is a position of a table.
type Entry struct {
	Layer    int // cells left
	Key      keys.Key
	Distance int
}

// errStop ends an iteration when the caller wants no more.
var errStop = errors.New("stop")

// All iterates over all positions of the table, the layers with the fewest cells left first, in
// the order of their keys. An error comes last.
func (t *Table) All(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := t.v.each(t.prefix, func(key, content []byte) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			b, err := decodeBlock(t.v.dir, content)
			if err != nil {
				return err
			}
			layer, first := int(key[len(t.prefix)]), readKey(key[len(t.prefix)+1:])
			if b.keys[0] != first {
				return damagedf(t.v.dir, "the block %q begins with another position", key)
			}
			if _, ok := slices.BinarySearchFunc(t.firsts[layer], first, keys.Key.Compare); !ok {
				return damagedf(t.v.dir, "a block that the index does not know")
			}
			for i, k := range b.keys {
				if !yield(Entry{layer, k, int(b.distances[i])}, nil) {
					return errStop
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Entry{}, err)
		}
	}
}

// Checked counts what a check has covered.
type Checked struct {
	Positions uint64 // present and in order
	Derived   uint64 // positions whose distances were computed again from the next positions
}

// Verify checks that every byte of a table's files is as it was written, and that all positions are there, in order,
// with the counts of the complete record. For a number of random positions, sample, or for all if sample is 0, it
// derives the distance by the rules from the next positions. If all distances are derived, the table is right however
// it was computed, by induction from the positions without moves.
func (t *Table) Verify(ctx context.Context, sample, seed uint64) (c Checked, err error) {
	if err := guard(t.v.dir, func() error { return checkSealOf(t.v) }); err != nil {
		return c, err
	}
	if err := t.checkStart(); err != nil {
		return c, err
	}
	every, random := 1.0, rand.New(rand.NewPCG(seed, 0)) // every is the fraction of the positions to derive
	if sample > 0 && t.info.Positions > 0 {
		every = float64(sample) / float64(t.info.Positions)
	}
	counted, before := map[int]*Layer{}, Entry{Layer: -1}
	for e, err := range t.All(ctx) {
		switch {
		case err != nil:
			return c, err
		case e.Layer < before.Layer, e.Layer == before.Layer && e.Key.Compare(before.Key) <= 0, t.keys.Layer(e.Key) != e.Layer:
			return c, damagedf(t.v.dir, "positions out of order")
		case e.Layer != before.Layer:
			counted[e.Layer] = &Layer{Cells: e.Layer}
		}
		before = e
		counted[e.Layer].add(e.Distance)
		c.Positions++
		if every < 1 && random.Float64() >= every {
			continue
		}
		if _, err := t.derived(t.keys.State(e.Key), e.Distance); err != nil {
			return c, err
		}
		c.Derived++
	}
	return c, t.compare(counted)
}

// add counts a position.
func (l *Layer) add(distance int) {
	l.Positions++
	if solver.OutcomeIn(distance) == solver.Win {
		l.Wins++
	} else {
		l.Losses++
	}
	l.Longest = max(l.Longest, distance)
}

// compare compares the counts of positions with those of the complete record.
func (t *Table) compare(counted map[int]*Layer) error {
	sum := uint64(0)
	for _, want := range t.info.Layers {
		got := counted[want.Cells]
		if got == nil {
			return damagedf(t.v.dir, "no positions with %d cells left", want.Cells)
		}
		sum += got.Positions
		got.Before = want.Before
		if *got != want {
			return damagedf(t.v.dir, "%d cells left: %+v, not %+v", want.Cells, *got, want)
		}
	}
	if len(counted) != len(t.info.Layers) || sum != t.info.Positions {
		return damagedf(t.v.dir, "%d positions, not %d", sum, t.info.Positions)
	}
	return nil
}

// checkStart verifies that the table has the position from which it was built.
func (t *Table) checkStart() error {
	p, err := t.Start()
	if err != nil {
		return damagedf(t.v.dir, "%w", err)
	}
	d, ok, err := t.Distance(p.State())
	if err == nil && (!ok || d != t.info.Distance) {
		err = damagedf(t.v.dir, "its first position has the distance %d, not %d", d, t.info.Distance)
	}
	return err
}

// checkSealOf checks every byte of an open volume against its seal.
func checkSealOf(v *volume) error {
	if !exists(filepath.Join(v.dir, sealName)) {
		return nil // it is open for writing
	}
	return checkSeal(v.dir, true)
}

// checkPositions checks every byte of the solved positions against their seal.
func (s *Store) checkPositions() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held != nil {
		return systemError(s.held.dir, checkSealOf(s.held))
	}
	v, err := s.openPositions(access{deep: true, wait: s.opt.Wait, games: s.opt.Games})
	if v == nil || err != nil {
		return err
	}
	return v.close()
}

// Checkpoint is a checkpoint of a search.
type Checkpoint struct {
	Name   string        `json:"name"`
	Bytes  int64         `json:"bytes"`
	Origin solver.Origin `json:"origin"`
}

// Checkpoints returns all checkpoints. With deep, it checks every byte of the checkpoints.
func (s *Store) Checkpoints(ctx context.Context, deep bool) (all []Checkpoint, err error) {
	all = []Checkpoint{}
	names, err := s.volumes(checkpointName)
	for _, dir := range names {
		name, _, _ := splitGeneration(dir)
		v, openErr := openNamed(filepath.Join(s.dir, checkpointName, dir), place{checkpointName, name}, access{wait: s.opt.Wait, deep: deep, games: s.opt.Games})
		if openErr != nil {
			err = errors.Join(err, openErr)
			continue
		}
		var c checkpoint
		readErr := v.complete(&c)
		if readErr == nil && deep {
			readErr = v.pieces(ctx, c, func([]byte) bool { return true })
		}
		if readErr = errors.Join(readErr, v.close()); readErr != nil {
			err = errors.Join(err, readErr)
			continue
		}
		all = append(all, Checkpoint{c.Name, c.Bytes, c.Origin})
	}
	return all, err
}
