package retrograde

import (
	"fmt"
	"math/bits"
	"unsafe"

	"gridlock/internal/extsort"
	"gridlock/solver"
	"gridlock/solver/internal/pages"
	"gridlock/solver/keys"
)

// piece is some consecutive blocks of a layer.
type piece struct{ cells, from, to int }

// perGroup returns the number of keys in a group of a lookup; the last group of a block may have fewer. Small groups
// are quicker but take more memory. Games whose moves lead to one layer get small groups, and games whose moves lead to
// ten layers get large ones.
func perGroup(k keys.Keys) int {
	if k.Drop() == 1 {
		return 4
	}
	return 32
}

// lookup finds the ranks of positions by their keys. The keys stay packed in the blocks of a layer. They are divided
// into groups, and an array has the first key of each group in ascending order. An index finds the groups, mostly a
// few, whose first keys share the upper bits. In a group, keys are unpacked one after the other.
type lookup struct {
	memory  pages.Pages
	bytes   int64
	most    int      // keys in a group
	numbers int      // how many numbers a key's row has
	a, b    []uint64 // words of the first keys; b is empty if one word suffices
	groups  []keyGroup
	index   []uint32 // the first group of each bucket, then the number of groups
	base    uint64   // the first of a
	shift   uint     // the shift from a-base to the bucket
	blocks  []packedBlock
}

// keyGroup is the place of a group.
type keyGroup struct{ block, at uint32 } // the number of the block, and the byte in it after the first key

// packedBlock is a block in which keys are looked up.
type packedBlock struct {
	rows  []byte // the rows of the keys except the first
	ranks []uint8
	first int // number of its first group
	count int
}

// groupBytes returns the size of a group, with its share of the index.
func groupBytes(k keys.Keys) int {
	if k.Wide() {
		return 26
	}
	return 18
}

// lookupBytes returns the maximum memory that it takes to look up positions of a piece.
func (r *builder) lookupBytes(l *layer, p piece) (size int64) {
	for _, b := range l.blocks[p.from:p.to] {
		size += int64(b.bytes() + b.count + groupBytes(r.keys)*b.groups(perGroup(r.keys)))
	}
	return size
}

// groups returns the number of groups of a block, if a group has at most most keys.
func (b layerBlock) groups(most int) int { return (b.count + most - 1) / most }

// load prepares to look up positions of a piece.
func (r *builder) load(p piece) (err error) {
	l := r.layers[p.cells]
	blocks := l.blocks[p.from:p.to]
	t := &lookup{most: perGroup(r.keys), blocks: make([]packedBlock, len(blocks)), numbers: r.format.Numbers}
	groups, n := 0, 0
	for i, b := range blocks {
		t.blocks[i] = packedBlock{first: groups, count: b.count}
		groups, n = groups+b.groups(t.most), n+b.count
		if b.part.InFile() {
			t.bytes += int64(b.bytes())
		}
	}
	if l.ranks.InFile() {
		t.bytes += int64(n)
	}
	if err = t.allocate(groups, r.keys.Wide()); err != nil {
		return &solver.LimitError{Kind: solver.LimitMemory, Detail: fmt.Sprintf("%d positions to look up: %v", n, err), Cause: err}
	}
	r.loaded[p] = t
	r.mapped.Add(t.bytes)
	err = r.share(len(blocks), func(w *worker, i int) (err error) {
		if t.blocks[i].ranks, err = l.ranksOf(blocks[i], new([]byte)); err != nil {
			return err
		}
		rows, err := blocks[i].part.Open(blocks[i].index, new([]byte))
		if err == nil {
			t.fill(i, rows)
		}
		return err
	}, noRest)
	if err != nil {
		return err
	}
	t.divide()
	const chunk = 1 << 12
	return r.share((groups+chunk-1)/chunk, func(_ *worker, i int) error {
		t.enter(i*chunk, min(groups, (i+1)*chunk))
		return nil
	}, noRest)
}

// unload frees what load has prepared.
func (r *builder) unload(p piece) {
	t := r.loaded[p]
	r.mapped.Add(-t.bytes)
	t.memory.Release()
	delete(r.loaded, p)
}

// allocate makes room for n groups.
func (t *lookup) allocate(n int, wide bool) (err error) {
	words := 1
	if wide {
		words = 2
	}
	size := (int64(8*n*(words+1)) + 4*int64(n/2+2) + 63) &^ 63 // pages come in units of 64 bytes
	if t.memory, err = pages.New(uint64(size)); err != nil {
		return err
	}
	t.bytes += size
	t.a = unsafe.Slice((*uint64)(t.memory.Start()), n)
	after := unsafe.Add(t.memory.Start(), 8*n)
	if wide {
		t.b = unsafe.Slice((*uint64)(after), n)
		after = unsafe.Add(after, 8*n)
	}
	t.groups = unsafe.Slice((*keyGroup)(after), n)
	t.index = unsafe.Slice((*uint32)(unsafe.Add(after, 8*n)), n/2+2)
	return nil
}

// fill enters the groups of a block.
func (t *lookup) fill(block int, rows extsort.Packed[row]) {
	b := &t.blocks[block]
	b.rows = rows.Data
	for i := range b.count {
		if i > 0 {
			rows.Next()
		}
		if i%t.most != 0 {
			continue
		}
		g := b.first + i/t.most
		t.a[g], t.groups[g] = rows.Row[0], keyGroup{uint32(block), uint32(len(b.rows) - len(rows.Data))}
		if t.b != nil {
			t.b[g] = rows.Row[1]
		}
	}
}

// divide chooses the number of buckets: the greatest for which there is room.
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

// bucket returns the bucket of a key whose first word is a. If the key is less than all others, the result is any
// number.
func (t *lookup) bucket(a uint64) uint64 { return (a - t.base) >> t.shift }

// enter fills the part of the index that the groups from..to determine.
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

// find returns the rank of a position; ok is false if it is not there.
func (t *lookup) find(k keys.Key) (r uint8, ok bool) {
	bucket := min(t.bucket(k.A), uint64(len(t.index)-2))
	low, high := t.index[bucket], t.index[bucket+1]
	for low < high { // the first group that begins after k
		if middle := (low + high) / 2; t.after(middle, k) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	if low == 0 {
		return 0, false
	}
	return t.findIn(int(low-1), k)
}

// findIn returns the rank of a position if it is in a group.
func (t *lookup) findIn(group int, k keys.Key) (r uint8, ok bool) {
	g := t.groups[group]
	b := &t.blocks[g.block]
	rows := extsort.Packed[row]{Data: b.rows[g.at:], Numbers: t.numbers}
	rows.Row[0] = t.a[group]
	if t.b != nil {
		rows.Row[1] = t.b[group]
	}
	from := (group - b.first) * t.most
	to := min(b.count, from+t.most)
	for keyOf(&rows.Row).Less(k) {
		if from++; from == to {
			return 0, false
		}
		rows.Next()
	}
	return b.ranks[from], keyOf(&rows.Row) == k
}

// after reports whether a group begins after k.
func (t *lookup) after(group uint32, k keys.Key) bool {
	a := t.a[group]
	return a > k.A || t.b != nil && a == k.A && t.b[group] > k.B
}
