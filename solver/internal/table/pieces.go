package table

import (
	"encoding/binary"
	"errors"
	"iter"
)

// Worth returns the least work, as a logarithm, of an entry that belongs in a checkpoint of at
// most most entries, and about how many such entries there are.
func (t *Table) Worth(most uint64) (least, count uint64) {
	var counts [1 << (workBits - 8)]uint64 // by whole doublings
	for i := range t.used.Load() {
		works := t.buckets.At(i)[workWord].Load()
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

// Pieces returns the entries whose work, as a logarithm, is at least least, in pieces of a
// checkpoint: key, data and work of each. It may run while others use the table; it skips a
// bucket that is being written.
func (t *Table) Pieces(least uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		piece := make([]byte, 0, pieceEntries*t.EntryBytes())
		for i := range t.used.Load() {
			piece = t.appendBucket(piece, t.buckets.At(i), least)
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

// appendBucket appends the entries of a bucket whose work is at least least.
func (t *Table) appendBucket(piece []byte, b *bucket, least uint64) []byte {
	sequence := b[sequenceWord].Load()
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
	if sequence&1 != 0 || b[sequenceWord].Load() != sequence {
		return piece[:begun]
	}
	return piece
}

// ErrCheckpoint is the error of a checkpoint that does not belong to this table.
var ErrCheckpoint = errors.New("the checkpoint does not fit the position")

// Restore stores the entries of a piece. The table grows as needed. It ends early when over
// reports true.
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
