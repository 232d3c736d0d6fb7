// Package extsort sorts rows of numbers, even more than fit into memory. Sorted runs are in a [spill.Pool], and a
// cursor merges them (Knuth, volume 3, section 5.4).
//
// [Runs] get rows in any order by a [Sorter], or in order by a [Writer]. A [Cursor] goes through the
// rows of all runs in order; several workers may divide them by [Runs.Ranges].
package extsort

import (
	"math"
	"slices"
	"sync"

	"gridlock/internal/spill"
)

// Row is the numbers of a row. Rows are sorted by the first of them, then by the second, and so on.
//
// It allows arrays instead of types with methods, so that generic code is compiled for each size, and comparisons are
// inlined.
type Row interface{ ~[2]uint64 | ~[4]uint64 }

// less reports whether a comes before b.
func less[R Row](a, b *R) bool {
	for i := range len(*a) {
		if (*a)[i] != (*b)[i] {
			return (*a)[i] < (*b)[i]
		}
	}
	return false
}

// compare is less for package slices.
func compare[R Row](a, b R) int {
	switch {
	case less(&a, &b):
		return -1
	case less(&b, &a):
		return 1
	}
	return 0
}

// Format describes rows.
type Format struct {
	Numbers  int    // how many numbers of a row can differ from 0
	Key      int    // how many of them are the key; of rows with the same key only the least counts
	PerBlock uint64 // maximum number of rows in a block
}

// Runs keeps rows as sorted runs. Several goroutines may add rows at once, and several may read them,
// but not while rows are added.
type Runs[R Row] struct {
	Format
	Segment *spill.Segment
	All     []Run[R] // complete after Seal
	AtOnce  int      // maximum number of rows that are sorted at a time

	mu   sync.Mutex
	rest []R // the rows that are in no run yet
}

// Add adds the run that a writer has made.
func (r *Runs[R]) Add(w *Writer[R]) error {
	made, err := w.Finish(r.Segment)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.All = append(r.All, made)
	return err
}

// Sorter adds rows to runs, for one goroutine. Its rows count once Keep has been called.
type Sorter[R Row] struct {
	runs *Runs[R]
	made []Run[R]
	rows []R
}

// Sorter returns a new sorter.
func (r *Runs[R]) Sorter() *Sorter[R] { return &Sorter[R]{runs: r} }

// Add adds a row.
func (s *Sorter[R]) Add(row R) error {
	if len(s.rows) == s.runs.AtOnce {
		made, err := s.runs.sorted(s.rows)
		if err != nil {
			return err
		}
		s.made, s.rows = append(s.made, made), s.rows[:0]
	}
	s.rows = append(s.rows, row)
	return nil
}

// Keep adds the rows of the sorter to the runs. The sorter must not be used afterwards.
func (s *Sorter[R]) Keep() error {
	r := s.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	r.All = append(r.All, s.made...)
	r.rest = append(r.rest, s.rows...)
	if len(r.rest) < r.AtOnce {
		return nil
	}
	return r.Seal()
}

// Seal makes a run of the rows that are in no run yet. Call it before reading, when nobody adds rows.
func (r *Runs[R]) Seal() error {
	if len(r.rest) == 0 {
		return nil
	}
	made, err := r.sorted(r.rest)
	r.All, r.rest = append(r.All, made), nil
	return err
}

// sortRows returns rows in order, in their place or in another one. If the first numbers lie close together, rows are
// counted by them, and only rows with the same first number are compared.
func sortRows[R Row](rows []R) []R {
	least, most := uint64(math.MaxUint64), uint64(0)
	for i := range rows {
		least, most = min(least, rows[i][0]), max(most, rows[i][0])
	}
	if most == least || most-least >= uint64(len(rows)) {
		slices.SortFunc(rows, compare[R])
		return rows
	}
	ends := make([]int, most-least+2) // the end of the rows before each first number, then of the rows with it
	for i := range rows {
		ends[rows[i][0]-least+1]++
	}
	for i := range ends[1:] {
		ends[i+1] += ends[i]
	}
	all := make([]R, len(rows))
	for i := range rows {
		end := &ends[rows[i][0]-least]
		all[*end] = rows[i]
		*end++
	}
	from := 0
	for _, end := range ends[:len(ends)-1] {
		slices.SortFunc(all[from:end], compare[R])
		from = end
	}
	return all
}

// sorted makes a run of rows, which it sorts.
func (r *Runs[R]) sorted(rows []R) (Run[R], error) {
	rows = sortRows(rows)
	w := Writer[R]{Run: Run[R]{Format: r.Format}}
	for i := range rows {
		if i == 0 || !sameKey(&rows[i-1], &rows[i], r.Key) {
			w.Add(&rows[i])
		}
	}
	return w.Finish(r.Segment)
}

// Clear removes all rows, and the file that they are in.
func (r *Runs[R]) Clear() {
	r.Segment.Clear()
	r.All, r.rest = nil, nil
}

// Range is the rows whose first numbers are at least From and at most To.
type Range struct{ From, To uint64 }

// Ranges divides the rows into ranges of about equal size: at most n, at least one, and none of them
// small.
func (r *Runs[R]) Ranges(n int) []Range {
	var firsts []uint64
	for _, run := range r.All {
		for i := range run.Blocks {
			firsts = append(firsts, run.Blocks[i].First[0])
		}
	}
	slices.Sort(firsts)
	all := []Range{{To: math.MaxUint64}}
	n = min(n, len(firsts)/4)
	for i := 1; i < n; i++ {
		last := &all[len(all)-1]
		if f := firsts[i*len(firsts)/n]; f > last.From {
			last.To = f - 1
			all = append(all, Range{f, math.MaxUint64})
		}
	}
	return all
}
