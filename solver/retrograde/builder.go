package retrograde

import (
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/extsort"
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
	bits    int // the number of bits of a key that may be set
	format  extsort.Format
	rules   variants.Rules
	control *search.Control
	pool    *spill.Pool
	memory  int64
	journal Journal       // or nil
	resumed Resumed       // what an earlier build has left in the journal
	report  func(Resumed) // called once with resumed, then nil
	wanted  int           // the first layer that is not complete
	workers []*worker

	layers [keys.MaxLayers]*layer // the layers by cells left; nil where there are no positions
	found  [keys.MaxLayers]*runs  // the positions found in layers still to be expanded
	loaded map[piece]*lookup

	at       atomic.Int64 // the layer being processed
	backward atomic.Bool
	solved   atomic.Uint64
	mapped   atomic.Int64 // bytes of buffers and lookups
}

// layer is a layer: runs without common keys, in ascending order.
type layer struct {
	Layer
	parts  *runs
	blocks []layerBlock
	ranks  spill.Chunk // the ranks of its positions, in the order of keys
}

// keepRanks puts the ranks of a layer where its keys are.
func (l *layer) keepRanks(ranks []uint8) (err error) {
	for i := range l.blocks {
		b := &l.blocks[i]
		b.ranks = spill.Sum(ranks[b.start : b.start+b.count])
	}
	l.ranks, err = l.parts.Segment.Keep(ranks)
	return err
}

// ranksOf returns the ranks of the positions of a block, which may be in buffer.
func (l *layer) ranksOf(b layerBlock, buffer *[]byte) ([]uint8, error) {
	return l.ranks.Slice(b.start, b.count, b.ranks, buffer)
}

// layerBlock is a block of a layer.
type layerBlock struct {
	part  *run
	index int // the index of the block in its part
	start int // number of its first position in the layer
	count int
	ranks uint32 // checksum of the ranks of its positions
}

// firstKey returns the first key of a block.
func (b layerBlock) firstKey() keys.Key { return keyOf(&b.part.Blocks[b.index].First) }

// bytes returns the packed size of a block's keys, except the first.
func (b layerBlock) bytes() int {
	_, size := b.part.Bytes(b.index)
	return size
}

// worker is one of the goroutines that share a phase.
type worker struct {
	*builder
	budget *search.Budget
	buffer []byte     // bytes for the current block
	block  []keys.Key // its keys

	// forward
	children, spare []keys.Key
	out             [keys.MaxLayers]*extsort.Writer[row]
	before          uint64

	// backward
	asked  []asked // children whose ranks are to be looked up
	counts Layer
	looked int // number of children looked up
	hit    int // number of those found
}

// newBuilder prepares a build.
func newBuilder(k keys.Keys, rules variants.Rules, c *search.Control, scratch Scratch, opt solver.Options) *builder {
	r := &builder{keys: k, format: formatOf(k), rules: rules, control: c, memory: opt.MemoryLimit(), loaded: map[piece]*lookup{}, wanted: keys.MaxLayers}
	r.bits = k.Bits()
	r.pool = &spill.Pool{Limit: r.memory / 2, Full: solver.Limited(solver.LimitMemory, "the table does not fit into the %d MiB of memory allowed",
		r.memory>>20)}
	if scratch != nil {
		r.pool.Create = scratch.Create
	}
	for i := range r.found {
		r.found[i] = r.newRuns()
	}
	for range max(1, opt.Workers) {
		r.workers = append(r.workers, &worker{builder: r, budget: &search.Budget{Control: c}})
	}
	return r
}

// newRuns returns runs without keys.
func (r *builder) newRuns() *runs { return &runs{Format: r.format, Segment: r.pool.NewSegment()} }

// release frees everything.
func (r *builder) release() {
	for p := range r.loaded {
		r.unload(p)
	}
	for i := range r.layers {
		if r.layers[i] != nil {
			r.layers[i].parts.Clear()
		}
		r.found[i].Clear()
	}
}

// share lets the workers take jobs 0, 1, … in turn, until there are none left or the build has to stop. Then each
// worker calls rest.
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

// noRest is for jobs after which nothing is left to do.
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
func (w *worker) read(b layerBlock) error {
	rows, err := b.part.Open(b.index, &w.buffer)
	if err != nil {
		return err
	}
	w.block = append(w.block[:0], keyOf(&rows.Row))
	for range b.count - 1 {
		rows.Next()
		w.block = append(w.block, keyOf(&rows.Row))
	}
	return nil
}
