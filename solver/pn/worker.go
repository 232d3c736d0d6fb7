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
	leads  bool // searches as if it were alone
	thresholds
	due    uint64         // nodes at which it calls change; 0: never
	change func()         // starts the others, or makes it one of them
	home   uint64         // nodes at which to return to the root, or to a position of the first plies
	leaves *theory.Leaves // if there is a cache
	frames [65]frame

	efforts efforts                 // what was done where it commits
	main    map[table.Key]table.Key // the children to which it is committed, by their parents
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
	guessed bool // the numbers, and that is all that is known

	mine, yours bitboard.Board // see territory.Prune
}

// learn sets the numbers that a search below the child returned, if it began.
func (c *child) learn(n numbers) {
	if n != (numbers{}) {
		c.numbers = n
	}
}

// joinAt is the number of nodes that the first worker has visited when the others join it. What takes less,
// some hundredths of a second, takes several workers exactly as long as one. There helpers have little to gain,
// and may do harm. When they join after half as many, two may be slower than one on blockade 4×14, and four visit 1.3
// times the nodes; after twice as many they are 0.6 to 0.8 times as fast, on boards that take one 50,000 to 400,000.
//
// It is a multiple of the nodes that are granted at a time, so nothing of a limit is in the first one's hands
// then, and the others have their part of what is left.
const joinAt = 4 * search.CheckEvery

// fewWorkers is the number of workers up to which one who is committed leads to the end. Others become helpers: alone
// on their ways they would be slower than all of them together. With no leader, two take up to 1.25 times as long as one on
// blockade 8×7, three 1.14 times on 10×6, and four 1.33 times on 9×7, though they are 1.1 times as fast in the geometric
// mean. In other games two are 1.2 times as fast without.
//
// Helpers of a leader to the end begin with the move that it is searching. It uses only what they have decided, and no
// numbers of theirs: these led it to other proofs, of which some took 1.6 times as long as its own.
const fewWorkers = 4

// leadFor is how many times joinAt the first worker has visited when it becomes a helper. Until then it is hardly slower
// than one worker: three without a leader from the beginning took up to 1.4 times as long as one on blockade 12×5, which
// takes one 27,079 nodes.
const leadFor = 4

// stint is the least number of nodes that a helper visits before it returns to the root. The number
// grows with time; otherwise, with a table that forgets too much, the search would not advance.
const stint = 256

// thresholds say how long a worker stays with a child (the 1 + ε trick, Pawlewicz & Lew 2006).
type thresholds struct {
	epsilon uint32 // 1/ε: it leaves when the child's number exceeds that of the next best by 1 in so many
	weakSum uint32 // the weak sum counts 1 for so many other children

	committed int // plies at which it is committed to a child (worker.commit)
}

// thresholds returns the thresholds of a worker who leads, or helps.
//
// In lockdown, with at most eight moves, it costs little to come back to a child. Without plans, with 1/ε of
// 2 instead of 4 its boards 3×n, 5×n and 7×7 take one worker 2.6 times as many nodes. With plans and 4 instead of 16
// it takes 13 to 22 times as many on 5×11 and 11×5, and as many on 7×7; 7×9 takes 1.8 million with 16, 2.0 million with
// 8, and more than 9 million with 32. Blockade takes about as many with 4 as with 2.
//
// What another worker finds changes numbers all over the tree. Workers who follow each change
// search positions that have less in common: in blockade, leaf numbers that are raised at random,
// by at most one in 32, take one worker 1.6 times as many nodes. So helpers stay longer in classic, duel and claim:
// with the leader's 1/ε of 2 sixteen take 1.2 times the nodes on classic 6×8 and 7×8. In blockade they count less in the
// weak sum, and nothing where one leads to the end, who is not misled by that; two are 1.9 times as fast as one in the
// geometric mean of ten boards then, with 1/ε of 2 or 4 1.8 times, and on none slower. Without a leader 1/ε of 1 took
// sixteen of them 1.4 times the nodes on five boards, and without plans as many as 2. In
// lockdown, without plans, two take 1.12 times the nodes of one with the leader's 1/ε of 4 on 7×7, 3×19 and
// 3×21, 1.26 times with 2, and 1.37 times with 1.
func (e *tree) thresholds(leads bool) thresholds {
	switch t := e.game.Traits(); {
	case t.Blocks && leads:
		return thresholds{epsilon: 2, weakSum: 2, committed: 2}
	case t.Blocks && e.led:
		return thresholds{epsilon: 1, weakSum: infinite}
	case t.Blocks:
		return thresholds{epsilon: 2, weakSum: 8}
	case t.TwoMarkers():
		if e.plans {
			return thresholds{epsilon: 16, weakSum: 2}
		}
		return thresholds{epsilon: 4, weakSum: 2}
	case leads:
		return thresholds{epsilon: 2, weakSum: 2}
	}
	return thresholds{epsilon: 1, weakSum: 2}
}

func (e *tree) newWorker(opt solver.Options, leads bool) *worker {
	w := &worker{
		tree: e, budget: e.control.NewBudget(), leaf: newLeaf(e.game, opt.NoLemmas, e.plans),
		leads: leads, thresholds: e.thresholds(leads), home: forever,
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

// invite makes the others join the worker, who leads, when it has visited that many nodes. If they are many, or if it is
// not committed, it becomes one of them when it has visited leadFor times as many. start starts a helper, and
// returns at once.
func (w *worker) invite(opt solver.Options, at uint64, start func(helper *worker)) {
	if opt.Workers <= 1 {
		return
	}
	w.due, w.change = at, func() {
		w.control.Share(opt.Workers)
		w.busy = table.NewBusy(opt.Workers)
		w.led = opt.Workers <= fewWorkers && w.committed > 0
		if !w.led {
			w.due, w.change = leadFor*at, func() {
				w.leads, w.thresholds, w.home = false, w.tree.thresholds(false), w.budget.Nodes
			}
		}
		for range opt.Workers - 1 {
			start(w.newWorker(opt, false))
		}
	}
}

// run searches from the root until that is decided, or the search has to stop.
func (w *worker) run() {
	defer w.budget.Flush()
	w.efforts, w.main = efforts{}, map[table.Key]table.Key{}
	for !w.budget.Exhausted {
		if !w.leads {
			w.home = w.budget.Nodes + max(stint, w.budget.Nodes/1024)
		}
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
	if begun == w.due {
		w.change()
	}
	children := w.children(s, ply)
	for {
		n := w.combine(children)
		if ply == 0 {
			w.soFar.Store(n.sum.pack())
		}
		if n.sum.phi >= limit.phi || n.sum.delta >= limit.delta || w.budget.Exhausted || w.budget.Nodes >= w.home {
			if n.sum == won() {
				children[0] = children[n.best]
				if w.won != nil {
					w.learn(s, children[0].move)
				}
			}
			w.store(k, n.sum, w.budget.Nodes-begun+1)
			return n.sum
		}
		most := uint64(forever)
		if ply < w.committed {
			most = w.commit(&n, children, k)
		}
		if ply == 0 && (w.led || w.committed > 0) {
			w.share(&n, children)
		}
		c := &children[n.best]
		if w.planned(c) || w.covered(c) {
			c.numbers = won()
			w.store(c.key, won(), 1)
			continue
		}
		below := numbers{
			phi:   limit.delta - n.others,
			delta: min(limit.phi, n.leave),
		}
		if w.leads {
			from, home := w.budget.Nodes, w.home
			w.home = min(home, from+most)
			c.learn(w.expand(c.state, c.key, ply+1, below))
			if w.leads { // or it has become a helper, and returns to the root
				w.home = home
			}
			if ply < w.committed {
				w.efforts.add(k, c, w.budget.Nodes-from)
			}
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

// planned reports whether the mover of a child that is about to be searched for the first time has a plan. Looking at
// all children when they are made takes 0.9 of the nodes, and 1.4 times as long.
func (w *worker) planned(c *child) bool {
	first := c.guessed
	c.guessed = false
	return first && w.leaf.plans != nil && w.leaf.plans.Wins(c.state)
}

// share tells helpers which child of the root the leader is searching, or makes a helper search that.
func (w *worker) share(n *sums, children []child) {
	if w.leads {
		w.first.Store(int32(children[n.best].move))
		return
	}
	for i := range children {
		if c := &children[i]; c.move == variants.Move(w.first.Load()) && c.numbers.phi != 0 {
			n.best, n.leave = i, c.numbers.delta+c.numbers.delta/w.epsilon+1
		}
	}
}

// store stores the numbers of a position and the work that they took.
func (w *worker) store(k table.Key, n numbers, work uint64) {
	data := n.pack()
	if w.led && !w.leads && n.phi != 0 && n.delta != 0 {
		data |= helped
	}
	if w.table.Store(k, data, work) {
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
		c.numbers, c.guessed = unpack(data), data == 0
		if w.committed > 0 && data&helped != 0 {
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
	leave  uint32  // the delta of the best child at which to leave it
	others uint32  // how much the weak sum counts for the others
}

// combine combines the numbers of children. To a helper, a child that another one is searching is less
// attractive, by as much as that one may do before it turns elsewhere.
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
		if !w.leads {
			virtual += uint32(w.busy.At(c.key).Load()) * (virtual/32 + 1)
		}
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
	n.others = (open - 1) / w.weakSum
	n.sum.delta = min(n.sum.delta+n.others, infinite-1)
	return n
}
