package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"

	"gridlock/internal/interval"
	"gridlock/variants"
)

// ErrMemory reports that checking a certificate needs more memory than is allowed.
var ErrMemory = errors.New("more memory is needed")

// Options are the options of a check. The zero value sets none.
type Options struct {
	Memory   int64              // about the maximum number of bytes for records; 0 for no limit
	Games    []variants.Variant // games besides the five; their rules are trusted
	Progress func(work Counts)  // called every few thousand records

	// Record, if not nil, is called with each record of a strategy, of a position as [interval.Of] it,
	// when the record has been checked by itself. What answers lead to is checked later.
	Record func(i Interval, a Answer)
}

// Counts counts what has been checked.
type Counts struct {
	Layers  int    // of a strategy
	Records uint64 // positions with the winner to move, intervals or components
	Replies uint64 // answered moves of the loser; options of a component
	Walks   uint64 // leaves by a walk
	Copies  uint64 // leaves by copying
	Turns   uint64 // tried for walks
}

// Check reads a certificate and verifies that it proves its claim: the position is Reader.Root,
// and who wins it is in Reader.Header. The error says what is wrong with the certificate, and in
// which position, or is that of ctx or of reading. After an error the claim may be true or not.
//
// It takes a few hundred nanoseconds for each reply of a strategy. It needs memory for the two
// largest consecutive layers, about 18 bytes a record, or 80 for an interval, or for the whole
// table.
func Check(ctx context.Context, from io.Reader, opt Options) (*Reader, Counts, error) {
	r, err := NewReader(ctx, from, opt.Games...)
	if err != nil {
		return nil, Counts{}, err
	}
	work, err := r.Check(ctx, opt)
	return r, work, err
}

// CheckFirst checks a certificate, and returns a reader of it from where the file began, and the work
// of the check. Its errors are those of [Check].
func CheckFirst(ctx context.Context, file io.ReadSeeker, opt Options) (*Reader, Counts, error) {
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, Counts{}, err
	}
	checked, work, err := Check(ctx, file, opt)
	if err != nil {
		return nil, work, err
	}
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return nil, work, err
	}
	r, err := NewReader(ctx, file, opt.Games...)
	if err == nil && !r.Header.same(checked.Header) {
		err = errors.New("the certificate has been changed since it was checked")
	}
	return r, work, err
}

// Check is [Check] for a certificate of which only the header has been read.
func (r *Reader) Check(ctx context.Context, opt Options) (Counts, error) {
	c := newChecker(ctx, r, opt)
	var err error
	switch r.Header.Method {
	case Strategy:
		err = c.strategy()
	case Intervals:
		err = c.intervals()
	case Copying:
		err = c.copying()
	case Matching:
		err = c.matching()
	case Nimbers:
		err = c.nimbers()
	case Values:
		err = c.values()
	case Bounds:
		err = c.bounds()
	case Exclusions:
		err = c.exclusions()
	default:
		err = r.Header.Method.Unknown()
	}
	if err == nil {
		err = r.End()
	}
	return c.work, err
}

// Memory returns about the number of bytes that [Reader.Check] takes for records.
func (r *Reader) Memory() int64 {
	most := r.Header.Records
	if r.Header.Layered() {
		most = slices.Max(append([]uint64{0}, r.Header.Layers...))
	}
	bytes := r.Header.Method.memory()
	return int64(min(most, math.MaxInt64/bytes) * bytes)
}

// memory returns about the number of bytes that a check takes for a record.
func (m Method) memory() uint64 {
	switch m {
	case Strategy:
		return positionBytes
	case Intervals:
		return intervalBytes
	case Nimbers, Values:
		return tableBytes
	case Bounds, Exclusions:
		return mappedBytes
	case Copying, Matching: // which have no records
		return 1
	}
	return math.MaxInt64
}

func newChecker(ctx context.Context, r *Reader, opt Options) *checker {
	c := &checker{Reader: r, ctx: ctx, opt: opt, rules: r.Root.Game().Rules(), keys: KeysOf(r.Root.Game())}
	if r.Header.Images > 0 {
		c.images, _ = ImagesOf(r.Root.Game())
	}
	return c
}

// checker is a check in progress.
type checker struct {
	*Reader
	ctx    context.Context
	opt    Options
	rules  variants.Rules
	keys   Keys
	images *Images // nil if records do not stand for images
	work   Counts

	shortfalls []shortfall // of walks
}

// layer is a layer of a strategy: positions with the winner to move, in the order of their keys,
// and the move in each.
type layer struct {
	keys    []Key
	moves   []variants.Move
	reached []bool // from a position of the previous layer
	replies uint64 // number of moves that all answers leave the loser
}

// positionBytes is about the memory that a check takes for each record of the largest layer: 18 bytes
// in each of two layers.
const positionBytes = 36

// leaf stands for the move of a checked leaf.
const leaf = variants.Move(64)

// strategy checks layer after layer: the moves of each must lead to the next one.
func (c *checker) strategy() error {
	next, err := c.readLayer(64)
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
		current := next
		if next, err = c.readLayer(current.replies); err != nil {
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

// readLayer reads the next layer and verifies that every answer in it is legal and every leaf is
// right. It can have no more records than there are replies that lead to it, so that a file
// cannot make it grow without need.
func (c *checker) readLayer(replies uint64) (*layer, error) {
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
		move, err := c.answerMove(s, record.Answer)
		if err != nil {
			return nil, fmt.Errorf("layer %d, in %s: %w", c.layer-1, c.text(s), err)
		}
		if move != leaf {
			l.replies += uint64(c.rules.Legal(c.rules.Play(s, move)).Count())
		}
		if c.opt.Record != nil {
			c.opt.Record(interval.Of(s), record.Answer)
		}
		l.keys, l.moves = append(l.keys, record.Key), append(l.moves, move)
		if err := c.tick(int(i)); err != nil {
			return nil, err
		}
	}
	l.reached = make([]bool, len(l.keys))
	c.work.Layers, c.work.Records = min(c.layer, len(c.Header.Layers)), c.work.Records+n
	return l, nil
}

// answerMove verifies that an answer is legal and, if it is a leaf, right, and returns its move,
// or leaf.
func (c *checker) answerMove(s variants.State, a Answer) (variants.Move, error) {
	if m := a.First(); !c.rules.Legal(s).Has(int(m)) {
		return 0, fmt.Errorf("%s is not legal", c.moveText(m))
	}
	switch a.Kind {
	case ByWalk:
		c.work.Walks++
		return leaf, c.walk(s, a.Walk)
	case ByCopy:
		c.work.Copies++
		return leaf, c.copies(c.rules.Play(s, a.Move), c.Header.Mirrors[a.Mirror])
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

// tick checks at intervals whether the check has been cancelled, and reports its progress.
func (c *checker) tick(i int) error {
	if i%64 != 0 {
		return nil
	}
	if i%4096 == 0 && c.opt.Progress != nil {
		c.opt.Progress(c.work)
	}
	return c.ctx.Err()
}
