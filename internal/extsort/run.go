package extsort

import (
	"bytes"
	"encoding/binary"

	"gridlock/internal/spill"
)

// Run is rows in order with different keys, in blocks. The directory has the first row of each block. Later rows are
// short: the differences from the row before, up to the first that is not 0, then the other numbers as they are.
type Run[R Row] struct {
	Format
	Blocks []Block[R]
	Rows   uint64
	Size   uint64 // bytes

	sums  []uint32 // the sums of the bytes of each block
	chunk spill.Chunk
}

// Block is the entry of a block in the directory.
type Block[R Row] struct {
	First    R
	At, Rows uint64 // its first byte in the run, and its number of rows
}

// Bytes returns the place of the bytes of block i in the run.
func (r *Run[R]) Bytes(i int) (at, size int) {
	end := r.Size
	if i+1 < len(r.Blocks) {
		end = r.Blocks[i+1].At
	}
	return int(r.Blocks[i].At), int(end - r.Blocks[i].At)
}

// InFile reports whether the bytes are in a scratch file.
func (r *Run[R]) InFile() bool { return r.chunk.InFile() }

// Keep puts the bytes in a segment, which then owns them. The directory has to be complete.
func (r *Run[R]) Keep(data []byte, s *spill.Segment) (err error) {
	r.Size = uint64(len(data))
	for i := range r.Blocks {
		at, size := r.Bytes(i)
		r.sums = append(r.sums, spill.Sum(data[at:at+size]))
	}
	r.chunk, err = s.Keep(data)
	return err
}

// Open returns the rows of block i. If they are in a scratch file, it reads them into buffer, and checks
// them.
func (r *Run[R]) Open(i int, buffer *[]byte) (p Packed[R], err error) {
	at, size := r.Bytes(i)
	p.Row, p.Numbers = r.Blocks[i].First, r.Numbers
	p.Data, err = r.chunk.Slice(at, size, r.sums[i], buffer)
	return p, err
}

// Packed has the rows of a block from the current one on.
type Packed[R Row] struct {
	Row     R
	Data    []byte // the bytes of the rows after the first
	Numbers int
}

// Next goes to the next row; there has to be one.
func (p *Packed[R]) Next() {
	// Most differences fit one byte or two.
	switch d := p.Data; {
	case d[0] < 0x80:
		p.Row[0] += uint64(d[0])
		p.Data = d[1:]
		if p.Numbers > 1 {
			p.others(d[0] == 0)
		}
	case p.Numbers == 1 && d[1] < 0x80:
		p.Row[0] += uint64(d[0]&0x7f) | uint64(d[1])<<7
		p.Data = d[2:]
	default:
		more, n := binary.Uvarint(d)
		p.Row[0] += more
		p.Data = d[n:]
		if p.Numbers > 1 {
			p.others(more == 0)
		}
	}
}

// others reads the numbers after the first. same says that the first number is the same as before.
func (p *Packed[R]) others(same bool) {
	for i := 1; i < p.Numbers; i++ {
		n, size := binary.Uvarint(p.Data)
		p.Data = p.Data[size:]
		if same {
			same = n == 0
			n += p.Row[i]
		}
		p.Row[i] = n
	}
}

// Writer makes runs of rows that come in order. Begin with the format of Run alone.
type Writer[R Row] struct {
	Run  Run[R] // the run of the rows added so far
	Data []byte // its bytes
	last R
}

// Add appends a row, which is greater than all before it.
func (w *Writer[R]) Add(r *R) {
	w.Run.Rows++
	last := len(w.Run.Blocks) - 1
	if last < 0 || w.Run.Blocks[last].Rows == w.Run.PerBlock {
		w.Run.Blocks = append(w.Run.Blocks, Block[R]{First: *r, At: uint64(len(w.Data)), Rows: 1})
		w.last = *r
		return
	}
	w.Run.Blocks[last].Rows++
	same := true
	for i := range w.Run.Numbers {
		n := (*r)[i]
		if same {
			n -= w.last[i]
			same = n == 0
		}
		w.last[i] = (*r)[i] // one number at a time: copying all of the recent data in parts stalls the processor
		w.Data = binary.AppendUvarint(w.Data, n)
	}
}

// Finish puts the run in a segment, and begins the next one.
func (w *Writer[R]) Finish(s *spill.Segment) (r Run[R], err error) {
	r = w.Run
	err = r.Keep(bytes.Clone(w.Data), s)
	w.Run, w.Data = Run[R]{Format: r.Format}, w.Data[:0]
	return r, err
}
