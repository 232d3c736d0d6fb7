package solver

import (
	"fmt"

	"gridlock/internal/invariants"
	"gridlock/variants"
)

// negaWorker is one goroutine's part of negamax.
type negaWorker struct {
	*negaSearch
	watch   *watch
	lemmas  *negaLemmas
	turn    uint64        // of the question that the worker is at
	history [2][64]uint64 // by parity of the ply, and move: work it took where it was best
	frames  [65]negaFrame
}

// negaFrame holds the children of one position on a worker's path. It is kept so that
// the search allocates nothing.
type negaFrame [64]negaNode

// negaNode is a position and what is known of it.
type negaNode struct {
	seen
	key   key
	legal variants.MoveSet
	ranks ranks
	move  variants.Move // that led here
	best  variants.Move // that a search has found best here, or noMove
	found bool          // the table knew it
	done  bool          // its parent need not look into it any more
	score int           // its parent looks first where this is highest
}

// noMove stands for a best move that is not known; no game has it.
const noMove variants.Move = 64

// negaData packs what is known of a position in which there is a move, as data for
// the table. It is never 0, since high is not.
func negaData(b ranks, best variants.Move) uint64 {
	return uint64(b.low) | uint64(b.high)<<8 | uint64(best)<<16
}

func unpackNega(data uint64) (b ranks, best variants.Move) {
	if data == 0 {
		return anyRank(), noMove
	}
	return ranks{rank(data & 0xff), rank(data >> 8 & 0xff)}, variants.Move(data >> 16)
}

// decide searches until it is known whether the rank of n is at least g, and narrows
// the ranks of n accordingly. ok is false when it has to stop before; what the ranks
// say then holds as well.
//
// Ranks are fail-soft: low is what some move is known to give, high the most that
// all moves can give, whether g lies between or not.
func (w *negaWorker) decide(n *negaNode, ply int, g rank) (ok bool) {
	if !w.watch.visit() || w.turn != w.asked.Load() {
		return false
	}
	begun := w.watch.nodes
	children := w.children(n, ply, g)
	for first := true; n.ranks.low < g; first = false {
		c := w.next(children, first)
		if c == nil {
			break
		}
		if !w.search(c, ply, g) {
			return false
		}
		w.raise(n, c)
	}
	work := w.watch.nodes - begun + 1
	if n.ranks.low < g {
		w.lower(n, children)
	} else if n.best != noMove {
		w.history[ply&1][n.best] += work
	}
	n.ranks = n.ranks.within(n.most)
	if invariants.Enabled && (n.ranks.low > n.ranks.high || !n.ranks.answer(g)) {
		panic(fmt.Sprintf("solver: negamax: ranks %v do not answer %d in %v", n.ranks, g, n.state))
	}
	w.store(n, work)
	return true
}

// search looks into child c of a position of which it is asked whether its rank is at
// least g.
func (w *negaWorker) search(c *negaNode, ply int, g rank) (ok bool) {
	c.done = true
	if !w.several {
		return w.decide(c, ply+1, g.refutes())
	}
	busy := w.busy.at(c.key)
	busy.Add(1)
	defer busy.Add(-1)
	w.learn(c)
	return c.ranks.answer(g.refutes()) || w.decide(c, ply+1, g.refutes())
}

// next returns the child to look into, nil when there is none left. Those where
// somebody else is at work come last. The first one is looked into nevertheless, since
// mostly it is enough: when it was not, two workers took 3.7 M nodes on blockade 7×7,
// where one takes 1.08 M, and now they take 1.28 M.
func (w *negaWorker) next(children []negaNode, first bool) *negaNode {
	var best *negaNode
	most := 0
	for i := range children {
		c := &children[i]
		if c.done {
			continue
		}
		score := c.score
		if w.several && !first && w.busy.at(c.key).Load() > 0 {
			score -= 2 * promised
		}
		if best == nil || score > most {
			best, most = c, score
		}
	}
	return best
}

// raise notes that n has at least the rank that the move to c is known to give.
func (w *negaWorker) raise(n, c *negaNode) {
	if r := c.ranks.high.before(); r > n.ranks.low {
		n.ranks.low, n.best = r, c.move
	}
}

// lower notes that n has at most the rank that one of its moves can give.
func (w *negaWorker) lower(n *negaNode, children []negaNode) {
	high := rank(0)
	for i := range children {
		high = max(high, children[i].ranks.low.before())
	}
	n.ranks.high = min(n.ranks.high, high)
}

// store remembers what is known of n, together with what others have found out.
func (w *negaWorker) store(n *negaNode, work uint64) {
	if w.several {
		w.learn(n)
	}
	if w.table.store(n.key, negaData(n.ranks, n.best), work) {
		w.watch.stored++
	}
}

// learn adds what the table says of n.
func (w *negaWorker) learn(n *negaNode) {
	known, _ := unpackNega(w.table.find(n.key))
	n.ranks = n.ranks.and(known)
}

// children fills a frame with the children of n and what is known of them without
// search. Those that cannot give n the rank g are done.
func (w *negaWorker) children(n *negaNode, ply int, g rank) []negaNode {
	children := w.play(n, ply)
	wins, known := w.lemmas.winning(n.state, n.legal)
	for i := range children {
		c := &children[i]
		w.recall(c)
		if known && c.legal != 0 {
			c.ranks = c.ranks.and(outcomeRanks(!wins.Has(int(c.move)))).within(c.most)
		}
		w.raise(n, c)
	}
	for i := range children {
		if n.ranks.low >= g {
			break
		}
		c := &children[i]
		if c.legal != 0 && c.ranks.low.before() >= g {
			w.lemmas.narrow(c, g.refutes())
			w.raise(n, c)
		}
		c.done = c.ranks.low.before() < g
		c.score = w.promise(n, c, ply)
	}
	return children
}

// play fills a frame with the children of n.
func (w *negaWorker) play(n *negaNode, ply int) []negaNode {
	f := &w.frames[ply]
	count := 0
	for moves := n.legal; moves != 0; moves = moves.Rest() {
		c := &f[count]
		c.move = variants.Move(moves.First())
		c.seen = w.view.see(w.rules.Play(n.state, c.move))
		c.key = w.view.pack.exact(c.state)
		w.table.touch(c.key)
		count++
	}
	return f[:count]
}

// recall sets what is known of a node by the table, or else by how long the game can
// last.
func (w *negaWorker) recall(c *negaNode) {
	c.legal = w.rules.Legal(c.state)
	c.best, c.found, c.done = noMove, false, false
	if c.legal == 0 {
		c.ranks = ranks{}
		return
	}
	w.watch.probes++
	data := w.table.find(c.key)
	if c.found = data != 0; c.found {
		w.watch.hits++
		c.ranks, c.best = unpackNega(data)
		return
	}
	c.ranks = ranks{1, lastRank}.within(c.most)
}

// promised is the promise of a move that a search has found best.
const promised = 1 << 40

// promise says how promising it is to look into child c of n: most where a search has
// gone best before. Otherwise a doubling of the move's history counts for 64.
func (w *negaWorker) promise(n, c *negaNode, ply int) int {
	if c.move == n.best {
		return promised
	}
	return int(logarithm(w.history[ply&1][c.move])/4) - w.view.prospects(c)
}
