package table

import (
	"encoding/binary"
	"errors"
	"iter"
)

// Worth returns the logarithm of the work from which on entries belong into a checkpoint
// of so many at most, and how many there are about.
func (t *Table) Worth(most uint64) (least, count uint64) {
	var counts [1 << (workBits - 8)]uint64 // by whole doublings
	for i := range t.mask.Load() + 1 {
		works := t.buckets[i][workWord].Load()
		for ; works != 0; works >>= workBits {
			counts[works&workMask>>8]++
		}
	}
	doublings := len(counts)
	for doublings > 1 && count+counts[doublings-1] <= most {
		doublings--
		count += counts[doublings]
	}
	return uint64(doublings) << 8, count
}

// pieceEntries is the number of entries in a piece of a checkpoint.
const pieceEntries = 4096

// Pieces returns the entries that took at least so much work, as it is kept, in pieces of
// a checkpoint: key, data and work of each. It may run while others use the table; of a
// bucket that somebody is just writing to it says nothing.
func (t *Table) Pieces(least uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		piece := make([]byte, 0, pieceEntries*t.EntryBytes())
		for i := range t.mask.Load() + 1 {
			piece = t.appendBucket(piece, &t.buckets[i], least)
			if len(piece) > cap(piece)-t.Packing.ways()*t.EntryBytes() {
				if !yield(piece, nil) {
					return
				}
				piece = piece[:0]
			}
		}
		yield(piece, nil)
	}
}

// EntryBytes is the size of an entry in a checkpoint.
func (t *Table) EntryBytes() int { return 8*t.Packing.Size() + 2 }

// appendBucket appends the entries of a bucket that took at least so much work.
func (t *Table) appendBucket(piece []byte, b *bucket, least uint64) []byte {
	turn := b[turnWord].Load()
	begun := len(piece)
	works := b[workWord].Load()
	for slot := range t.Packing.ways() {
		work := works >> (workBits * slot) & workMask
		at := t.at(slot)
		if work < least || work == 0 || b[at+t.Packing.Size()-1].Load() == 0 {
			continue
		}
		for word := range t.Packing.Size() {
			piece = binary.LittleEndian.AppendUint64(piece, b[at+word].Load())
		}
		piece = binary.LittleEndian.AppendUint16(piece, uint16(work))
	}
	if turn&1 != 0 || b[turnWord].Load() != turn {
		return piece[:begun]
	}
	return piece
}

// ErrCheckpoint is the error of a checkpoint that is not one of this table.
var ErrCheckpoint = errors.New("the checkpoint does not fit the position")

// Restore stores the entries of a piece. The table grows as it needs, unless over says
// that the search is.
func (t *Table) Restore(piece []byte, over func() bool) error {
	if len(piece)%t.EntryBytes() != 0 {
		return ErrCheckpoint
	}
	for ; len(piece) > 0; piece = piece[t.EntryBytes():] {
		var words [3]uint64
		for i := range t.Packing.Size() {
			words[i] = binary.LittleEndian.Uint64(piece[8*i:])
		}
		k, data := Key{A: words[0]}, words[t.Packing.Size()-1]
		if t.Packing.Wide {
			k.B = words[1]
		}
		if t.place(k, data, uint64(binary.LittleEndian.Uint16(piece[8*t.Packing.Size():]))) {
			t.Added(1)
		}
	}
	t.Grow(over)
	return nil
}
