package retrograde

import (
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/extsort"
	"gridlock/solver/internal/search"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// asked is a child whose rank is to be looked up, for a position of the current block.
type asked struct {
	child  keys.Key
	parent int
}

// noChild is the rank of the worst child, for the opponent, while none has been seen. This number is greater than any
// rank.
const noChild = uint8(search.LastRank + 1)

// evaluate finds the ranks of all positions, from the last layer to the first. While it works on a layer, it hands out
// the layer finished before.
func (r *builder) evaluate(e Engine) error {
	r.backward.Store(true)
	for _, w := range r.workers {
		w.children, w.spare, w.out = nil, nil, [keys.MaxLayers]*extsort.Writer[row]{}
	}
	layers := make(chan *layer)
	var group errgroup.Group
	group.Go(func() (err error) {
		w := &worker{builder: r, budget: &search.Budget{Control: r.control}}
		for l := range layers {
			if err == nil {
				err = w.failed(w.handOut(l, e.Writer))
			}
		}
		return err
	})
	err := r.workers[0].failed(r.evaluateLayers(e, layers))
	close(layers)
	if late := group.Wait(); err == nil {
		err = late
	}
	return err
}

// evaluateLayers finds the ranks of all positions, and sends each layer when it is done.
func (r *builder) evaluateLayers(e Engine, done chan<- *layer) error {
	for cells, l := range r.layers {
		if l == nil {
			continue
		}
		r.at.Store(int64(cells))
		known, err := r.recall(l)
		if err != nil {
			return err
		}
		if known {
			done <- l
			continue
		}
		r.reportResumed()
		if err := r.compute(l); err != nil {
			return err
		}
		if err := r.noteRanks(l); err != nil {
			return err
		}
		done <- l
	}
	r.reportResumed()
	return nil
}

// count adds a position to the counts.
func (l *Layer) count(r search.Rank) {
	if r > search.LastLoss {
		l.Wins++
	} else {
		l.Losses++
	}
	l.Longest = max(l.Longest, int(r.Distance()))
}

// compute finds the ranks of a layer from the ranks of its children's layers. If the layers of the children are too
// large to be in memory together, it goes through l several times, each time with some pieces of them.
func (r *builder) compute(l *layer) error {
	worst := make([]uint8, l.Positions)
	for i := range worst {
		worst[i] = noChild
	}
	for _, w := range r.workers {
		w.counts, w.looked, w.hit = Layer{}, 0, 0
	}
	passes := r.plan(l)
	for i, pass := range passes {
		if err := r.pass(l, pass, worst, i+1 == len(passes)); err != nil {
			return err
		}
	}
	looked, hit := 0, 0
	for _, w := range r.workers {
		l.Wins += w.counts.Wins
		l.Losses += w.counts.Losses
		l.Longest = max(l.Longest, w.counts.Longest)
		looked, hit = looked+w.looked, hit+w.hit
	}
	if looked != hit*len(passes) {
		return fmt.Errorf("retrograde: layer %d: of %d children looked up in %d passes, %d were found; this is a bug",
			l.Cells, looked, len(passes), hit)
	}
	return l.keepRanks(worst)
}

// plan divides the layers of a layer's children into pieces, and assigns the pieces to passes, at least one. Each pass
// gets the pieces that can be looked up at once.
func (r *builder) plan(l *layer) (passes [][]piece) {
	most := r.memory / 4
	passes, left := [][]piece{nil}, most
	for cells := l.Cells - 1; cells >= max(0, l.Cells-r.keys.Drop()); cells-- {
		child := r.layers[cells]
		if child == nil {
			continue
		}
		for _, p := range r.pieces(child, most) {
			size := r.lookupBytes(child, p)
			if size > left && left < most {
				passes, left = append(passes, nil), most
			}
			passes[len(passes)-1] = append(passes[len(passes)-1], p)
			left -= size
		}
	}
	return passes
}

// pieces cuts a layer into pieces whose lookups take at most most bytes each, but have at least
// one block.
func (r *builder) pieces(l *layer, most int64) (all []piece) {
	p := piece{cells: l.Cells}
	for p.to = 1; p.to <= len(l.blocks); p.to++ {
		if p.to-p.from > 1 && r.lookupBytes(l, p) > most {
			all = append(all, piece{l.Cells, p.from, p.to - 1})
			p.from = p.to - 1
		}
	}
	return append(all, piece{l.Cells, p.from, len(l.blocks)})
}

// pass looks up the children that are in the pieces, for all positions of a layer. The last pass
// turns the findings into ranks.
func (r *builder) pass(l *layer, pieces []piece, worst []uint8, last bool) error {
	for p := range r.loaded {
		if !slices.Contains(pieces, p) {
			r.unload(p)
		}
	}
	var tables [keys.MaxLayers]*lookup
	for _, p := range pieces {
		if r.loaded[p] == nil {
			if err := r.load(p); err != nil {
				return err
			}
		}
		tables[p.cells] = r.loaded[p]
	}
	return r.share(len(l.blocks), func(w *worker, i int) error {
		b := l.blocks[i]
		part := worst[b.start : b.start+b.count]
		if err := w.ask(b, &tables, part); err != nil {
			return err
		}
		if last {
			w.conclude(part)
			r.solved.Add(uint64(b.count))
		}
		return nil
	}, noRest)
}

// perLookup is the number of children that are looked up one after the other, so that waiting
// for memory overlaps.
const perLookup = 512

// ask updates the worst child of each position of a block with the children that are in the tables.
func (w *worker) ask(b layerBlock, tables *[keys.MaxLayers]*lookup, worst []uint8) error {
	if err := w.read(b); err != nil {
		return err
	}
	for i, key := range w.block {
		s := w.keys.State(key)
		for moves := w.rules.Legal(s); moves != 0; moves = moves.Rest() {
			child := w.keys.Of(w.rules.Play(s, variants.Move(moves.First())))
			w.asked = append(w.asked, asked{child, i})
		}
		if len(w.asked) >= perLookup {
			w.answer(tables, worst)
			if err := w.interrupted(); err != nil {
				return err
			}
		}
	}
	w.answer(tables, worst)
	return nil
}

// answer looks up the collected children.
func (w *worker) answer(tables *[keys.MaxLayers]*lookup, worst []uint8) {
	for _, a := range w.asked {
		t := tables[w.keys.Layer(a.child)]
		if t == nil {
			continue
		}
		if r, ok := t.find(a.child); ok {
			worst[a.parent] = min(worst[a.parent], r)
			w.hit++
		}
	}
	w.looked += len(w.asked)
	w.asked = w.asked[:0]
}

// conclude computes the ranks of positions from the ranks of their worst children.
func (w *worker) conclude(worst []uint8) {
	for i, child := range worst {
		r := search.Rank(0)
		if child != noChild {
			r = search.Rank(child).Before()
		}
		worst[i] = uint8(r)
		w.counts.count(r)
	}
}

// handOut gives a layer to the writer of the table. The blocks do not depend on the number of
// workers.
func (w *worker) handOut(l *layer, writer TableWriter) error {
	if writer == nil {
		return nil
	}
	var keys []keys.Key
	var buffer []byte
	distances := make([]uint8, 0, 2*perBlock)
	for i, b := range l.blocks {
		if err := w.interrupted(); err != nil {
			return err
		}
		if err := w.read(b); err != nil {
			return err
		}
		ranks, err := l.ranksOf(b, &buffer)
		if err != nil {
			return err
		}
		keys = append(keys, w.block...)
		for _, k := range ranks {
			distances = append(distances, uint8(search.Rank(k).Distance()))
		}
		for len(keys) >= perBlock || i+1 == len(l.blocks) && len(keys) > 0 {
			n := min(perBlock, len(keys))
			if err := writer.Block(l.Cells, keys[:n], distances[:n]); err != nil {
				return err
			}
			keys, distances = append(keys[:0], keys[n:]...), append(distances[:0], distances[n:]...)
		}
	}
	return nil
}

// Search implements search.Exact: it looks the state up.
func (r *builder) Search(s variants.State) (search.Distance, bool) {
	key, w := r.keys.Of(s), r.workers[0]
	l := r.layers[r.keys.Layer(key)]
	b, _ := slices.BinarySearchFunc(l.blocks, key, func(b layerBlock, k keys.Key) int {
		return b.firstKey().Compare(k)
	})
	if b == len(l.blocks) || l.blocks[b].firstKey() != key {
		b-- // the last block whose first key is less
	}
	if err := w.read(l.blocks[b]); err != nil {
		w.budget.Fail(err)
		return search.None, false
	}
	i, _ := slices.BinarySearchFunc(w.block, key, keys.Key.Compare)
	ranks, err := l.ranksOf(l.blocks[b], new([]byte))
	if err != nil {
		w.budget.Fail(err)
		return search.None, false
	}
	return search.Rank(ranks[i]).Distance(), true
}
