package retrograde

import (
	"slices"

	"gridlock/internal/extsort"
	"gridlock/internal/spill"
)

// partBytes is the approximate size of the parts of a layer.
const partBytes = 4 << 20

// merge merges runs into parts with no common keys, in ascending order. It cuts the keys into ranges, which the workers
// share.
func (r *builder) merge(found, merged *runs) error {
	ranges := found.Ranges(4 * len(r.workers))
	parts := make([][]run, len(ranges))
	err := r.share(len(ranges), func(w *worker, i int) (err error) {
		parts[i], err = w.mergeRange(found, ranges[i], merged.Segment)
		return err
	}, noRest)
	merged.All = slices.Concat(parts...)
	return err
}

// mergeRange merges the keys of a range.
func (w *worker) mergeRange(found *runs, in extsort.Range, s *spill.Segment) (parts []run, err error) {
	out := w.writer(0)
	finish := func() error {
		part, err := out.Finish(s)
		parts = append(parts, part)
		return err
	}
	c, err := found.From(row{in.From})
	if err != nil {
		return nil, err
	}
	for k := c.Row(); k != nil && k[0] <= in.To && err == nil; k = c.Row() {
		out.Add(k)
		if err = c.Next(); err == nil && out.Run.Rows%perBlock == 0 {
			err = w.interrupted()
		}
		if err == nil && len(out.Data) >= partBytes {
			err = finish()
		}
	}
	if err == nil && out.Run.Rows > 0 {
		err = finish()
	}
	return parts, err
}

// writer returns the worker's writer for a layer.
func (w *worker) writer(cells int) *extsort.Writer[row] {
	if w.out[cells] == nil {
		w.out[cells] = w.newWriter()
	}
	return w.out[cells]
}

// newWriter returns a writer of runs.
func (r *builder) newWriter() *extsort.Writer[row] {
	return &extsort.Writer[row]{Run: run{Format: r.format}}
}
