package proof

import (
	"context"
	"sort"

	"gridlock/variants"
)

// span is the number of records of a strategy per mark.
const span = 32

// StrategyReader is the strategy of a certificate, by positions or by intervals, for lookups. It is safe for
// concurrent use.
type StrategyReader struct {
	// Mirrors are the mirrors that Answer.Mirror numbers: those of the certificate, then images of these.
	Mirrors [][]int

	of interface {
		find(s variants.State) (Answer, bool)
	}
}

// Find returns the answer to a position with the winner to move. ok is false if the certificate
// has none.
func (b *StrategyReader) Find(s variants.State) (a Answer, ok bool) { return b.of.find(s) }

// StrategyReader reads the answers of the first layers, or of all if layers is 0. It does not check the
// certificate, see [Reader.Stats]. It needs about as much memory as this part of the body,
// uncompressed, or 100 bytes for an interval.
func (r *Reader) StrategyReader(ctx context.Context, layers int) (*StrategyReader, error) {
	m, err := r.Header.Method.find()
	if err != nil {
		return nil, err
	}
	return m.strategy(newChecker(ctx, r, Options{}), layers)
}

// positionStrategy holds the records of a strategy in the form of the certificate, and marks to start reading
// at.
type positionStrategy struct {
	*reflector
	from   *Reader
	keys   Keys
	images *Images // nil if records do not stand for images
	layers []page
}

// page is a layer of a strategy.
type page struct {
	records int
	body    []byte
	marks   []mark // a mark of every span-th record
}

// mark is a record whose key is in the body in full, not as a difference.
type mark struct {
	key Key
	at  int // its place in the body
}

// readPositionStrategy reads the first layers of a strategy; all if most is 0.
func (c *checker) readPositionStrategy(most int) (*StrategyReader, error) {
	b := &positionStrategy{reflector: newReflector(c.Root.Game(), c.Header.Mirrors), from: c.Reader, keys: c.keys, images: c.images}
	for {
		if most > 0 && len(b.layers) == most {
			return &StrategyReader{b.mirrors, b}, nil
		}
		n, err := c.Layer()
		if err != nil || n == 0 {
			return &StrategyReader{b.mirrors, b}, err
		}
		var p page
		for last := (Key{}); n > 0; n-- {
			if err := c.tick(int(n)); err != nil {
				return &StrategyReader{b.mirrors, b}, err
			}
			record, err := c.Record()
			if err != nil {
				return &StrategyReader{b.mirrors, b}, err
			}
			if last, err = p.add(record, last); err != nil {
				return &StrategyReader{b.mirrors, b}, err
			}
		}
		b.layers = append(b.layers, p)
	}
}

// add appends a record and returns its key; last is the key of the previous record.
func (p *page) add(record Record, last Key) (Key, error) {
	if p.records%span == 0 {
		last = Key{}
		p.marks = append(p.marks, mark{record.Key, len(p.body)})
	}
	p.records++
	var err error
	p.body, err = record.Answer.append(appendVarint(p.body, record.Key.minus(last)))
	return record.Key, err
}

// find returns the answer to a position. If the position is in several layers, any of its answers wins.
func (b *positionStrategy) find(s variants.State) (Answer, bool) {
	if b.images == nil {
		return b.record(s)
	}
	normal, sym := b.images.Normal(s)
	a, ok := b.record(normal)
	if ok {
		a = b.answer(sym.Inverse(), a)
	}
	return a, ok
}

// record returns the answer in the record of a position.
func (b *positionStrategy) record(s variants.State) (Answer, bool) {
	key := b.keys.Of(s)
	for _, p := range b.layers {
		i := sort.Search(len(p.marks), func(i int) bool { return key.Less(p.marks[i].key) }) - 1
		if i < 0 {
			continue
		}
		r := Reader{Header: b.from.Header, cells: b.from.cells, first: true,
			body: body{block: p.body[p.marks[i].at:]},
			left: uint64(min(span, p.records-i*span))}
		for r.left > 0 {
			if record, err := r.Record(); err == nil && record.Key == key {
				return record.Answer, true
			} else if err != nil || key.Less(record.Key) {
				break
			}
		}
	}
	return Answer{}, false
}
