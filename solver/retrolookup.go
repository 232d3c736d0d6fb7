package solver

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// piece is some of a layer's blocks that follow each other.
type piece struct{ cells, from, to int }

// lookup finds the ranks of positions by their keys. The keys lie in ascending order
// in an array; an index says where those begin whose upper bits are the same, of which
// there are mostly a few. Each position takes 9 bytes and 2 for the index (17 and 2
// where keys are wide).
type lookup struct {
	memory pages
	bytes  int64
	a, b   []uint64 // words of the keys; b is empty where one suffices
	index  []uint32 // the first position of each bucket, and of the end
	base   uint64   // the first of a
	shift  uint     // from a-base to the bucket
	ranks  []uint8
}

// lookupBytes returns how much memory lookups take for a position, at most.
func (k *keying) lookupBytes() int64 {
	if k.wide {
		return 19
	}
	return 11
}

// load prepares to look up positions of a piece.
func (r *retro) load(p piece) error {
	l := r.layers[p.cells]
	blocks := l.blocks[p.from:p.to]
	start := blocks[0].start
	n := blocks[len(blocks)-1].start + blocks[len(blocks)-1].count - start
	t, err := newLookup(n, r.keys.wide)
	if err != nil {
		return fmt.Errorf("%w: %d positions to look up: %w", ErrLimit, n, err)
	}
	r.loaded[p] = t
	r.mapped.Add(t.bytes)
	if t.ranks, err = l.ranks.slice(start, n, nil); err != nil {
		return err
	}
	err = r.share(len(blocks), func(w *retroWorker, i int) error {
		if err := w.read(blocks[i]); err != nil {
			return err
		}
		t.fill(w.block, blocks[i].start-start)
		return nil
	}, noRest)
	if err != nil {
		return err
	}
	t.divide()
	const chunk = 1 << 16
	return r.share((n+chunk-1)/chunk, func(_ *retroWorker, i int) error {
		t.enter(i*chunk, min(n, (i+1)*chunk))
		return nil
	}, noRest)
}

// unload gives up what load has prepared.
func (r *retro) unload(p piece) {
	t := r.loaded[p]
	r.mapped.Add(-t.bytes)
	t.memory.release()
	delete(r.loaded, p)
}

// newLookup makes room for n positions.
func newLookup(n int, wide bool) (t *lookup, err error) {
	words := 1
	if wide {
		words = 2
	}
	t = &lookup{bytes: (int64(8*n*words) + 4*int64(n/2+2) + 63) &^ 63} // pages come in units of 64 bytes
	if t.memory, err = newPages(uint64(t.bytes)); err != nil {
		return nil, err
	}
	t.a = unsafe.Slice((*uint64)(t.memory.start()), n)
	after := unsafe.Add(t.memory.start(), 8*n)
	if wide {
		t.b = unsafe.Slice((*uint64)(after), n)
		after = unsafe.Add(after, 8*n)
	}
	t.index = unsafe.Slice((*uint32)(after), n/2+2)
	return t, nil
}

// fill puts keys in their places, from the given one on.
func (t *lookup) fill(keys []Key, start int) {
	for i, k := range keys {
		t.a[start+i] = k.A
	}
	if t.b == nil {
		return
	}
	for i, k := range keys {
		t.b[start+i] = k.B
	}
}

// divide chooses buckets: as many as there is room for.
func (t *lookup) divide() {
	t.base = t.a[0]
	most := uint64(len(t.index) - 2)
	span := t.a[len(t.a)-1] - t.base
	t.shift = uint(max(0, bits.Len64(span)-bits.Len64(most)))
	if span>>t.shift > most {
		t.shift++
	}
	t.index = t.index[:span>>t.shift+2]
}

// bucket returns the bucket of a key whose first word is a; when it is none of the
// buckets, no key in them has that word.
func (t *lookup) bucket(a uint64) uint64 { return (a - t.base) >> t.shift }

// enter fills the part of the index that positions from one to another determine.
func (t *lookup) enter(from, to int) {
	next := uint64(0)
	if from > 0 {
		next = t.bucket(t.a[from-1]) + 1
	}
	for i := from; i < to; i++ {
		for bucket := t.bucket(t.a[i]); next <= bucket; next++ {
			t.index[next] = uint32(i)
		}
	}
	if to == len(t.a) {
		t.index[next] = uint32(to)
	}
}

// find returns the rank of a position; ok is false when it is not there.
func (t *lookup) find(k Key) (r uint8, ok bool) {
	bucket := t.bucket(k.A)
	if bucket >= uint64(len(t.index)-1) {
		return 0, false
	}
	low, high := t.index[bucket], t.index[bucket+1]
	for high-low > 4 {
		if middle := (low + high) / 2; t.less(middle, k) {
			low = middle + 1
		} else {
			high = middle + 1
		}
	}
	for low < high && t.less(low, k) {
		low++
	}
	if low == high || t.a[low] != k.A || t.b != nil && t.b[low] != k.B {
		return 0, false
	}
	return t.ranks[low], true
}

// less reports whether the key at a place comes before k.
func (t *lookup) less(place uint32, k Key) bool {
	a := t.a[place]
	return a < k.A || t.b != nil && a == k.A && t.b[place] < k.B
}
