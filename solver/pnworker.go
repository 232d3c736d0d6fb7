package solver

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// pnWorker is one goroutine's part of proof-number search.
type pnWorker struct {
	*pnSearch
	watch  *watch
	leaf   *pnLeaf
	alone  bool   // there is no other worker
	home   uint64 // nodes at which to go back to the root, unless alone
	frames [65]pnFrame
}

// pnFrame holds the children of one position on a worker's path that are not won. It
// is kept so that the search allocates nothing.
type pnFrame [64]pnChild

// pnChild is a child and what is known of it.
type pnChild struct {
	state   variants.State
	key     key
	numbers pnNumbers

	mine, yours bitboard.Board // see pnLeaf.look
}

// learn takes the numbers that a search below the child returned, if it began.
func (c *pnChild) learn(n pnNumbers) {
	if n != (pnNumbers{}) {
		c.numbers = n
	}
}

// pnStint is how many nodes a worker among several visits at least before it goes back
// to the root. It stays away longer as time goes on: with a table that forgets too much
// to go on from, it would not get anywhere otherwise.
const pnStint = 2048

func (e *pnSearch) newWorker(opt Options) *pnWorker {
	return &pnWorker{
		pnSearch: e, watch: e.control.newWatch(), leaf: newPNLeaf(e.game, opt.NoLemmas), alone: opt.Workers <= 1,
	}
}

// run searches from the root until that is decided, or the search has to stop.
func (w *pnWorker) run() {
	defer w.watch.tell()
	for !w.watch.over {
		w.home = w.watch.nodes + max(pnStint, w.watch.nodes/32)
		n := w.expand(w.root, w.table.pack.key(w.root), 0, pnNumbers{pnInfinite, pnInfinite})
		if n == pnWon() || n == pnLost() {
			w.conclude(n, w.frames[0][0].state)
			return
		}
		w.watch.look()
	}
}

// expand searches below a state until one of its numbers reaches its limit, and
// returns them. They are 0 and pnInfinite exactly when the state is decided. When it
// is won, the first child of its frame is a lost one.
//
// When the search has to stop before it visits the state, expand returns zero numbers:
// what the caller knew of the state still stands. Every state on the path is then stored
// with what its children amount to, as in a search that goes on.
//
// phi is the least delta among the children: one lost child is enough. delta is the
// weak sum of the children's phi: the greatest of them, and one more for every two
// others that are not decided. (One for each took about 1.2 times the nodes on four boards
// of blockade, and four for each nearly twice as many as that.)
func (w *pnWorker) expand(s variants.State, k key, ply int, limit pnNumbers) pnNumbers {
	if !w.watch.visit() {
		return pnNumbers{}
	}
	begun := w.watch.nodes
	children := w.children(s, ply)
	for {
		n := w.combine(children)
		if ply == 0 {
			w.soFar.Store(n.sum.pack())
		}
		if n.sum.phi >= limit.phi || n.sum.delta >= limit.delta || w.watch.over || !w.alone && w.watch.nodes >= w.home {
			if n.sum == pnWon() {
				children[0] = children[n.best]
			}
			w.store(k, n.sum, w.watch.nodes-begun+1)
			return n.sum
		}
		c := &children[n.best]
		below := pnNumbers{
			phi:   limit.delta - n.others,
			delta: min(limit.phi, n.second+n.second/4+1),
		}
		if w.alone {
			c.learn(w.expand(c.state, c.key, ply+1, below))
			continue
		}
		below.delta = max(below.delta, c.numbers.delta+1)
		busy := w.busy.at(c.key)
		busy.Add(1)
		c.learn(w.expand(c.state, c.key, ply+1, below))
		busy.Add(-1)
		w.refresh(children, n.best)
	}
}

// store remembers the numbers of a position and how much work they took.
func (w *pnWorker) store(k key, n pnNumbers, work uint64) {
	if w.table.store(k, n.pack(), work) {
		w.watch.stored++
	}
}

// children fills the frame with the children of a state that are not won, as far as
// is known without search, or with one that is lost.
func (w *pnWorker) children(s variants.State, ply int) []pnChild {
	f := &w.frames[ply]
	all := 0
	for moves := w.rules.Legal(s); moves != 0; moves = moves.Rest() {
		c := &f[all]
		c.state = w.rules.Play(s, variants.Move(moves.First()))
		c.mine, c.yours = w.territory.look(&c.state)
		c.key = w.table.pack.key(c.state)
		w.table.touch(c.key)
		all++
		if w.table.pack.symmetric(c.state) { // an image of another child
			for i := range f[:all-1] {
				if f[i].key == c.key {
					all--
					break
				}
			}
		}
	}
	w.watch.probes += uint64(all)
	for i := range f[:all] {
		c := &f[i]
		data := w.table.find(c.key)
		c.numbers = unpackPN(data)
		if data != 0 {
			w.watch.hits++
		}
		if c.numbers == pnLost() {
			f[0] = *c
			return f[:1]
		}
	}
	count := 0
	for i := range f[:all] {
		c := &f[i]
		if c.numbers == (pnNumbers{}) {
			c.numbers = w.leaf.numbers(c.state, c.mine, c.yours)
		}
		if c.numbers == pnLost() {
			f[0] = *c
			return f[:1]
		}
		if c.numbers != pnWon() {
			f[count] = *c
			count++
		}
	}
	return f[:count]
}

// refresh looks what others have found out about the children, other than the one
// that has just been searched.
func (w *pnWorker) refresh(children []pnChild, searched int) {
	for i := range children {
		c := &children[i]
		if i == searched || c.numbers.phi == 0 {
			continue
		}
		n := unpackPN(w.table.find(c.key))
		if n.phi+n.delta > c.numbers.phi+c.numbers.delta { // they grow as a position is searched
			c.numbers = n
		}
	}
}

// pnSums is what the numbers of children amount to.
type pnSums struct {
	sum    pnNumbers // of their parent
	best   int       // the child to look into, or a lost one
	second uint32    // the least delta among the others
	others uint32    // how much the weak sum counts for the others
}

// combine adds up children. Where somebody is below a child already, that makes it
// less attractive to look into, by as much as the other may go on before it turns
// elsewhere.
func (w *pnWorker) combine(children []pnChild) pnSums {
	n := pnSums{sum: pnNumbers{phi: pnInfinite}, second: pnInfinite}
	least := uint32(pnInfinite)
	open := uint32(0)
	for i := range children {
		c := &children[i]
		if c.numbers.phi == 0 {
			continue
		}
		if c.numbers.delta == 0 {
			return pnSums{sum: pnWon(), best: i}
		}
		n.sum.phi = min(n.sum.phi, c.numbers.delta)
		n.sum.delta = max(n.sum.delta, c.numbers.phi)
		open++
		virtual := c.numbers.delta
		if !w.alone {
			virtual += uint32(w.busy.at(c.key).Load()) * (virtual/8 + 1)
		}
		if virtual < least {
			n.second, least, n.best = least, virtual, i
		} else if virtual < n.second {
			n.second = virtual
		}
	}
	if open == 0 {
		n.sum = pnLost()
		return n
	}
	n.others = (open - 1) / 2
	n.sum.delta = min(n.sum.delta+n.others, pnInfinite-1)
	return n
}
