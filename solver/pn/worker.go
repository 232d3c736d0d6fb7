package pn

import (
	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/theory"
	"gridlock/variants"
)

// worker is one goroutine's part of proof-number search.
type worker struct {
	*tree
	budget *search.Budget
	leaf   *leaf
	alone  bool // the only worker
	thresholds
	home   uint64         // nodes at which to return to the root, unless alone
	leaves *theory.Leaves // if there is a cache
	frames [65]frame
}

// frame holds the children of one position on a worker's path that are not won. It is kept so
// that the search allocates nothing.
type frame [64]child

// child is a child and what is known of it.
type child struct {
	state   variants.State
	move    variants.Move // that led to it
	key     table.Key
	numbers numbers

	mine, yours bitboard.Board // see territory.Prune
}

// learn sets the numbers that a search below the child returned, if it began.
func (c *child) learn(n numbers) {
	if n != (numbers{}) {
		c.numbers = n
	}
}

// stint is the least number of nodes that one of several workers visits before it returns to the
// root. The number grows with time; otherwise, with a table that forgets too much, the search
// would not advance.
const stint = 256

// thresholds say how long a worker stays with a child (the 1 + ε trick, Pawlewicz & Lew 2006).
type thresholds struct {
	epsilon uint32 // 1/ε: it leaves when the child's number exceeds that of the next best by 1 in so many
	weakSum uint32 // the weak sum counts 1 for so many other children
}

// thresholdsFor returns the thresholds of a worker, who may be alone.
//
// In lockdown, with at most eight moves, it costs little to come back to a child. With 1/ε of
// 2 instead of 4 its boards 3×n, 5×n and 7×7 take one worker 2.6 times as many nodes; blockade
// takes one worker 1.5 times as many with 4 instead of 2.
//
// What another worker finds changes numbers all over the tree. Workers who follow each change
// search positions that have less in common: in blockade, leaf numbers that are raised at random,
// by at most one in 32, take one worker 1.6 times as many nodes. So several workers stay longer.
// Two took 1.5 times as many nodes as one with the thresholds of one, and 1.05 times as many with
// theirs, in the geometric mean of nine boards of blockade with 45 to 60 cells; on lockdown 5×11
// and 11×5, 2.8 times, 1.4 times with 1/ε of 2, and as many as one with 1.
func thresholdsFor(game *variants.Game, alone bool) thresholds {
	switch t := game.Traits(); {
	case !alone && t.Blocks:
		return thresholds{epsilon: 1, weakSum: 8}
	case !alone:
		return thresholds{epsilon: 1, weakSum: 2}
	case t.TwoMarkers() && !t.Blocks:
		return thresholds{epsilon: 4, weakSum: 2}
	}
	return thresholds{epsilon: 2, weakSum: 2}
}

func (e *tree) newWorker(opt solver.Options) *worker {
	alone := opt.Workers <= 1
	w := &worker{
		tree: e, budget: e.control.NewBudget(), leaf: newLeaf(e.game, opt.NoLemmas),
		alone: alone, thresholds: thresholdsFor(e.game, alone),
	}
	if w.leaf.separation != nil {
		w.leaf.separation.Stop = w.budget.Cancelled
	}
	if e.won != nil {
		w.leaves, _ = theory.NewLeaves(e.game)
		w.leaves.Separation.Stop = w.budget.Cancelled
	}
	return w
}

// run searches from the root until that is decided, or the search has to stop.
func (w *worker) run() {
	defer w.budget.Flush()
	for !w.budget.Exhausted {
		w.home = w.budget.Nodes + max(stint, w.budget.Nodes/1024)
		n := w.expand(w.root, w.table.Packing.Key(w.root), 0, numbers{infinite, infinite})
		if n == won() || n == lost() {
			w.conclude(n, w.frames[0][0].state)
			return
		}
		w.budget.Check()
	}
}

// expand searches below a state until one of its numbers reaches its limit, and returns them.
// They are 0 and infinite if and only if the state is decided. If it is won, the first child of
// its frame is a lost one.
//
// If the search has to stop before it visits the state, expand returns zero numbers: what the
// caller knew of the state still stands. Every state on the path is then stored with the numbers
// that its children combine to, as in a search that continues.
//
// phi is the least delta among the children: one lost child is enough. delta is the weak sum of
// the children's phi: the greatest of them, and one more for every two others that are not
// decided, or for more of them where thresholds say so. (With one worker, one for each took about
// 1.2 times the nodes on four boards of blockade, and four for each nearly twice that.)
func (w *worker) expand(s variants.State, k table.Key, ply int, limit numbers) numbers {
	if !w.budget.Visit() {
		return numbers{}
	}
	begun := w.budget.Nodes
	children := w.children(s, ply)
	for {
		n := w.combine(children)
		if ply == 0 {
			w.soFar.Store(n.sum.pack())
		}
		if n.sum.phi >= limit.phi || n.sum.delta >= limit.delta || w.budget.Exhausted || !w.alone && w.budget.Nodes >= w.home {
			if n.sum == won() {
				children[0] = children[n.best]
				if w.won != nil {
					w.learn(s, children[0].move)
				}
			}
			w.store(k, n.sum, w.budget.Nodes-begun+1)
			return n.sum
		}
		c := &children[n.best]
		if w.covered(c) {
			c.numbers = won()
			w.store(c.key, won(), 1)
			continue
		}
		below := numbers{
			phi:   limit.delta - n.others,
			delta: min(limit.phi, n.second+n.second/w.epsilon+1),
		}
		if w.alone {
			c.learn(w.expand(c.state, c.key, ply+1, below))
			continue
		}
		below.delta = max(below.delta, c.numbers.delta+1)
		busy := w.busy.At(c.key)
		busy.Add(1)
		c.learn(w.expand(c.state, c.key, ply+1, below))
		busy.Add(-1)
		w.refresh(children, n.best)
	}
}

// store stores the numbers of a position and the work that they took.
func (w *worker) store(k table.Key, n numbers, work uint64) {
	if w.table.Store(k, n.pack(), work) {
		w.budget.Stored++
	}
}

// children fills the frame with the children of a state that are not known to be won, or with
// one that is known to be lost.
func (w *worker) children(s variants.State, ply int) []child {
	f := &w.frames[ply]
	all := 0
	for moves := w.rules.Legal(s); moves != 0; moves = moves.Rest() {
		c := &f[all]
		c.move = variants.Move(moves.First())
		c.state = w.rules.Play(s, c.move)
		c.mine, c.yours = w.territory.Prune(&c.state)
		c.key = w.table.Packing.Key(c.state)
		w.table.Prefetch(c.key)
		all++
		if w.table.Packing.Symmetric(c.state) { // an image of another child
			for i := range f[:all-1] {
				if f[i].key == c.key {
					all--
					break
				}
			}
		}
	}
	w.budget.Probes += uint64(all)
	for i := range f[:all] {
		c := &f[i]
		data := w.table.Probe(c.key)
		c.numbers = unpack(data)
		if data != 0 {
			w.budget.Hits++
		}
		if c.numbers == lost() {
			f[0] = *c
			return f[:1]
		}
	}
	count := 0
	for i := range f[:all] {
		c := &f[i]
		if c.numbers == (numbers{}) {
			c.numbers = w.leaf.numbers(c.state, c.mine, c.yours)
		}
		if c.numbers == lost() {
			f[0] = *c
			return f[:1]
		}
		if c.numbers != won() {
			f[count] = *c
			count++
		}
	}
	return f[:count]
}

// refresh reads from the table what others have found about the children, except the one that
// has just been searched.
func (w *worker) refresh(children []child, searched int) {
	for i := range children {
		c := &children[i]
		if i == searched || c.numbers.phi == 0 {
			continue
		}
		n := unpack(w.table.Probe(c.key))
		if n.phi+n.delta > c.numbers.phi+c.numbers.delta { // the sum grows as a position is searched
			c.numbers = n
		}
	}
}

// sums is what the numbers of children combine to.
type sums struct {
	sum    numbers // of their parent
	best   int     // the child to search, or a lost one
	second uint32  // the least delta among the others
	others uint32  // how much the weak sum counts for the others
}

// combine combines the numbers of children. A child that another worker is searching is less
// attractive, by as much as that worker may do before it turns elsewhere.
func (w *worker) combine(children []child) sums {
	n := sums{sum: numbers{phi: infinite}, second: infinite}
	least := uint32(infinite)
	open := uint32(0)
	for i := range children {
		c := &children[i]
		if c.numbers.phi == 0 {
			continue
		}
		if c.numbers.delta == 0 {
			return sums{sum: won(), best: i}
		}
		n.sum.phi = min(n.sum.phi, c.numbers.delta)
		n.sum.delta = max(n.sum.delta, c.numbers.phi)
		open++
		virtual := c.numbers.delta
		if !w.alone {
			virtual += uint32(w.busy.At(c.key).Load()) * (virtual/32 + 1)
		}
		if virtual < least {
			n.second, least, n.best = least, virtual, i
		} else if virtual < n.second {
			n.second = virtual
		}
	}
	if open == 0 {
		n.sum = lost()
		return n
	}
	n.others = (open - 1) / w.weakSum
	n.sum.delta = min(n.sum.delta+n.others, infinite-1)
	return n
}
