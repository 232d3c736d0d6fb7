package retrograde

import (
	"bytes"
	"encoding/binary"
	"sort"

	"gridlock/internal/spill"
	"gridlock/solver/keys"
)

// run is keys in ascending order without duplicates. The directory has the first key of each
// block; the others are stored as differences from the one before, in as few bytes as possible:
// mostly one or two.
type run struct {
	wide   bool
	blocks []blockEntry
	count  uint64
	size   int // bytes
	chunk  spill.Chunk
}

// blockEntry is the entry of a block in the directory.
type blockEntry struct {
	first keys.Key
	at    int // first byte in the run
	count int // keys
}

// perBlock is the maximum number of keys in a block, which is also the unit of work of the
// workers.
const perBlock = 4096

// end returns the first byte after block i.
func (r *run) end(i int) int {
	if i+1 < len(r.blocks) {
		return r.blocks[i+1].at
	}
	return r.size
}

// runWriter makes a run of keys that come in ascending order.
type runWriter struct {
	run  run
	data []byte
	last keys.Key
}

// begin starts a new run.
func (w *runWriter) begin(wide bool) { w.run, w.data = run{wide: wide}, w.data[:0] }

// add appends a key, which is greater than all others.
func (w *runWriter) add(k keys.Key) {
	last := len(w.run.blocks) - 1
	if last < 0 || w.run.blocks[last].count == perBlock {
		w.run.blocks = append(w.run.blocks, blockEntry{first: k, at: len(w.data), count: 1})
	} else {
		w.run.blocks[last].count++
		w.data = binary.AppendUvarint(w.data, k.A-w.last.A)
		if w.run.wide {
			b := k.B
			if k.A == w.last.A {
				b -= w.last.B
			}
			w.data = binary.AppendUvarint(w.data, b)
		}
	}
	w.last = k
	w.run.count++
}

// finish puts the run in a segment.
func (w *runWriter) finish(s *spill.Segment) (r run, err error) {
	r = w.run
	r.size = len(w.data)
	r.chunk, err = s.Keep(bytes.Clone(w.data))
	return r, err
}

// runReader reads the keys of a run one by one. Like all code that reads runs it trusts their
// bytes, which this process has written.
type runReader struct {
	run    *run
	block  int // the next one to load
	left   int // keys left in the current one
	data   []byte
	key    keys.Key
	buffer []byte
}

// load goes to the first key of the next block; ok is false if there is none.
func (r *runReader) load() (ok bool, err error) {
	if r.block == len(r.run.blocks) {
		return false, nil
	}
	e := r.run.blocks[r.block]
	r.data, err = r.run.chunk.Slice(e.at, r.run.end(r.block)-e.at, r.buffer)
	if r.run.chunk.InFile() {
		r.buffer = r.data
	}
	r.key, r.left = e.first, e.count-1
	r.block++
	return err == nil, err
}

// next goes to the next key; ok is false if there is none.
func (r *runReader) next() (ok bool, err error) {
	if r.left == 0 {
		return r.load()
	}
	r.left--
	r.step()
	return true, nil
}

// step goes to the next key of the block.
func (r *runReader) step() {
	// Most differences fit one byte or two.
	switch d := r.data; {
	case d[0] < 0x80:
		r.key.A += uint64(d[0])
		r.data = d[1:]
		if r.run.wide {
			r.stepTail(d[0] == 0)
		}
	case !r.run.wide && d[1] < 0x80:
		r.key.A += uint64(d[0]&0x7f) | uint64(d[1])<<7
		r.data = d[2:]
	default:
		more, n := binary.Uvarint(d)
		r.key.A += more
		r.data = d[n:]
		if r.run.wide {
			r.stepTail(more == 0)
		}
	}
}

// stepTail reads the second word of a wide key.
func (r *runReader) stepTail(same bool) {
	tail, n := binary.Uvarint(r.data)
	if same {
		tail += r.key.B
	}
	r.key.B = tail
	r.data = r.data[n:]
}

// seek goes to the first key that is not less than k; ok is false if there is none.
func (r *runReader) seek(k keys.Key) (ok bool, err error) {
	r.block = max(0, sort.Search(len(r.run.blocks), func(i int) bool { return k.Less(r.run.blocks[i].first) })-1)
	r.left = 0
	for ok, err = r.next(); ok && r.key.Less(k); ok, err = r.next() {
	}
	return ok, err
}

// decode appends the keys of block i to keys.
func (r *runReader) decode(i int, keys []keys.Key) ([]keys.Key, error) {
	r.block = i
	ok, err := r.load()
	if !ok {
		return keys, err
	}
	keys = append(keys, r.key)
	for ; r.left > 0; r.left-- {
		r.step()
		keys = append(keys, r.key)
	}
	return keys, nil
}
