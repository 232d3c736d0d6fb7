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
// It is a hash table with open addressing, about three times as fast as a map. Most of the time of nimbers and values
// goes into lookups. Entries take 16 or 32 bytes, so none is in two cache lines.
type table struct {
	words []uint64 // entries: the sets of a key, its data, and perhaps a word for nothing
	shift uint     // an entry has 1<<shift words, and its key is the first shift words
	used  int      // entries in use: at most half of the entries, whose number is a power of two
	load  uint64   // what touch has loaded
}

const (
	ofSets       = 1 // shifts
	ofPairs      = 2
	firstEntries = 1 << 8
)

func newTable(shift uint) *table {
	return &table{words: make([]uint64, firstEntries<<shift), shift: shift}
}

// first returns where the words begin in the first entry that a key may have.
func (t *table) first(key pair) uint64 { return key.hash() << t.shift & uint64(len(t.words)-1) }

// at returns the words of the entry of a pair, or of the empty one where it belongs. There is at least one empty entry.
func (t *table) at(key pair) (entry []uint64, ok bool) {
	for i := t.first(key); ; i = (i + 1<<t.shift) & uint64(len(t.words)-1) {
		entry = t.words[i : i+1<<t.shift]
		a, b := bitboard.Board(entry[0]), key.b
		if t.shift == ofPairs {
			b = bitboard.Board(entry[1])
		}
		switch {
		case a == key.a && b == key.b:
			return entry, true
		case a == 0 && (b == 0 || t.shift == ofSets):
			return entry, false
		}
	}
}

// touch loads the entries that keys may be in, all at once. If they were looked up one after the other, each look-up
// would wait for memory.
func (t *table) touch(keys []pair) {
	for _, key := range keys {
		t.load ^= t.words[t.first(key)]
	}
}

// get returns the data of a pair. ok is false if there is none.
func (t *table) get(key pair) (data uint64, ok bool) {
	entry, ok := t.at(key)
	return entry[t.shift], ok
}

// put sets the data of a pair. The table may have to grow first. Growing ends early when over, which may be nil,
// reports true. Then the table is fuller than it should be, and grows later.
func (t *table) put(key pair, data uint64, over func() bool) {
	entry, ok := t.at(key)
	if !ok {
		if t.used++; 2*t.used<<t.shift > len(t.words) {
			if 4*t.used<<t.shift > 3*len(t.words) {
				over = nil // slow, and soon full
			}
			t.grow(over)
			entry, _ = t.at(key)
		}
		entry[0] = uint64(key.a)
		if t.shift == ofPairs {
			entry[1] = uint64(key.b)
		}
	}
	entry[t.shift] = data
}

// grow makes the table twice as large, unless over reports true before it has.
func (t *table) grow(over func() bool) {
	const chunk = 1 << 14 // entries: a millisecond or less
	larger := table{words: make([]uint64, 2*len(t.words)), shift: t.shift}
	adviseHugePages(larger.words)
	for i := 0; i < len(t.words); i += 1 << t.shift {
		if i>>t.shift%chunk == chunk-1 && over != nil && over() {
			return
		}
		key := pair{a: bitboard.Board(t.words[i])}
		if t.shift == ofPairs {
			key.b = bitboard.Board(t.words[i+1])
		}
		if key != (pair{}) {
			entry, _ := larger.at(key)
			copy(entry, t.words[i:])
		}
	}
	t.words = larger.words
}

// hash multiplies by odd numbers near 2^64/φ and 2^64/π and folds the product, whose high half depends on all bits.
func (p pair) hash() uint64 {
	high, low := bits.Mul64(uint64(p.a)^bits.RotateLeft64(uint64(p.b)*0x517cc1b727220a95, 32), 0x9e3779b97f4a7c15)
	return high ^ low
}
