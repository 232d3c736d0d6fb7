package theory

import (
	"math/bits"

	"gridlock/bitboard"
)

// pair is a pair of sets of cells.
type pair struct{ a, b bitboard.Board }

func (p pair) less(q pair) bool { return p.a < q.a || p.a == q.a && p.b < q.b }

// table maps pairs of sets that are not both empty to words. It stores and compares pairs as a
// whole. It forgets nothing, and grows as it fills.
//
// It is a hash table with open addressing: about three times as fast as a map here, where most
// of the time goes into lookups.
type table struct {
	entries []entry // a power of two of them, at most half in use
	used    int
}

type entry struct {
	key  pair
	data uint64
}

const firstEntries = 1 << 8

func newTable() *table { return &table{entries: make([]entry, firstEntries)} }

// at returns the entry of a pair, or the empty one where it belongs.
func (t *table) at(key pair) *entry { return place(t.entries, key) }

// place is at for entries with at least one empty one.
func place(entries []entry, key pair) *entry {
	mask := uint64(len(entries) - 1)
	for i := key.hash() & mask; ; i++ {
		e := &entries[i&mask]
		if e.key == key || e.key == (pair{}) {
			return e
		}
	}
}

// get returns the data of a pair. ok is false if there is none.
func (t *table) get(key pair) (data uint64, ok bool) {
	e := t.at(key)
	return e.data, e.key == key
}

// put sets the data of a pair. The table may have to grow for it. That ends early when over, which may be nil, reports
// true; then the table is fuller than it should be, and grows later.
func (t *table) put(key pair, data uint64, over func() bool) {
	e := t.at(key)
	if e.key != key {
		if t.used++; 2*t.used > len(t.entries) {
			if 4*t.used > 3*len(t.entries) {
				over = nil // slow, and soon full
			}
			t.grow(over)
			e = t.at(key)
		}
	}
	*e = entry{key, data}
}

// grow makes the table twice as large, unless over reports true before it has.
func (t *table) grow(over func() bool) {
	const chunk = 1 << 14 // a millisecond or less
	entries := make([]entry, 2*len(t.entries))
	for i, e := range t.entries {
		if i%chunk == chunk-1 && over != nil && over() {
			return
		}
		if e.key != (pair{}) {
			*place(entries, e.key) = e
		}
	}
	t.entries = entries
}

// hash multiplies by odd numbers near 2^64/φ and 2^64/π and folds the product, whose high half
// depends on all bits.
func (p pair) hash() uint64 {
	high, low := bits.Mul64(uint64(p.a)^bits.RotateLeft64(uint64(p.b)*0x517cc1b727220a95, 32), 0x9e3779b97f4a7c15)
	return high ^ low
}
