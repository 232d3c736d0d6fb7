package certify

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"sort"
	"sync"

	"gridlock/internal/spill"
	"gridlock/solver"
)

// row is what a merge sorts: three numbers, the key, by which rows are ordered, and a fourth one, the
// value. Of rows with the same key only the one with the least value counts.
type row [4]uint64

func (r row) compare(s row) int {
	for i := range r {
		if c := cmp.Compare(r[i], s[i]); c != 0 {
			return c
		}
	}
	return 0
}

// less reports whether the row comes before s.
func (r *row) less(s *row) bool { return r.compare(*s) < 0 }

// sameKey reports whether only one of two rows counts.
func sameKey(r, s row) bool { return [3]uint64(r[:3]) == [3]uint64(s[:3]) }

// runs keeps rows as sorted runs, in a spill.Pool. Several goroutines may add rows at once, each with a
// sorter of its own, and several may read them, each with a cursor, but not while rows are added.
type runs struct {
	segment *spill.Segment
	most    int // rows that are sorted at a time

	mu   sync.Mutex
	all  []run
	rest []row // in no run yet
}

// run is sorted rows with different keys, in blocks.
type run struct {
	chunk  spill.Chunk
	blocks []block
}

// block is the entry of a block in the directory of a run. In a block there are, for all rows except
// the first, the numbers that differ from the row before, as varints of the difference by XOR.
type block struct {
	first    row
	rows     int
	at, size int
	sum      uint32 // checksum of the bytes
}

// perBlock is the maximum number of rows in a block.
const perBlock = 256

// sorted makes a run of rows, which it sorts.
func (r *runs) sorted(rows []row) (run, error) {
	slices.SortFunc(rows, row.compare)
	rows = slices.CompactFunc(rows, sameKey)
	var made run
	var data []byte
	for part := range slices.Chunk(rows, perBlock) {
		b := block{first: part[0], rows: len(part), at: len(data)}
		for i := range part[1:] {
			for j, n := range part[i+1] {
				data = binary.AppendUvarint(data, n^part[i][j])
			}
		}
		b.size = len(data) - b.at
		b.sum = crc32.ChecksumIEEE(data[b.at:])
		made.blocks = append(made.blocks, b)
	}
	var err error
	made.chunk, err = r.segment.Keep(slices.Clip(data))
	return made, err
}

// rowBytes is the size of a row in memory.
const rowBytes = 32

func (r *runs) sorter() *sorter { return &sorter{runs: r} }

// sorter adds rows to runs. What it got counts when keep has been called.
type sorter struct {
	runs *runs
	made []run
	rows []row
}

// add adds a row.
func (s *sorter) add(r row) error {
	if len(s.rows) == s.runs.most {
		made, err := s.runs.sorted(s.rows)
		if err != nil {
			return err
		}
		s.made, s.rows = append(s.made, made), s.rows[:0]
	}
	s.rows = append(s.rows, r)
	return nil
}

// keep adds what the sorter got to the runs. The sorter must not be used afterwards.
func (s *sorter) keep() error {
	r := s.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, s.made...)
	r.rest = append(r.rest, s.rows...)
	if len(r.rest) < r.most {
		return nil
	}
	return r.sealLocked()
}

// seal makes a run of the rest.
func (r *runs) seal() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sealLocked()
}

func (r *runs) sealLocked() error {
	if len(r.rest) == 0 {
		return nil
	}
	made, err := r.sorted(r.rest)
	r.all, r.rest = append(r.all, made), nil
	return err
}

// count returns the number of keys.
func (r *runs) count(ctx context.Context) (n int, err error) {
	c, err := r.from(row{})
	for ; err == nil && len(c) > 0; n++ {
		if n%4096 == 0 && solver.Poll(ctx) != nil {
			return n, solver.Stopped(ctx)
		}
		err = c.next()
	}
	return n, err
}

// clear removes all rows, and the file that they are in.
func (r *runs) clear() {
	r.segment.Clear()
	r.all, r.rest = nil, nil
}

// cut returns bounds that divide the rows into at most n ranges of about equal size: the first
// number of the first row of each range, the least of them 0. Rows with the same first number are in
// the same range.
func (r *runs) cut(n int) []uint64 {
	var firsts []uint64
	for _, run := range r.all {
		for _, b := range run.blocks {
			firsts = append(firsts, b.first[0])
		}
	}
	slices.Sort(firsts)
	bounds := []uint64{0}
	for i := 1; i < n; i++ {
		if f := firsts[i*len(firsts)/n]; f > bounds[len(bounds)-1] {
			bounds = append(bounds, f)
		}
	}
	return bounds
}

// cursor goes through the rows of all runs in order. The current row is at the top of a heap of the
// readers of the runs, which is empty at the end.
type cursor []*reader

// from returns a cursor at the first row that is not less than another one.
func (r *runs) from(least row) (cursor, error) {
	if err := r.seal(); err != nil {
		return nil, err
	}
	var c cursor
	for i := range r.all {
		one := &reader{run: &r.all[i]}
		ok, err := one.seek(&least)
		if err != nil {
			return nil, err
		}
		if ok {
			c = append(c, one)
		}
	}
	for i := len(c)/2 - 1; i >= 0; i-- {
		c.sink(i)
	}
	return c, nil
}

// row returns the current row; ok is false at the end.
func (c cursor) row() (r row, ok bool) {
	if len(c) == 0 {
		return r, false
	}
	return c[0].row, true
}

// next goes to the next key.
func (c *cursor) next() error {
	last := (*c)[0].row
	for len(*c) > 0 && sameKey((*c)[0].row, last) {
		if err := c.settle((*c)[0].next()); err != nil {
			return err
		}
	}
	return nil
}

// seek goes forward to the first row that is not less than another one.
func (c *cursor) seek(least row) error {
	for len(*c) > 0 && (*c)[0].row.less(&least) {
		if err := c.settle((*c)[0].seek(&least)); err != nil {
			return err
		}
	}
	return nil
}

// settle restores the order of the heap after the reader at the top has moved; ok is false if it is
// at its end.
func (c *cursor) settle(ok bool, err error) error {
	if err != nil {
		return err
	}
	h := *c
	if !ok {
		last := len(h) - 1
		h[0], h = h[last], h[:last]
		*c = h
	}
	if len(h) > 0 {
		h.sink(0)
	}
	return nil
}

// sink restores the order of the heap below reader i, whose row may be too great for its place.
func (c cursor) sink(i int) {
	r := c[i]
	for {
		child := 2*i + 1
		if child >= len(c) {
			break
		}
		if child+1 < len(c) && c[child+1].row.less(&c[child].row) {
			child++
		}
		if !c[child].row.less(&r.row) {
			break
		}
		c[i] = c[child]
		i = child
	}
	c[i] = r
}

// reader reads the rows of a run.
type reader struct {
	run    *run
	row    row
	block  int // the next one to load
	left   int // rows of the current one that have not been read
	data   []byte
	buffer []byte
}

// next goes to the next row; ok is false if there is none.
func (r *reader) next() (ok bool, err error) {
	if r.left == 0 {
		return r.load()
	}
	for i := range r.row {
		n, size := binary.Uvarint(r.data)
		if size <= 0 {
			return false, errDamagedRun
		}
		r.row[i] ^= n
		r.data = r.data[size:]
	}
	r.left--
	return true, nil
}

// seek goes forward to the first row that is not less than another one; ok is false if there is none.
func (r *reader) seek(least *row) (ok bool, err error) {
	later := r.run.blocks[r.block:]
	if n := sort.Search(len(later), func(i int) bool { return least.less(&later[i].first) }); n > 0 {
		r.block += n - 1 // the last one that does not begin after it
		r.left = 0
	}
	for ok = true; ok && err == nil && (r.block == 0 || r.row.less(least)); {
		ok, err = r.next()
	}
	return ok, err
}

// load goes to the first row of the next block; ok is false if there is none.
func (r *reader) load() (ok bool, err error) {
	if r.block == len(r.run.blocks) {
		return false, nil
	}
	b := &r.run.blocks[r.block]
	if r.data, err = r.run.chunk.Slice(b.at, b.size, r.buffer); err != nil {
		return false, err
	}
	if r.run.chunk.InFile() {
		r.buffer = r.data
		if crc32.ChecksumIEEE(r.data) != b.sum {
			return false, errDamagedRun
		}
	}
	r.row, r.left = b.first, b.rows-1
	r.block++
	return true, nil
}

// errDamagedRun reports a scratch file that is not what was written.
var errDamagedRun = errors.New("certify: a scratch file is damaged: what was read is not what was written; check the disk")
