package retrograde

import (
	"slices"

	"gridlock/internal/spill"
	"gridlock/solver/keys"
)

// partBytes is the approximate size of the parts of a layer.
const partBytes = 4 << 20

// merge merges runs. The keys are cut into ranges, which the workers share.
func (r *builder) merge(runs []run, s *spill.Segment) (parts []run, err error) {
	bounds := r.cut(runs)
	ranges := make([][]run, len(bounds))
	err = r.share(len(bounds), func(w *worker, i int) error {
		limit := keys.Key{A: ^uint64(0), B: ^uint64(0)}
		if i+1 < len(bounds) {
			limit = bounds[i+1]
		}
		var failed error
		ranges[i], failed = w.mergeRange(runs, s, bounds[i], limit, i+1 == len(bounds))
		return failed
	}, noRest)
	return slices.Concat(ranges...), err
}

// cut returns the first keys of ranges of about equal size into which to cut the keys of the
// runs.
func (r *builder) cut(runs []run) []keys.Key {
	var firsts []keys.Key
	for _, run := range runs {
		for _, e := range run.blocks {
			firsts = append(firsts, e.first)
		}
	}
	slices.SortFunc(firsts, keys.Key.Compare)
	bounds := []keys.Key{{}}
	if len(r.workers) == 1 {
		return bounds
	}
	ranges := min(4*len(r.workers), len(firsts)/4)
	for i := 1; i < ranges; i++ {
		if k := firsts[i*len(firsts)/ranges]; bounds[len(bounds)-1].Less(k) {
			bounds = append(bounds, k)
		}
	}
	return bounds
}

// mergeRange merges the keys of the runs from lo up to limit, exclusive, or to the end.
func (w *worker) mergeRange(runs []run, s *spill.Segment, lo, limit keys.Key, last bool) (parts []run, err error) {
	m, err := newMerging(runs, lo)
	out := w.writer(0)
	out.begin(w.keys.Wide())
	for err == nil && len(m) > 0 && (last || m[0].key.Less(limit)) {
		k := m[0].key
		out.add(k)
		if err = m.skip(k); err == nil && out.run.count%perBlock == 0 {
			err = w.interrupted()
		}
		if err == nil && len(out.data) >= partBytes {
			parts, err = finishPart(parts, out, s)
		}
	}
	if err != nil || out.run.count == 0 {
		return parts, err
	}
	return finishPart(parts, out, s)
}

// finishPart finishes a run and begins the next one.
func finishPart(parts []run, out *runWriter, s *spill.Segment) ([]run, error) {
	part, err := out.finish(s)
	out.begin(part.wide)
	return append(parts, part), err
}

// writer returns the worker's writer for a layer.
func (w *worker) writer(cells int) *runWriter {
	if w.out[cells] == nil {
		w.out[cells] = new(runWriter)
	}
	return w.out[cells]
}

// merging is a merge of runs: a heap of their readers, the least key at the top.
type merging []*runReader

// newMerging begins to merge the keys of the runs from lo on.
func newMerging(runs []run, lo keys.Key) (m merging, err error) {
	for i := range runs {
		r := &runReader{run: &runs[i]}
		ok, err := r.seek(lo)
		if err != nil {
			return nil, err
		}
		if ok {
			m = append(m, r)
		}
	}
	for i := len(m)/2 - 1; i >= 0; i-- {
		m.sink(i)
	}
	return m, nil
}

// sink restores the order of the heap below reader i, whose key may be too great for its place.
func (m merging) sink(i int) {
	r := m[i]
	for {
		child := 2*i + 1
		if child >= len(m) {
			break
		}
		if child+1 < len(m) && m[child+1].key.Less(m[child].key) {
			child++
		}
		if !m[child].key.Less(r.key) {
			break
		}
		m[i] = m[child]
		i = child
	}
	m[i] = r
}

// skip removes k, the least key, from all runs that have it.
func (m *merging) skip(k keys.Key) error {
	for len(*m) > 0 && (*m)[0].key == k {
		ok, err := (*m)[0].next()
		if err != nil {
			return err
		}
		if !ok {
			last := len(*m) - 1
			(*m)[0] = (*m)[last]
			*m = (*m)[:last]
		}
		if len(*m) > 0 {
			m.sink(0)
		}
	}
	return nil
}
