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
func (t *table) at(key pair) *entry {
	mask := uint64(len(t.entries) - 1)
	for i := key.hash() & mask; ; i++ {
		e := &t.entries[i&mask]
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

// put sets the data of a pair.
func (t *table) put(key pair, data uint64) {
	e := t.at(key)
	if e.key != key {
		if t.used++; 2*t.used > len(t.entries) {
			t.grow()
			e = t.at(key)
		}
	}
	*e = entry{key, data}
}

func (t *table) grow() {
	old := t.entries
	t.entries = make([]entry, 2*len(old))
	for _, e := range old {
		if e.key != (pair{}) {
			*t.at(e.key) = e
		}
	}
}

// hash multiplies by odd numbers near 2^64/φ and 2^64/π and folds the product, whose high half
// depends on all bits.
func (p pair) hash() uint64 {
	high, low := bits.Mul64(uint64(p.a)^bits.RotateLeft64(uint64(p.b)*0x517cc1b727220a95, 32), 0x9e3779b97f4a7c15)
	return high ^ low
}
