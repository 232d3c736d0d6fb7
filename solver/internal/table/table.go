// Package table is the transposition table of the searches.
package table

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"gridlock/solver"
	"gridlock/solver/internal/pages"
	"gridlock/variants"
)

// Table is a transposition table that any number of goroutines may use at once. It takes at most
// a fixed amount of memory; when that is full it forgets the entries that took the least work.
// Data comes back only for the very position that it was stored for:
//
//   - an entry holds the whole position, never a hash of it;
//   - a reader that meets a writer in a bucket discards what it read.
//
// Readers never wait. A writer that meets another one in a bucket tries again a few times and
// then drops its entry: forgetting is always allowed.
//
// A bucket is a cache line of eight words, guarded by a seqlock:
//
//	0          sequence number: odd during a write, incremented by two with each write
//	1 to 6     narrow: three entries of key and data; wide: two of key, key and data
//	7          work: for each entry 16 bits, the logarithm of the work it took
//
// An entry whose data is 0 is empty.
type Table struct {
	buckets pages.Array[bucket]
	used    atomic.Uint64 // the number of buckets in use
	stored  atomic.Uint64 // entries, as of the workers' last Flush
	Packing Packing
	growing sync.Mutex
}

type bucket [8]atomic.Uint64

const (
	sequenceWord = 0
	firstWord    = 1
	workWord     = 7
)

// New returns a table for a game, of at most the given size in bytes. The caller releases it.
func New(memory int64, game *variants.Game) (*Table, error) {
	t := &Table{Packing: PackingFor(game)}
	count := bucketsIn(memory)
	var err error
	if t.buckets, err = pages.NewArray[bucket](count); err != nil {
		return nil, fmt.Errorf("a table of %d MiB: %w; allow less memory", memory>>20, err)
	}
	t.use(min(count, firstBuckets))
	return t, nil
}

// bucketsIn returns the number of buckets in that many bytes, at least one.
func bucketsIn(memory int64) uint64 { return max(1, uint64(memory)/uint64(unsafe.Sizeof(bucket{}))) }

// firstBuckets is the initial number of buckets, if the size of the table allows it. A small
// table is quickly touched for the first time and stays in the cache.
const firstBuckets = 1 << 13

// use puts the first count buckets in use.
func (t *Table) use(count uint64) {
	t.buckets.Use(count)
	t.used.Store(count)
}

// Release returns the memory to the system. The table must not be used afterwards.
func (t *Table) Release() { t.buckets.Release() }

// capacity returns how many positions there is room for in the buckets in use.
func (t *Table) capacity() uint64 { return t.used.Load() * uint64(t.Packing.ways()) }

// bytes returns the memory in use.
func (t *Table) bytes() int64 {
	return int64(t.used.Load()) * int64(unsafe.Sizeof(bucket{}))
}

// hash mixes a key. The constants are odd numbers near 2^64/φ and 2^64/π; any odd numbers with
// mixed bits will do.
func (k Key) hash() uint64 {
	h := (k.A ^ bits.RotateLeft64(k.B*0x9e3779b97f4a7c15, 32)) * 0x517cc1b727220a95
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

func (t *Table) bucket(k Key) *bucket { return t.buckets.At(index(k.hash(), t.used.Load())) }

// index returns the bucket of a hash among those in use. The bucket is given by the lowest bits of the hash: as many as
// used-1 has or, if there is no such bucket yet, one bit less (linear hashing, Litwin 1980).
func index(hash, used uint64) uint64 {
	mask := uint64(1)<<bits.Len64(used-1) - 1
	if i := hash & mask; i < used {
		return i
	}
	return hash & (mask >> 1)
}

// Prefetch starts to fetch the bucket of a key into the cache. Prefetching several keys before
// probing them makes the fetches overlap.
func (t *Table) Prefetch(k Key) { prefetch(t.bucket(k)) }

// Probe returns the data of a key, or 0 if it has none.
func (t *Table) Probe(k Key) (data uint64) {
	b := t.bucket(k)
	sequence := b[sequenceWord].Load()
	at, size := firstWord, t.Packing.Size()
	for ; at < workWord; at += size {
		if b[at].Load() == k.A && (size == 2 || b[at+1].Load() == k.B) {
			break
		}
	}
	if at < workWord {
		data = b[at+size-1].Load()
	}
	if sequence&1 != 0 || b[sequenceWord].Load() != sequence {
		return 0
	}
	return data
}

// Store stores data, which is not 0, for a key, with the work that it took. It reports whether that adds an entry. In a
// full bucket it replaces the entry that took the least work, and lowers the work of the others a little.
func (t *Table) Store(k Key, data, work uint64) (added bool) {
	return t.place(k, data, Logarithm(work))
}

// place is Store with the logarithm of the work.
func (t *Table) place(k Key, data, work uint64) (added bool) {
	b := t.bucket(k)
	sequence, ok := b.lock()
	if !ok {
		return false
	}
	defer b.unlock(sequence)
	works := b[workWord].Load()
	slot, least := 0, uint64(workMask+1)
	for i := range t.Packing.ways() {
		took := works >> (workBits * i) & workMask
		if took != 0 && t.holds(b, i, k) {
			t.write(b, i, k, data, works, work)
			return false
		}
		if took < least {
			slot, least = i, took
		}
	}
	if least > 0 {
		works = aged(works)
	}
	t.write(b, slot, k, data, works, work)
	return least == 0
}

// at returns the first word of an entry.
func (t *Table) at(slot int) int { return firstWord + slot*t.Packing.Size() }

// entry returns the key and the data of an entry.
func (t *Table) entry(b *bucket, slot int) (k Key, data uint64) {
	at := t.at(slot)
	k.A = b[at].Load()
	if t.Packing.Wide {
		k.B = b[at+1].Load()
	}
	return k, b[at+t.Packing.Size()-1].Load()
}

// holds reports whether an entry that is not empty has the key.
func (t *Table) holds(b *bucket, slot int, k Key) bool {
	at := t.at(slot)
	return b[at].Load() == k.A && (!t.Packing.Wide || b[at+1].Load() == k.B)
}

// write fills an entry and its part of works. The bucket is locked.
func (t *Table) write(b *bucket, slot int, k Key, data, works, work uint64) {
	at := t.at(slot)
	b[at].Store(k.A)
	if t.Packing.Wide {
		b[at+1].Store(k.B)
	}
	b[at+t.Packing.Size()-1].Store(data)
	b[workWord].Store(works&^(workMask<<(workBits*slot)) | work<<(workBits*slot))
}

// The work that entries took is kept as logarithms, in units of 1/256 of a doubling;
// 0 stands for an empty entry.
const (
	workBits = 16
	workMask = 1<<workBits - 1
)

// Logarithm returns about 256·(1 + log2(work)), at least 256; between two powers of
// two it is linear.
func Logarithm(work uint64) uint64 {
	work = max(work, 1)
	length := bits.Len64(work)
	return uint64(length)<<8 | work<<(64-length)<<1>>56
}

// aged returns works with each entry's work reduced by an eighth of a doubling, except empty
// ones.
func aged(works uint64) uint64 {
	for shift := 0; shift < 64; shift += workBits {
		if took := works >> shift & workMask; took > 32 {
			works -= 32 << shift
		}
	}
	return works
}

// lock makes the sequence number odd, so that no other worker writes and readers discard what
// they read. Ok is false when other workers keep writing.
func (b *bucket) lock() (sequence uint64, ok bool) {
	for range 100 {
		sequence = b[sequenceWord].Load()
		if sequence&1 == 0 && b[sequenceWord].CompareAndSwap(sequence, sequence+1) {
			return sequence, true
		}
	}
	return 0, false
}

// unlock makes the sequence number even again.
func (b *bucket) unlock(sequence uint64) { b[sequenceWord].Store(sequence + 2) }

// Added counts entries that a worker has added.
func (t *Table) Added(n uint64) { t.stored.Add(n) }

// Describe says how full the table is.
func (t *Table) Describe(s *solver.Stats) {
	s.Stored, s.Capacity, s.Memory = t.stored.Load(), t.capacity(), t.bytes()
}

// Grow doubles the buckets in use, or takes the last ones, when they are too full. The old number of buckets is a power
// of two, 2^k. So an entry stays, or moves to the bucket that is 2^k further on, if that is in use. Others may use the
// table meanwhile, and may miss an entry that is being moved. Grow ends early when over reports true.
func (t *Table) Grow(over func() bool) {
	stored := t.stored.Load()
	if stored < t.capacity()/2 || t.used.Load() == t.buckets.Len() || !t.growing.TryLock() {
		return
	}
	defer t.growing.Unlock()
	old := t.used.Load()
	if stored < t.capacity()/2 || old == t.buckets.Len() {
		return
	}
	t.use(min(2*old, t.buckets.Len()))
	for i := range t.used.Load() - old {
		if i%4096 == 0 && over() {
			return // the search is over
		}
		t.split(t.buckets.At(i), old)
	}
}

// Shrink leaves the table that many bytes at most, for good. If too many entries come to share a bucket, it forgets
// those that took the least work. Once over reports true, it forgets all entries that would have to move. Nobody else
// may use the table meanwhile.
func (t *Table) Shrink(memory int64, over func() bool) {
	count, old := bucketsIn(memory), t.used.Load()
	if count >= t.buckets.Len() {
		return
	}
	t.used.Store(min(old, count))
	lost := uint64(0)
	for i := count; i < old && (i%4096 != 0 || !over()); i++ {
		b := t.buckets.At(i)
		works := b[workWord].Load()
		for slot := range t.Packing.ways() {
			if took := works >> (workBits * slot) & workMask; took != 0 {
				k, data := t.entry(b, slot)
				if !t.place(k, data, took) {
					lost++
				}
			}
		}
	}
	t.stored.Store(t.stored.Load() - min(lost, t.stored.Load()))
	t.buckets.Shrink(count)
}

// split moves those entries of a bucket whose hash has the bit set to their new bucket.
func (t *Table) split(b *bucket, bit uint64) {
	sequence, ok := b.lock()
	if !ok {
		return // the entries to move are lost
	}
	works := b[workWord].Load()
	for i := range t.Packing.ways() {
		took := works >> (workBits * i) & workMask
		k, data := t.entry(b, i)
		if took == 0 || k.hash()&bit == 0 {
			continue
		}
		b[t.at(i)+t.Packing.Size()-1].Store(0)
		works &^= workMask << (workBits * i)
		t.place(k, data, took)
	}
	b[workWord].Store(works)
	b.unlock(sequence)
}
