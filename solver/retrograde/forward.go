package retrograde

import (
	"gridlock/solver/keys"
	"gridlock/variants"
)

// forward finds all positions that are reachable from the root, layer by layer, or continues an earlier build. Unless
// keep is set, it frees each layer once it has the next one.
func (r *builder) forward(root variants.State, before, keep bool) error {
	from, err := r.start(r.keys.Of(root))
	if err != nil {
		return err
	}
	for cells := from; cells >= 0; cells-- {
		r.at.Store(int64(cells))
		if len(r.found[cells].All) == 0 {
			continue
		}
		l, err := r.collect(cells)
		if err != nil {
			return err
		}
		r.layers[cells] = l
		if keep {
			r.workers[0].budget.Stored += l.Positions
			r.workers[0].budget.Flush()
		}
		if err := r.expand(l, before); err != nil {
			return err
		}
		if err := r.noteKeys(l); err != nil {
			return err
		}
		if !keep {
			l.parts.Clear()
		}
	}
	return nil
}

// start takes over the findings of an earlier build, and restores the state needed to continue. It returns the layer at
// which to continue, or -1.
func (r *builder) start(root keys.Key) (from int, err error) {
	top := r.keys.Layer(root)
	if from, err = r.reload(top); err != nil {
		return from, err
	}
	if from < top {
		r.workers[0].budget.Stored += r.resumed.Found
		r.workers[0].budget.Flush()
		if from < 0 {
			return from, nil
		}
		r.reportResumed()
		return from, r.refind(from)
	}
	w := r.newWriter()
	w.Add(rowOf(root))
	return top, r.found[top].Add(w)
}

// collect makes a layer of the positions found for it.
func (r *builder) collect(cells int) (*layer, error) {
	found := r.found[cells]
	l := &layer{Layer: Layer{Cells: cells}, parts: found}
	if len(found.All) > 1 {
		l.parts = r.newRuns()
		if err := r.merge(found, l.parts); err != nil {
			l.parts.Clear()
			return nil, err
		}
		found.Clear()
	}
	l.number()
	return l, nil
}

// number numbers the blocks and positions of a layer by its parts.
func (l *layer) number() {
	for i := range l.parts.All {
		part := &l.parts.All[i]
		for b, e := range part.Blocks {
			l.blocks = append(l.blocks, layerBlock{part: part, index: b, start: int(l.Positions), count: int(e.Rows)})
			l.Positions += uint64(e.Rows)
		}
	}
}

// expand finds the children of all positions of a layer. With before, it also counts the
// positions before symmetry.
func (r *builder) expand(l *layer, before bool) error {
	most := r.mostHeld(l)
	for _, w := range r.workers {
		if cap(w.children) < most {
			w.children, w.spare = make([]keys.Key, 0, most), make([]keys.Key, most)
		}
		w.children = w.children[:0]
		w.before = 0
	}
	err := r.share(len(l.blocks), func(w *worker, i int) error {
		return w.expandBlock(l.blocks[i], before)
	}, func(w *worker) error { return w.flush() })
	for _, w := range r.workers {
		l.Unreduced += w.before
	}
	return err
}

// mostHeld returns the number of children that a worker holds before it makes a run of them: at most
// a few bytes for each position of the layer.
func (r *builder) mostHeld(l *layer) int {
	const bytes = 32 // memory for a key and its copy
	workers := int64(len(r.workers))
	most := min(r.memory/8/(bytes*workers), 1<<20)
	return int(max(256, min(most, max(1<<13, int64(l.Positions)/(4*workers)))))
}

// expandBlock finds the children of the positions of a block.
func (w *worker) expandBlock(b layerBlock, before bool) (err error) {
	if err := w.read(b); err != nil {
		return err
	}
	for _, key := range w.block {
		if !w.budget.Visit() {
			return w.budget.Err()
		}
		s := w.keys.State(key)
		if before {
			w.before += uint64(w.keys.Orbit(s))
		}
		for moves := w.rules.Legal(s); moves != 0; moves = moves.Rest() {
			if len(w.children) == cap(w.children) {
				if err := w.flush(); err != nil {
					return err
				}
			}
			w.children = append(w.children, w.keys.Of(w.rules.Play(s, variants.Move(moves.First()))))
		}
	}
	return nil
}

// flush makes a run of the collected children of each layer, except layers that are complete.
func (w *worker) flush() error {
	if len(w.children) == 0 {
		return nil
	}
	sorted, err := radixSort(w.children, w.spare[:len(w.children)], w.bits, w.interrupted)
	if err != nil {
		return err
	}
	last := sorted[0]
	for i, k := range sorted {
		if i > 0 && k == last {
			continue
		}
		last = k
		cells := w.keys.Layer(k)
		if cells > w.wanted {
			continue
		}
		w.writer(cells).Add(rowOf(k))
	}
	for cells, out := range w.out {
		if out != nil && out.Run.Rows > 0 {
			if err := w.found[cells].Add(out); err != nil {
				return err
			}
		}
	}
	w.children = w.children[:0]
	return nil
}
