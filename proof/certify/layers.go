package certify

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gridlock/internal/extsort"
	"gridlock/internal/spill"
	"gridlock/proof"
	"gridlock/solver"
)

// sorting says how to sort rows: intervals or positions to answer, and records of parts.
type sorting struct {
	workers int
	memory  int64 // the memory for data at one time, in bytes; 0 for no limit
	most    int   // rows to sort at a time
	spill   spill.Pool
}

func newSorting(opt MergeOptions) *sorting {
	s := &sorting{workers: max(1, opt.Workers), memory: opt.Memory, most: opt.sortedAtOnce()}
	s.spill.Limit = math.MaxInt64
	if opt.Memory > 0 {
		s.spill.Limit = opt.Memory / 4
		s.spill.Full = fmt.Errorf("%w: the records do not fit into %d MiB, and there are no scratch files", proof.ErrMemory, opt.Memory>>20)
	}
	if opt.Scratch != nil {
		s.spill.Create = opt.Scratch.Create
	}
	return s
}

// newRuns returns runs without rows. Of rows that agree in the first key numbers only the least counts.
func newRuns[R extsort.Row](s *sorting, key int) *extsort.Runs[R] {
	format := extsort.Format{Numbers: len(*new(R)), Key: key, PerBlock: 256}
	return &extsort.Runs[R]{Format: format, Segment: s.spill.NewSegment(), AtOnce: s.most}
}

// layers goes through the rows to answer, layer by layer, beginning with the rows in first. It calls layer to answer
// the rows of due in their order, and to add the rows that the answers leave due to next, which has a sorter for each
// worker.
func layers[R extsort.Row](s *sorting, key int, first []R, layer func(due *extsort.Runs[R], next []*extsort.Sorter[R]) error) error {
	due := newRuns[R](s, key)
	defer func() { due.Clear() }()
	begin := due.Sorter()
	for _, r := range first {
		if err := begin.Add(r); err != nil {
			return err
		}
	}
	err := begin.Keep()
	for err == nil {
		if err = due.Seal(); err != nil || len(due.All) == 0 {
			break
		}
		after := newRuns[R](s, key)
		var next []*extsort.Sorter[R]
		for range s.workers {
			next = append(next, after.Sorter())
		}
		err = layer(due, next)
		for _, sorter := range next {
			err = cmp.Or(err, sorter.Keep())
		}
		due.Clear()
		due = after
	}
	return err
}

// count returns the number of rows with different keys.
func count[R extsort.Row](ctx context.Context, r *extsort.Runs[R]) (n int, err error) {
	if err := r.Seal(); err != nil {
		return 0, err
	}
	c, err := r.From(*new(R))
	if err != nil {
		return 0, err
	}
	for c.Row() != nil && err == nil {
		if n++; n%4096 == 0 && solver.Poll(ctx) != nil {
			return n, solver.Stopped(ctx)
		}
		err = c.Next()
	}
	return n, err
}
