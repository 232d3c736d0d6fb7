package solver

import (
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/variants"
)

// maxLayers is more than the number of layers of any game.
const maxLayers = 2*64 + 1

// retro builds a table. Its phases follow each other; within one, workers share the
// blocks of a layer.
type retro struct {
	keys    Keys
	bits    int // of a key that may be set
	rules   variants.Rules
	control *control
	depot   *depot
	memory  int64
	workers []*retroWorker

	layers [maxLayers]*retroLayer // by cells; nil where there are no positions
	found  [maxLayers]pending     // of layers to come
	loaded map[piece]*lookup

	at       atomic.Int64 // the layer in work
	backward atomic.Bool
	solved   atomic.Uint64
	mapped   atomic.Int64 // bytes of buffers and lookups
}

// pending is what the forward pass has found of a layer to come: runs that may have
// keys in common.
type pending struct {
	mu    sync.Mutex
	runs  []run
	shelf *shelf
}

// retroLayer is a layer: runs without common keys, in ascending order.
type retroLayer struct {
	Layer
	parts  []run
	shelf  *shelf
	blocks []layerBlock
	ranks  blob // of its positions, in the order of keys
}

// layerBlock is a block of a layer.
type layerBlock struct {
	part  *run
	index int // of the block in its part
	start int // number of its first position in the layer
	count int
}

// retroWorker is one of those who share a phase.
type retroWorker struct {
	*retro
	watch  *watch
	reader runReader
	block  []Key // at hand

	// forward
	children, spare []Key
	out             [maxLayers]*runWriter
	before          uint64

	// backward
	asked  []asked // children whose values are to be looked up
	counts Layer
	looked int // children looked up
	hit    int // those that were there
}

// newRetro prepares a build.
func newRetro(keys Keys, rules variants.Rules, c *control, scratch Scratch, opt Options) *retro {
	r := &retro{keys: keys, rules: rules, control: c, memory: opt.memory(), loaded: map[piece]*lookup{}}
	r.bits = keys.size + int(keys.shift)
	if keys.wide {
		r.bits = 64 + keys.size
	}
	r.depot = &depot{scratch: scratch, limit: r.memory / 2, allowed: r.memory}
	for range max(1, opt.Workers) {
		r.workers = append(r.workers, &retroWorker{retro: r, watch: &watch{control: c}})
	}
	return r
}

// release gives everything up.
func (r *retro) release() {
	for p := range r.loaded {
		r.unload(p)
	}
	for i := range r.layers {
		if r.layers[i] != nil {
			r.layers[i].shelf.clear()
		}
		if r.found[i].shelf != nil {
			r.found[i].shelf.clear()
		}
	}
}

// share lets the workers take jobs 0, 1, … in turn, until there are none or the build
// has to stop; after the last one, each of them does the rest.
func (r *retro) share(jobs int, do func(w *retroWorker, job int) error, rest func(w *retroWorker) error) error {
	var next atomic.Int64
	var group errgroup.Group
	for _, w := range r.workers {
		group.Go(func() error {
			for job := int(next.Add(1)) - 1; job < jobs; job = int(next.Add(1)) - 1 {
				if err := w.failed(do(w, job)); err != nil {
					return err
				}
			}
			return w.failed(rest(w))
		})
	}
	err := group.Wait()
	for _, w := range r.workers {
		w.watch.tell()
	}
	return err
}

// noRest is for jobs that leave nothing.
func noRest(*retroWorker) error { return nil }

// failed stops the build if err is not nil, and returns why it has to stop, if it has.
func (w *retroWorker) failed(err error) error {
	if err != nil {
		w.watch.fail(err)
	}
	return w.interrupted()
}

// interrupted returns why the build has to stop, or nil.
func (w *retroWorker) interrupted() error {
	if !w.control.ended() {
		return nil
	}
	w.watch.look()
	return w.watch.err()
}

// forward finds all positions that can be reached from the root, from the first layer
// to the last. Unless asked to keep them, it gives up each layer once it knows the next.
func (r *retro) forward(root variants.State, before, keep bool) error {
	first := r.keys.Of(root)
	top := r.keys.Layer(first)
	w := runWriter{}
	w.begin(r.keys.wide)
	w.add(first)
	if err := r.deliver(top, &w); err != nil {
		return err
	}
	for cells := top; cells >= 0; cells-- {
		r.at.Store(int64(cells))
		if len(r.found[cells].runs) == 0 {
			continue
		}
		l, err := r.collect(cells)
		if err != nil {
			return err
		}
		r.layers[cells] = l
		if keep {
			r.workers[0].watch.stored += l.Positions
			r.workers[0].watch.tell()
		}
		if err := r.expand(l, before); err != nil {
			return err
		}
		if !keep {
			l.shelf.clear()
		}
	}
	return nil
}

// deliver adds a run of the keys found by a worker to a layer to come.
func (r *retro) deliver(cells int, w *runWriter) error {
	p := &r.found[cells]
	p.mu.Lock()
	if p.shelf == nil {
		p.shelf = &shelf{depot: r.depot}
	}
	p.mu.Unlock()
	done, err := w.finish(p.shelf)
	p.mu.Lock()
	p.runs = append(p.runs, done)
	p.mu.Unlock()
	return err
}

// collect makes a layer out of what has been found of it.
func (r *retro) collect(cells int) (*retroLayer, error) {
	p := &r.found[cells]
	l := &retroLayer{Layer: Layer{Cells: cells}, parts: p.runs, shelf: p.shelf}
	if len(p.runs) > 1 {
		l.shelf = &shelf{depot: r.depot}
		parts, err := r.merge(p.runs, l.shelf)
		if err != nil {
			l.shelf.clear()
			return nil, err
		}
		p.shelf.clear()
		l.parts = parts
	}
	p.runs, p.shelf = nil, nil
	for i := range l.parts {
		part := &l.parts[i]
		for b, e := range part.blocks {
			l.blocks = append(l.blocks, layerBlock{part, b, int(l.Positions), e.count})
			l.Positions += uint64(e.count)
		}
	}
	return l, nil
}

// partBytes is about how large the parts of a layer are.
const partBytes = 4 << 20

// merge merges runs. The keys are cut into ranges, which the workers share.
func (r *retro) merge(runs []run, s *shelf) (parts []run, err error) {
	bounds := r.cut(runs)
	ranges := make([][]run, len(bounds))
	err = r.share(len(bounds), func(w *retroWorker, i int) error {
		limit := Key{^uint64(0), ^uint64(0)}
		if i+1 < len(bounds) {
			limit = bounds[i+1]
		}
		var failed error
		ranges[i], failed = w.mergeRange(runs, s, bounds[i], limit, i+1 == len(bounds))
		return failed
	}, noRest)
	return slices.Concat(ranges...), err
}

// cut returns the first keys of ranges into which to cut the keys of the runs, so that
// they are about equally large.
func (r *retro) cut(runs []run) []Key {
	var firsts []Key
	for _, run := range runs {
		for _, e := range run.blocks {
			firsts = append(firsts, e.first)
		}
	}
	slices.SortFunc(firsts, Key.Compare)
	bounds := []Key{{}}
	if len(r.workers) == 1 {
		return bounds
	}
	ranges := min(4*len(r.workers), len(firsts)/4)
	for i := 1; i < ranges; i++ {
		if k := firsts[i*len(firsts)/ranges]; bounds[len(bounds)-1].less(k) {
			bounds = append(bounds, k)
		}
	}
	return bounds
}

// mergeRange merges the keys of the runs from lo to less than limit, or to the end.
func (w *retroWorker) mergeRange(runs []run, s *shelf, lo, limit Key, last bool) (parts []run, err error) {
	m, err := newMerging(runs, lo)
	out := w.writer(0)
	out.begin(w.keys.wide)
	for err == nil && len(m) > 0 && (last || m[0].key.less(limit)) {
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
func finishPart(parts []run, out *runWriter, s *shelf) ([]run, error) {
	part, err := out.finish(s)
	out.begin(part.wide)
	return append(parts, part), err
}

// writer returns the worker's writer for a layer.
func (w *retroWorker) writer(cells int) *runWriter {
	if w.out[cells] == nil {
		w.out[cells] = new(runWriter)
	}
	return w.out[cells]
}

// expand finds the children of all positions of a layer, and with before counts what
// they were before symmetry.
func (r *retro) expand(l *retroLayer, before bool) error {
	room := r.room(l)
	for _, w := range r.workers {
		if cap(w.children) < room {
			w.children, w.spare = make([]Key, 0, room), make([]Key, room)
		}
		w.children = w.children[:0]
		w.before = 0
	}
	err := r.share(len(l.blocks), func(w *retroWorker, i int) error {
		return w.expandBlock(l.blocks[i], before)
	}, func(w *retroWorker) error { return w.flush() })
	for _, w := range r.workers {
		l.Before += w.before
	}
	return err
}

// room returns how many children a worker holds before it makes a run of them: few
// enough to take no more memory than some bytes for each position of the layer.
func (r *retro) room(l *retroLayer) int {
	const bytes = 32 // for a key and its copy
	workers := int64(len(r.workers))
	most := min(r.memory/8/(bytes*workers), 1<<20)
	return int(max(256, min(most, max(1<<13, int64(l.Positions)/(4*workers)))))
}

// expandBlock finds the children of the positions of a block.
func (w *retroWorker) expandBlock(b layerBlock, before bool) (err error) {
	if err := w.read(b); err != nil {
		return err
	}
	for _, key := range w.block {
		if !w.watch.visit() {
			return w.watch.err()
		}
		s := w.keys.State(key)
		if before {
			w.before += uint64(w.keys.orbit(s))
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

// read takes the keys of a block to hand.
func (w *retroWorker) read(b layerBlock) (err error) {
	w.reader.run = b.part
	w.block, err = w.reader.decode(b.index, w.block[:0])
	return err
}

// flush makes runs of the children at hand, one for each layer that they are in.
func (w *retroWorker) flush() error {
	if len(w.children) == 0 {
		return nil
	}
	sorted := radixSort(w.children, w.spare[:len(w.children)], w.bits)
	var used [maxLayers]bool
	last := sorted[0]
	for i, k := range sorted {
		if i > 0 && k == last {
			continue
		}
		last = k
		cells := w.keys.Layer(k)
		out := w.writer(cells)
		if !used[cells] {
			out.begin(w.keys.wide)
			used[cells] = true
		}
		out.add(k)
	}
	for cells, used := range used {
		if !used {
			continue
		}
		if err := w.deliver(cells, w.out[cells]); err != nil {
			return err
		}
	}
	w.children = w.children[:0]
	return nil
}
