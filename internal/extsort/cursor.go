package extsort

import "sort"

// Cursor goes through the rows of all runs in order. The current one is at the top of a heap of the
// readers of the runs, which is empty at the end.
type Cursor[R Row] struct {
	heap []*reader[R]
	key  int
}

// From returns a cursor at the first row that is not less than the given one. Call Seal before it.
func (r *Runs[R]) From(least R) (*Cursor[R], error) {
	c := &Cursor[R]{key: r.Key}
	for i := range r.All {
		one := &reader[R]{run: &r.All[i]}
		ok, err := one.seek(&least)
		if err != nil {
			return nil, err
		}
		if ok {
			c.heap = append(c.heap, one)
		}
	}
	for i := len(c.heap)/2 - 1; i >= 0; i-- {
		c.sink(i)
	}
	return c, nil
}

// Row returns the current row, which changes when the cursor moves; nil at the end.
func (c *Cursor[R]) Row() *R {
	if len(c.heap) == 0 {
		return nil
	}
	return &c.heap[0].Row
}

// Next goes to the next key.
func (c *Cursor[R]) Next() error {
	var last R
	for i := range c.key {
		last[i] = c.heap[0].Row[i]
	}
	for len(c.heap) > 0 && sameKey(&c.heap[0].Row, &last, c.key) {
		if err := c.settle(c.heap[0].next()); err != nil {
			return err
		}
	}
	return nil
}

// sameKey reports whether two rows have the same key, so only one counts.
func sameKey[R Row](a, b *R, key int) bool {
	for i := range key {
		if (*a)[i] != (*b)[i] {
			return false
		}
	}
	return true
}

// Seek goes forward to the first row that is not less than the given one.
func (c *Cursor[R]) Seek(least R) error {
	for len(c.heap) > 0 && less(&c.heap[0].Row, &least) {
		if err := c.settle(c.heap[0].seek(&least)); err != nil {
			return err
		}
	}
	return nil
}

// settle restores the order of the heap after the reader at the top has moved; ok is false if it is
// at its end.
func (c *Cursor[R]) settle(ok bool, err error) error {
	if err != nil {
		return err
	}
	if !ok {
		last := len(c.heap) - 1
		c.heap[0], c.heap = c.heap[last], c.heap[:last]
	}
	if len(c.heap) > 0 {
		c.sink(0)
	}
	return nil
}

// sink restores the order of the heap below reader i, whose row may be too great for its place.
func (c *Cursor[R]) sink(i int) {
	heap := c.heap
	r := heap[i]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && less(&heap[child+1].Row, &heap[child].Row) {
			child++
		}
		if !less(&heap[child].Row, &r.Row) {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = r
}

// reader reads the rows of a run.
type reader[R Row] struct {
	Packed[R]
	run    *Run[R]
	block  int    // the next one to open
	left   uint64 // rows of the current block after Row
	buffer []byte
}

// next goes to the next row; ok is false if there is none.
func (r *reader[R]) next() (ok bool, err error) {
	switch {
	case r.left > 0:
		r.left--
		r.Next()
		return true, nil
	case r.block == len(r.run.Blocks):
		return false, nil
	}
	r.Packed, err = r.run.Open(r.block, &r.buffer)
	r.left = r.run.Blocks[r.block].Rows - 1
	r.block++
	return err == nil, err
}

// seek goes forward to the first row that is not less than the given one; ok is false if there is none.
func (r *reader[R]) seek(least *R) (ok bool, err error) {
	later := r.run.Blocks[r.block:]
	if n := sort.Search(len(later), func(i int) bool { return less(least, &later[i].First) }); n > 0 {
		r.block += n - 1 // the last block that does not begin after the least row
		r.left = 0
	}
	for ok = true; ok && err == nil && (r.block == 0 || less(&r.Row, least)); {
		ok, err = r.next()
	}
	return ok, err
}
