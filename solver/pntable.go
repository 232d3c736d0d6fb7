package solver

import (
	"math/bits"
	"unsafe"

	"gridlock/variants"
)

// pnTable is the transposition table of proof-number search. It grows up to a fixed
// size, and then forgets. An entry holds its whole position, so none is ever taken
// for another's. One goroutine may use it at a time.
type pnTable struct {
	buckets []pnBucket
	log     uint // of the number of buckets
	most    uint // the greatest log allowed
	sets    bool // the game is duel, see key
	used    uint64
}

type pnBucket [4]pnEntry

// pnEntry is what is known of a position. It is empty when both numbers are 0.
type pnEntry struct {
	key pnKey
	pnNumbers
	work uint64 // positions visited below it
}

// pnKey is a State in 128 bits, without loss.
type pnKey struct{ a, b uint64 }

// newPNTable returns a table of at most the given size in bytes, for a game. While
// it grows for the last time it takes half as much again.
func newPNTable(memory int64, game *variants.Game) *pnTable {
	count := max(1, uint64(memory)/uint64(unsafe.Sizeof(pnBucket{})))
	return &pnTable{
		buckets: make([]pnBucket, 1),
		most:    uint(bits.Len64(count) - 1),
		sets:    game.Variant().ID == "duel",
	}
}

// grow doubles the table. The upper bits of the hash choose the bucket, so what was
// in one bucket is in two now.
func (t *pnTable) grow() {
	old := t.buckets
	t.log++
	t.buckets = make([]pnBucket, 1<<t.log)
	adviseHugePages(t.buckets)
	for i := range old {
		for _, e := range old[i] {
			if e.pnNumbers == (pnNumbers{}) {
				break
			}
			bucket := t.bucket(e.key)
			free := 0
			for bucket[free].pnNumbers != (pnNumbers{}) {
				free++
			}
			bucket[free] = e
		}
	}
}

// key packs a State. In duel Free is empty, and Mine and Yours are sets; in the
// other games those hold at most one cell, whose number (64 for none) will do.
func (t *pnTable) key(s variants.State) pnKey {
	if t.sets {
		return pnKey{uint64(s.Mine), uint64(s.Yours)}
	}
	return pnKey{uint64(s.Free), uint64(s.Mine.First())<<8 | uint64(s.Yours.First())}
}

// bucket returns the bucket of a key. The constants are odd numbers near 2^64/φ and
// 2^64/π; any odd ones with mixed bits will do.
func (t *pnTable) bucket(k pnKey) *pnBucket {
	h := (k.a ^ bits.RotateLeft64(k.b*0x9e3779b97f4a7c15, 32)) * 0x517cc1b727220a95
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15
	return &t.buckets[h>>(64-t.log)]
}

// full reports whether the bucket has no place for the key but another entry's.
func (b *pnBucket) full(k pnKey) bool {
	for i := range b {
		if b[i].key == k || b[i].pnNumbers == (pnNumbers{}) {
			return false
		}
	}
	return true
}

// get returns what is known of a state; ok is false when that is nothing.
func (t *pnTable) get(s variants.State) (n pnNumbers, work uint64, ok bool) {
	k := t.key(s)
	bucket := t.bucket(k)
	for i := range bucket {
		if e := &bucket[i]; e.key == k && e.pnNumbers != (pnNumbers{}) {
			return e.pnNumbers, e.work, true
		}
	}
	return pnNumbers{}, 0, false
}

// put remembers numbers of a state, which took some work. Where the bucket is full
// the table grows; once it may not, the entry that took the least work goes.
func (t *pnTable) put(s variants.State, n pnNumbers, work uint64) {
	k := t.key(s)
	bucket := t.bucket(k)
	for t.log < t.most && bucket.full(k) {
		t.grow()
		bucket = t.bucket(k)
	}
	least := &bucket[0]
	for i := range bucket {
		e := &bucket[i]
		if e.pnNumbers == (pnNumbers{}) {
			t.used++
			least = e
			break
		}
		if e.key == k {
			least = e
			break
		}
		if e.work < least.work {
			least = e
		}
	}
	*least = pnEntry{k, n, work}
}
