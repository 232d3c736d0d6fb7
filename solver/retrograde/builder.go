package retrograde

import (
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/spill"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// builder makes a table. Its phases run one after the other; within a phase, workers share the
// blocks of a layer.
type builder struct {
	keys    keys.Keys
	bits    int // of a key that may be set
	rules   variants.Rules
	control *search.Control
	pool    *spill.Pool
	memory  int64
	journal Journal       // or nil
	resumed Resumed       // what an earlier build has left in the journal
	report  func(Resumed) // called once with resumed, then nil
	wanted  int           // the first layer that is not complete
	workers []*worker

	layers [keys.MaxLayers]*layer  // by cells left; nil where there are no positions
	found  [keys.MaxLayers]pending // of layers still to be expanded
	loaded map[piece]*lookup

	at       atomic.Int64 // the layer being processed
	backward atomic.Bool
	solved   atomic.Uint64
	mapped   atomic.Int64 // bytes of buffers and lookups
}

// pending is what the forward pass has found of a later layer: runs that may have keys in
// common.
type pending struct {
	mu      sync.Mutex
	runs    []run
	segment *spill.Segment
}

// layer is a layer: runs without common keys, in ascending order.
type layer struct {
	Layer
	parts   []run
	segment *spill.Segment
	blocks  []layerBlock
	ranks   spill.Chunk // of its positions, in the order of keys
}

// layerBlock is a block of a layer.
type layerBlock struct {
	part  *run
	index int // of the block in its part
	start int // number of its first position in the layer
	count int
}

// firstKey returns the first key of a block.
func (b layerBlock) firstKey() keys.Key { return b.part.blocks[b.index].first }

// bytes returns the packed size of a block's keys, except the first.
func (b layerBlock) bytes() int { return b.part.end(b.index) - b.part.blocks[b.index].at }

// packed returns these bytes. It may use buffer for them.
func (b layerBlock) packed(buffer []byte) ([]byte, error) {
	return b.part.chunk.Slice(b.part.blocks[b.index].at, b.bytes(), buffer)
}

// worker is one of the goroutines that share a phase.
type worker struct {
	*builder
	budget *search.Budget
	reader runReader
	block  []keys.Key // the current block

	// forward
	children, spare []keys.Key
	out             [keys.MaxLayers]*runWriter
	before          uint64

	// backward
	asked  []asked // children whose ranks are to be looked up
	counts Layer
	looked int // number of children looked up
	hit    int // number of those found
}

// newBuilder prepares a build.
func newBuilder(k keys.Keys, rules variants.Rules, c *search.Control, scratch Scratch, opt solver.Options) *builder {
	r := &builder{keys: k, rules: rules, control: c, memory: opt.MemoryLimit(), loaded: map[piece]*lookup{}, wanted: keys.MaxLayers}
	r.bits = k.Bits()
	r.pool = &spill.Pool{Limit: r.memory / 2, Full: solver.Limited(solver.LimitMemory, "the table does not fit into the %d MiB of memory allowed",
		r.memory>>20)}
	if scratch != nil {
		r.pool.Create = scratch.Create
	}
	for range max(1, opt.Workers) {
		r.workers = append(r.workers, &worker{builder: r, budget: &search.Budget{Control: c}})
	}
	return r
}

// release frees everything.
func (r *builder) release() {
	for p := range r.loaded {
		r.unload(p)
	}
	for i := range r.layers {
		if r.layers[i] != nil {
			r.layers[i].segment.Clear()
		}
		if r.found[i].segment != nil {
			r.found[i].segment.Clear()
		}
	}
}

// share lets the workers take jobs 0, 1, … in turn, until there are none or the build has to
// stop; then each of them calls rest.
func (r *builder) share(jobs int, do func(w *worker, job int) error, rest func(w *worker) error) error {
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
		w.budget.Flush()
	}
	return err
}

// noRest is for jobs that leave nothing to do.
func noRest(*worker) error { return nil }

// failed stops the build if err is not nil, and returns why it has to stop, if it has to.
func (w *worker) failed(err error) error {
	if err != nil {
		w.budget.Fail(err)
	}
	return w.interrupted()
}

// interrupted gives way, and returns why the build has to stop, or nil.
func (w *worker) interrupted() error {
	if !w.budget.Cancelled() && !w.control.Ended() {
		return nil
	}
	w.budget.Check()
	return w.budget.Err()
}

// read unpacks a block into w.block.
func (w *worker) read(b layerBlock) (err error) {
	w.reader.run = b.part
	w.block, err = w.reader.decode(b.index, w.block[:0])
	return err
}
