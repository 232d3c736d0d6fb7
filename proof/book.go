package proof

import "sort"

// span is the number of records of a book per mark.
const span = 32

// book is the strategy of a certificate, for lookups. It holds the records in the form of the
// certificate, and marks to start reading at.
type book struct {
	from   *Reader
	layers []page
}

// page is a layer of a book.
type page struct {
	records int
	body    []byte
	marks   []mark // of every span-th record
}

// mark is a record whose key is in the body in full, not as a difference.
type mark struct {
	key Key
	at  int // its place in the body
}

// readBook reads the body of a strategy.
func readBook(r *Reader) (*book, error) {
	b := &book{from: r}
	for {
		n, err := r.Layer()
		if err != nil || n == 0 {
			return b, err
		}
		var p page
		for last := (Key{}); n > 0; n-- {
			record, err := r.Record()
			if err != nil {
				return b, err
			}
			if last, err = p.add(record, last); err != nil {
				return b, err
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

// find returns the answer to a position. If it is in several layers, any of its answers wins.
func (b *book) find(key Key) (Answer, bool) {
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
