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
	role
	budget *search.Budget
	leaf   *leaf
	leaves *theory.Leaves      // set if there is a cache
	path   [65]*frame          // made when they are needed
	forks  map[table.Key]*fork // positions at which it is committed to a child

	returnAt uint64 // the number of nodes at which to return to the root, or to a position of the first plies
	promote  func() // called after its return to the root, if not nil
}

// frame holds the children of one position on a worker's path that are not won. It is kept so
// that the search allocates nothing once it has been at that ply.
type frame [64]child

// child is a child and what is known of it.
type child struct {
	state   variants.State
	move    variants.Move // the move that led to it
	key     table.Key
	numbers numbers
	guessed bool // the numbers are only a guess

	mine, yours bitboard.Board // see view.prune
}

// forever is more nodes than a search visits.
const forever = 1 << 62

func (e *tree) newWorker(opt solver.Options, r role) *worker {
	w := &worker{
		tree: e, role: r, budget: e.control.NewBudget(), leaf: newLeaf(e.game, opt.NoLemmas, e.plans),
		forks: map[table.Key]*fork{}, returnAt: forever,
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

// expand searches below a state until one of its numbers reaches its limit, and returns them. The numbers are 0 and
// infinite if and only if the state is decided. If it is won, the first child of its frame is lost.
//
// If the search has to stop before it visits the state, expand returns zero numbers: the caller's numbers for it are
// still right. Every state on the path is then stored with the numbers that its children combine to, as in a search
// that continues.
func (w *worker) expand(s variants.State, k table.Key, ply int, limit numbers) numbers {
	// Step 1. Count the position, unless the search has to stop.
	if !w.budget.Visit() {
		return numbers{}
	}
	begun := w.budget.Nodes

	// Step 2. Recall or guess the numbers of its children.
	children := w.children(s, ply)
	for {
		// Step 3. Combine them to the numbers of the position.
		n := w.combine(children)
		if ply == 0 {
			w.soFar.Store(n.sum.pack())
		}

		// Step 4. Return when a number reaches its limit, when the search has to stop, or at the node given by returnAt.
		if n.sum.phi >= limit.phi || n.sum.delta >= limit.delta || w.budget.Exhausted || w.budget.Nodes >= w.returnAt {
			if n.sum == won() {
				children[0] = children[n.best]
				if w.won != nil {
					w.learn(s, children[0].move)
				}
			}
			w.store(k, n.sum, w.budget.Nodes-begun+1)
			return n.sum
		}

		// Step 5. At the first plies, the child to search may not be the best one by its numbers.
		most, f := uint64(forever), (*fork)(nil)
		if ply < w.chooses {
			f = w.fork(k)
			most = w.choose(&n, children, f, ply)
		}

		// Step 6. A child that its mover wins by a plan or an interval is not searched.
		c := &children[n.best]
		if w.planned(c) || w.covered(c) {
			c.numbers = won()
			w.store(c.key, won(), 1)
			continue
		}

		// Step 7. Search the child until it is enough worse than the next one, or decides the position.
		from, returnAt := w.budget.Nodes, w.returnAt
		w.returnAt = min(returnAt, from+most)
		w.busy.Add(c.key, 1)
		below := w.expand(c.state, c.key, ply+1, numbers{
			phi:   limit.delta - n.others,
			delta: max(min(limit.phi, n.leave), c.numbers.delta+1),
		})
		w.busy.Add(c.key, -1)
		w.returnAt = returnAt
		if below != (numbers{}) {
			c.numbers = below
		}
		if f != nil {
			f.below[c.key] += w.budget.Nodes - from
		}

		// Step 8. Read what others have found meanwhile, or go on as if alone.
		if !w.alone {
			w.refresh(children, n.best)
		}
	}
}

// planned reports whether the mover of a child that is about to be searched for the first time has a plan.
func (w *worker) planned(c *child) bool {
	first := c.guessed
	c.guessed = false
	return first && w.leaf.plans != nil && w.leaf.plans.Wins(c.state)
}

// store stores the numbers of a position and the work that they took.
func (w *worker) store(k table.Key, n numbers, work uint64) {
	data := n.pack()
	if n.phi != 0 && n.delta != 0 {
		data |= w.mark
	}
	if w.table.Store(k, data, work) {
		w.budget.Stored++
	}
}

// children fills the frame with the children of a state that are not known to be won, or with one child known to be
// lost.
func (w *worker) children(s variants.State, ply int) []child {
	// Step 1. Make them, one of each group of images, and begin to fetch their entries.
	if w.path[ply] == nil {
		w.path[ply] = new(frame)
	}
	f := w.path[ply]
	all := 0
	for moves := w.view.moves(s, w.rules.Legal(s)); moves != 0; moves = moves.Rest() {
		c := &f[all]
		c.move = variants.Move(moves.First())
		c.state = w.rules.Play(s, c.move)
		c.mine, c.yours = w.view.prune(&c.state)
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

	// Step 2. Recall their numbers. One lost child is enough.
	w.budget.Probes += uint64(all)
	for i := range f[:all] {
		c := &f[i]
		data := w.table.Probe(c.key)
		c.numbers, c.guessed = unpack(data), data == 0
		if data&w.ignores != 0 {
			c.numbers = numbers{}
		}
		if data != 0 {
			w.budget.Hits++
		}
		if c.numbers == lost() {
			f[0] = *c
			return f[:1]
		}
	}

	// Step 3. Evaluate the children without numbers, and leave out those that are won.
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
		if c.numbers == won() {
			continue
		}
		if i != count {
			f[count] = *c
		}
		count++
	}
	return f[:count]
}

// refresh reads from the table what others have found about the children, except the one just searched.
func (w *worker) refresh(children []child, searched int) {
	for i := range children {
		c := &children[i]
		if i == searched || c.numbers.phi == 0 {
			continue
		}
		n := unpack(w.table.Probe(c.key))
		if n.phi+n.delta > c.numbers.phi+c.numbers.delta { // the greater sum is the newer one, as a position's sum grows while it is searched
			c.numbers = n
		}
	}
}

// sums are the combined numbers of children.
type sums struct {
	sum    numbers // of their parent
	best   int     // the child to search, or a lost one
	second uint32  // the least delta among the others
	leave  uint32  // the delta at which to leave the best child
	others uint32  // what the other children add to the weak sum
}

// combine combines the numbers of children.
//
// phi is the least delta of the children, since one lost child is enough. delta is the weak sum of their phi: the
// greatest, plus one for every two other undecided children. The child to search has the least delta. For each worker
// below a child, the child's delta counts as greater by a fixed part.
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
		virtual := c.numbers.delta + uint32(w.busy.Below(c.key))*(c.numbers.delta/32+1)
		n.second = min(n.second, max(least, virtual))
		if virtual < least {
			least, n.best = virtual, i
		}
	}
	if open == 0 {
		n.sum = lost()
		return n
	}
	n.leave = n.second + n.second/w.epsilon + 1
	n.others = (open - 1) / 2
	n.sum.delta = min(n.sum.delta+n.others, infinite-1)
	return n
}
