package negamax

import (
	"fmt"

	"gridlock/internal/invariants"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/variants"
)

// worker is one goroutine's part of negamax.
type worker struct {
	*tree
	budget  *search.Budget
	lemmas  *lemmas
	turn    uint64        // of the question that the worker is answering
	history [2][64]uint64 // by parity of the ply, and move: the work of searches that found it best
	frames  [65]frame
}

// frame holds the children of one position on a worker's path. It is kept so that the search
// allocates nothing.
type frame [64]node

// node is a position and what is known of it.
type node struct {
	seen
	key   table.Key
	legal variants.MoveSet
	ranks search.Ranks
	move  variants.Move // that leads here
	best  variants.Move // that a search has found best here, or noMove
	found bool          // it is in the table
	done  bool          // its parent need not search it
	score int           // its parent searches the highest first
}

// noMove stands for an unknown best move; no game has it.
const noMove variants.Move = 64

// pack packs the ranks of a position that has a move, and its best move, as data for the table.
// It is never 0, since high is not.
func pack(b search.Ranks, best variants.Move) uint64 {
	return uint64(b.Low) | uint64(b.High)<<8 | uint64(best)<<16
}

func unpack(data uint64) (b search.Ranks, best variants.Move) {
	if data == 0 {
		return search.AnyRank(), noMove
	}
	return search.Ranks{Low: search.Rank(data & 0xff), High: search.Rank(data >> 8 & 0xff)}, variants.Move(data >> 16)
}

// decide searches until it is known whether the rank of n is at least g, and narrows the ranks
// of n accordingly. ok is false if it has to stop first; the ranks hold then, too.
//
// Ranks are fail-soft: low is what some move is known to give, high the most that all moves can
// give, whether g lies between or not.
func (w *worker) decide(n *node, ply int, g search.Rank) (ok bool) {
	if !w.budget.Visit() || w.turn != w.asked.Load() {
		return false
	}
	begun := w.budget.Nodes
	children := w.children(n, ply, g)
	for first := true; n.ranks.Low < g; first = false {
		c := w.next(children, first)
		if c == nil {
			break
		}
		if !w.search(c, ply, g) {
			return false
		}
		w.raise(n, c)
	}
	work := w.budget.Nodes - begun + 1
	if n.ranks.Low < g {
		w.lower(n, children)
	} else if n.best != noMove {
		w.history[ply&1][n.best] += work
	}
	n.ranks = n.ranks.Within(n.most)
	if invariants.Enabled && (n.ranks.Low > n.ranks.High || !n.ranks.Answer(g)) {
		panic(fmt.Sprintf("solver: negamax: ranks %v do not answer %d in %v", n.ranks, g, n.state))
	}
	w.store(n, work)
	return true
}

// search searches child c of a position whose rank is compared to g.
func (w *worker) search(c *node, ply int, g search.Rank) (ok bool) {
	c.done = true
	if !w.several {
		return w.decide(c, ply+1, g.Refutes())
	}
	busy := w.busy.At(c.key)
	busy.Add(1)
	defer busy.Add(-1)
	w.learn(c)
	return c.ranks.Answer(g.Refutes()) || w.decide(c, ply+1, g.Refutes())
}

// next returns the child to search, nil if there is none left. Children that another worker is
// searching come last, except when first is set: the first child is mostly enough, even if another
// worker is searching it. Without the exception two workers took 3.7 M nodes on blockade 7×7, where
// one takes 1.08 M; with it they take 1.28 M.
func (w *worker) next(children []node, first bool) *node {
	var best *node
	most := 0
	for i := range children {
		c := &children[i]
		if c.done {
			continue
		}
		score := c.score
		if w.several && !first && w.busy.At(c.key).Load() > 0 {
			score -= 2 * promised
		}
		if best == nil || score > most {
			best, most = c, score
		}
	}
	return best
}

// raise records that n has at least the rank that the move to c is known to give.
func (w *worker) raise(n, c *node) {
	if r := c.ranks.High.Before(); r > n.ranks.Low {
		n.ranks.Low, n.best = r, c.move
	}
}

// lower records that n has at most the best rank that one of its moves can give.
func (w *worker) lower(n *node, children []node) {
	high := search.Rank(0)
	for i := range children {
		high = max(high, children[i].ranks.Low.Before())
	}
	n.ranks.High = min(n.ranks.High, high)
}

// store stores what is known of n, joined with what others have found.
func (w *worker) store(n *node, work uint64) {
	if w.several {
		w.learn(n)
	}
	if w.table.Store(n.key, pack(n.ranks, n.best), work) {
		w.budget.Stored++
	}
}

// learn adds what the table knows of n.
func (w *worker) learn(n *node) {
	known, _ := unpack(w.table.Probe(n.key))
	n.ranks = n.ranks.And(known)
}

// children fills a frame with the children of n and what is known of them without search. Those
// that cannot give n the rank g are done.
func (w *worker) children(n *node, ply int, g search.Rank) []node {
	children := w.play(n, ply)
	wins, known := w.lemmas.winning(n.state, n.legal)
	for i := range children {
		c := &children[i]
		w.recall(c)
		if known && c.legal != 0 {
			c.ranks = c.ranks.And(search.OutcomeRanks(!wins.Has(int(c.move)))).Within(c.most)
		}
		w.raise(n, c)
	}
	for i := range children {
		if n.ranks.Low >= g {
			break
		}
		c := &children[i]
		if c.legal != 0 && c.ranks.Low.Before() >= g {
			w.lemmas.narrow(c, g.Refutes())
			w.raise(n, c)
		}
		c.done = c.ranks.Low.Before() < g
		c.score = w.promise(n, c, ply)
	}
	return children
}

// play fills a frame with the children of n.
func (w *worker) play(n *node, ply int) []node {
	f := &w.frames[ply]
	count := 0
	for moves := n.legal; moves != 0; moves = moves.Rest() {
		c := &f[count]
		c.move = variants.Move(moves.First())
		c.seen = w.view.see(w.rules.Play(n.state, c.move))
		c.key = w.view.pack.Exact(c.state)
		w.table.Prefetch(c.key)
		count++
	}
	return f[:count]
}

// recall sets what is known of a node: from the table, or else from how long the game can last.
func (w *worker) recall(c *node) {
	c.legal = w.rules.Legal(c.state)
	c.best, c.found, c.done = noMove, false, false
	if c.legal == 0 {
		c.ranks = search.Ranks{}
		return
	}
	w.budget.Probes++
	data := w.table.Probe(c.key)
	if c.found = data != 0; c.found {
		w.budget.Hits++
		c.ranks, c.best = unpack(data)
		return
	}
	c.ranks = search.Ranks{Low: 1, High: search.LastRank}.Within(c.most)
}

// promised is the promise of a move that a search has found best: far more than any other, and twice
// as much fits into 32 bits.
const promised = 1 << 29

// promise estimates how promising child c of n is: most if an earlier search has found it best.
// Otherwise a doubling of the move's history counts for 64.
func (w *worker) promise(n, c *node, ply int) int {
	if c.move == n.best {
		return promised
	}
	return int(table.Logarithm(w.history[ply&1][c.move])/4) - w.view.prospects(c)
}
