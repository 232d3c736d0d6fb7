package negamax

import (
	"fmt"

	"gridlock/internal/invariants"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/theory"
	"gridlock/variants"
)

// worker is one goroutine's part of negamax.
type worker struct {
	*tree
	budget   *search.Budget
	lemmas   *lemmas
	turns    turns
	looked   uint64        // components that the lemmas had searched at the last count
	question uint64        // the number of the question that the worker answers, from 0
	limit    uint64        // the number of nodes at which the present round ends
	history  [2][64]uint64 // for each parity of the ply and each move: the work of searches that found the move best
	path     *path
	kept     theory.Kept // the parts of the position whose children are looked at
}

// path holds the children of each position on a worker's path, by ply. It is kept so that the search allocates it only
// once for a ply.
type path [65]*[64]node

// at returns the room for the children of a position.
func (p *path) at(ply int) *[64]node {
	if p[ply] == nil {
		p[ply] = new([64]node)
	}
	return p[ply]
}

// paths are the paths of all workers.
type paths []*path

// of returns the path of a worker.
func (p *paths) of(worker int) *path {
	for len(*p) <= worker {
		*p = append(*p, new(path))
	}
	return (*p)[worker]
}

// node is a position and what is known of it.
type node struct {
	seen
	key   table.Key
	legal variants.MoveSet
	ranks search.Ranks
	move  variants.Move // that leads here
	best  variants.Move // the move that a search has found best here, or noMove
	found bool          // it is in the table

	// For its parent:
	score    int   // the highest is searched first
	round    uint8 // the round in which it is searched, or noRound
	deferred bool  // lemmas are asked only when it is about to be searched
}

// noMove stands for an unknown best move; no game has it.
const noMove variants.Move = 64

// noRound is the round of a child that need not be searched.
const noRound = 255

// pack packs the ranks of a position that has a move, and its best move, as data for the table. The word is never 0,
// since high is not.
func pack(b search.Ranks, best variants.Move) uint64 {
	return uint64(b.Low) | uint64(b.High)<<8 | uint64(best)<<16
}

func unpack(data uint64) (b search.Ranks, best variants.Move) {
	if data == 0 {
		return search.AnyRank(), noMove
	}
	return search.Ranks{Low: search.Rank(data & 0xff), High: search.Rank(data >> 8 & 0xff)}, variants.Move(data >> 16)
}

// decide searches until it is known whether the rank of n is at least g, and narrows the ranks of n accordingly. ok is
// false if it has to stop first; the ranks are still right then.
//
// Ranks are fail-soft: low is the best rank that some move surely gives, and high the best that any move may give, even
// where these are beyond g.
//
// Children are searched in rounds. A child that only seems best can take very many nodes, while another one needs few.
// So every child gets few nodes before any child gets many. Unfinished searches leave their findings in the table.
func (w *worker) decide(n *node, ply int, g search.Rank) (ok bool) {
	// Step 1. Count the position, unless the search has to stop.
	if w.budget.Nodes >= w.limit || !w.budget.Visit() || w.halted() || w.engine.Looks != nil && !w.mayLook() {
		return false
	}
	begun := w.budget.Nodes

	// Step 2. Recall what is known of the children, and ask lemmas about those that may raise n to the rank g.
	children, asked := w.children(n, ply), w.lemmas.asked(n.state, n.legal, g)
	for i := range children {
		if n.ranks.Low >= g {
			break
		}
		c := &children[i]
		c.round, c.deferred = noRound, false
		if !c.maybe(g) || !asked.Has(int(c.move)) {
			continue
		}
		if c.deferred = w.lemmasDeferred(n, c, g); !c.deferred {
			w.applyLemmas(c, g.Refutes())
			if w.raise(n, c); !c.maybe(g) {
				continue
			}
		}
		c.round, c.score = 0, w.promise(n, c, ply)
	}

	// Step 3. Search these, the most promising first, until one gives the rank g. A child that needs more nodes than the
	// round allows is searched again in the next round, which allows more.
	most := w.firstRound
	for round, again := uint8(0), true; again; round++ {
		again = false
		for n.ranks.Low < g {
			c := w.next(children, round)
			if c == nil {
				break
			}
			c.round = noRound

			// Step 4. Lemmas may decide before a search does.
			if c.deferred {
				c.deferred = false
				w.applyLemmas(c, g.Refutes())
				if w.raise(n, c); !c.maybe(g) || n.ranks.Low >= g {
					continue
				}
			}
			if round == 0 && w.turns.planned(c, g.Refutes()) {
				w.store(c, 1)
				w.raise(n, c)
				continue
			}

			// Step 5. Search the child.
			limit := w.limit
			w.limit = min(limit, w.budget.Nodes+most)
			w.busy.Add(c.key, 1)
			found := w.decide(c, ply+1, g.Refutes())
			w.busy.Add(c.key, -1)
			w.limit = limit
			switch {
			case found:
				w.raise(n, c)
			case w.halted() || w.budget.Nodes >= limit:
				return false
			default:
				c.round, again = round+1, true
			}
		}
		most *= roundsGrow
	}

	// Step 6. If no child gives the rank g, n has at most the best rank that a child can give.
	work := w.budget.Nodes - begun + 1
	if n.ranks.Low < g {
		high := search.Rank(0)
		for i := range children {
			high = max(high, children[i].ranks.Low.Before())
		}
		if g == search.LastLoss+1 { // some may not have been asked about
			high = min(high, search.LastLoss)
		}
		n.ranks.High = min(n.ranks.High, high)
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

// firstRound is the number of nodes for each child in the first round, where markers walk. roundsGrow is the factor
// from one round to the next (docs/tried.md#plies).
const (
	firstRound = 400
	roundsGrow = 128
	forever    = 1 << 62 // more than any number of nodes
)

// halted reports whether the worker has to stop: for good, or since another one has the answer.
func (w *worker) halted() bool { return w.budget.Exhausted || w.question != w.answered.Load() }

// mayLook counts the components that the lemmas have searched, and reports whether they may search more.
func (w *worker) mayLook() bool {
	before := w.looked
	w.looked = w.lemmas.looked()
	left := w.engine.Looks.Add(-int64(w.looked - before))
	if left <= 0 {
		w.budget.Fail(errLooks)
	}
	return left > 0
}

// errLooks ends a search whose lemmas may not search any more components.
var errLooks = solver.Limited(solver.LimitSearch, "the lemmas have looked into as many components as they may")

// children fills the path with the children of n and their ranks as known without search, and raises n. It asks no
// lemma about a single child; applyLemmas does that.
func (w *worker) children(n *node, ply int) []node {
	// Step 1. Make them, and begin to fetch their entries.
	f := w.path.at(ply)
	count := 0
	var kept *theory.Kept
	if w.view.parts != nil {
		kept = &w.kept
		w.view.parts.Keep(n.state, kept)
	}
	for moves := n.legal; moves != 0; moves = moves.Rest() {
		c := &f[count]
		c.move = variants.Move(moves.First())
		c.seen = w.view.see(w.rules.Play(n.state, c.move), kept)
		c.key = w.view.pack.Exact(c.state)
		w.table.Prefetch(c.key)
		count++
	}

	// Step 2. Recall them. A lemma may know which moves win; in a lost position none does.
	wins, known := w.lemmas.winning(n.state, n.legal)
	if w.turns.lasting != nil && n.ranks.High <= search.LastLoss {
		wins, known = 0, true
	}
	for i := range f[:count] {
		c := &f[i]
		w.recall(c)
		if known && c.legal != 0 {
			c.ranks = c.ranks.And(search.OutcomeRanks(!wins.Has(int(c.move)))).Within(c.most)
		}
		w.raise(n, c)
	}
	return f[:count]
}

// recall sets what is known of a node: from the table, or from how long the game can last.
func (w *worker) recall(c *node) {
	c.legal = w.rules.Legal(c.state)
	c.best, c.found = noMove, false
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

// maybe reports whether the move to c may give its parent the rank g.
func (c *node) maybe(g search.Rank) bool { return c.ranks.Low.Before() >= g }

// lemmasDeferred reports whether to ask lemmas about child c of n only when it is about to be searched. That is so if
// all that lemmas could do is rule c out: the mover of n is known to win, and a win by c may take too long. Mostly
// another child, searched before, is enough. Where there are plans, deferring saves no time.
func (w *worker) lemmasDeferred(n, c *node, g search.Rank) bool {
	return w.turns.plans == nil && n.ranks.Low > search.LastLoss && !c.apart && search.OutcomeRanks(false).Within(c.most).High.Before() < g
}

// applyLemmas narrows the ranks of n, which has a move, by lemmas, until it is decided whether its rank is at least g.
func (w *worker) applyLemmas(n *node, g search.Rank) {
	if !w.turns.bound(n, g) {
		w.lemmas.narrow(n, g)
	}
}

// promised is the promise of a move that a search has found best: far more than any other promise. Twice this number
// still fits into 32 bits.
const promised = 1 << 29

// promise estimates how promising child c of n is. A move that an earlier search found best has the most. Otherwise
// each doubling of the move's history counts 64.
func (w *worker) promise(n, c *node, ply int) int {
	if c.move == n.best {
		return promised
	}
	return int(table.Logarithm(w.history[ply&1][c.move])/4) - w.view.prospects(c)
}

// next returns the child to search in a round, nil if there is none left. Children that another worker is
// searching come last.
func (w *worker) next(children []node, round uint8) *node {
	var best *node
	most := 0
	for i := range children {
		c := &children[i]
		if c.round != round {
			continue
		}
		score := c.score
		if w.busy.Below(c.key) > 0 {
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

// store stores what is known of n.
func (w *worker) store(n *node, work uint64) {
	if w.table.Store(n.key, pack(n.ranks, n.best), work) {
		w.budget.Stored++
	}
}
