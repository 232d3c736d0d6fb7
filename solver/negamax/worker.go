package negamax

import (
	"cmp"
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
	budget  *search.Budget
	lemmas  *lemmas
	lasting theory.Lasting // like ceiling and plans, nil if it is not used
	ceiling theory.Ceiling
	plans   *theory.Plans
	looked  uint64        // components that the lemmas had looked into when they were counted last
	turn    uint64        // of the question that the worker is answering
	limit   uint64        // nodes at which the round ends that it is in
	history [2][64]uint64 // by parity of the ply, and move: the work of searches that found it best
	frames  [65]frame
	kept    theory.Kept // of the position whose children are looked at

	firstRound uint64 // nodes that each child gets in the first round
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
	score int           // its parent searches the highest first

	// What its parent has still to do with it.
	done      bool // it need not be searched
	later     bool // lemmas are asked about it when it is about to be searched
	postponed bool // its search took more nodes than the last round gave
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
	if w.budget.Nodes >= w.limit || !w.budget.Visit() || w.halted() || w.looks != nil && !w.mayLook() {
		return false
	}
	begun := w.budget.Nodes
	children := w.children(n, ply, g)
	for most := w.firstRound; n.ranks.Low < g; most *= roundsGrow {
		postponed, ok := w.round(n, children, ply, g, most)
		if !ok {
			return false
		}
		if !postponed {
			break
		}
		for i := range children {
			c := &children[i]
			c.done = c.done && !c.postponed
		}
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

// round searches the children of n, each by so many nodes at most, until one of them answers if the rank of n is at least
// g. postponed is set if some took more. ok is false if the search has to stop first.
//
// A child that seems best and is not can take any number of nodes, and another one few. So all get few
// nodes before one of them gets many. What is found in vain stays in the table.
func (w *worker) round(n *node, children []node, ply int, g search.Rank, most uint64) (postponed, ok bool) {
	for first := true; n.ranks.Low < g; first = false {
		c := w.next(children, first)
		if c == nil {
			break
		}
		if c.later && w.settled(n, c, g) {
			continue
		}
		limit := w.limit
		w.limit = min(limit, w.budget.Nodes+most)
		found := w.search(c, ply, g)
		w.limit = limit
		switch {
		case found:
			c.postponed = false
			w.raise(n, c)
		case w.halted() || w.budget.Nodes >= limit:
			return false, false
		default:
			c.postponed, postponed = true, true
		}
	}
	return postponed, true
}

// mayLook counts off what the lemmas have looked into, and reports whether they may look into more.
func (w *worker) mayLook() bool {
	before := w.looked
	w.looked = w.lemmas.looked()
	left := w.looks.Add(-int64(w.looked - before))
	if left <= 0 {
		w.budget.Fail(errLooks)
	}
	return left > 0
}

// errLooks ends a search whose lemmas may not look into more.
var errLooks = solver.Limited(solver.LimitSearch, "the lemmas have looked into as many components as they may")

// halted reports whether the worker has to stop: for good, or since another one has the answer.
func (w *worker) halted() bool { return w.budget.Exhausted || w.turn != w.asked.Load() }

// sure makes the worker use what is known of turns that are sure; first is its first round, if not 0.
func (w *worker) sure(game *variants.Game, first uint64) {
	lemmas := theory.For(game)
	if lemmas.Lasting != nil {
		w.lasting = lemmas.Lasting()
	}
	if lemmas.Ceiling != nil {
		w.ceiling = lemmas.Ceiling()
	}
	if lemmas.Plans != nil {
		w.plans, w.firstRound = lemmas.Plans(), cmp.Or(first, firstRound)
	}
}

// firstRound is the number of nodes that each child gets in the first round, where markers walk, and roundsGrow by how
// much each round gives more than the one before. On ten positions in mid-game of lockdown and blockade, 400 and 128 take
// one worker 0.45 of the nodes that it takes without rounds (0.12 to 1.25), 300 and 64 or 256 0.45 and 0.44 (0.09 to 1.43); on
// eight of them 100 and 2, 4, 8, 16 take 0.63, 0.55, 0.48 and 0.42.
const (
	firstRound = 400
	roundsGrow = 128
	forever    = 1 << 62 // more than any number of nodes
)

// planned reports whether the mover of c, which is about to be searched, has a plan with which its rank is at
// least g. Asking only where c is not in the table takes 1.2 times the nodes, and as much time.
func (w *worker) planned(c *node, g search.Rank) bool {
	g = max(g, search.LastLoss+1)
	if w.plans == nil || !w.plans.Within(c.state, int(search.LastRank-g)) {
		return false
	}
	c.ranks.Low = max(c.ranks.Low, g)
	w.store(c, 1)
	return true
}

// search searches child c of a position whose rank is compared to g.
func (w *worker) search(c *node, ply int, g search.Rank) (ok bool) {
	c.done = true
	if !c.postponed && w.planned(c, g.Refutes()) {
		return true
	}
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
		if w.lasting != nil && n.ranks.High <= search.LastLoss && c.legal != 0 { // after a loser's move
			c.ranks = c.ranks.And(search.OutcomeRanks(true)).Within(c.most)
		}
		w.raise(n, c)
	}
	for i := range children {
		if n.ranks.Low >= g {
			break
		}
		c := &children[i]
		if c.legal != 0 && c.ranks.Low.Before() >= g {
			if c.later = w.waits(n, c, g); !c.later {
				w.narrow(n, c, g)
			}
		}
		if c.done = c.ranks.Low.Before() < g; !c.done {
			c.score = w.promise(n, c, ply)
		}
	}
	return children
}

// waits reports whether lemmas are to be asked about child c of n, whose rank is compared to g, only when it is
// about to be searched: where they can only rule it out, since it is known that the mover of n wins, and a win by c
// may take too long. Mostly another child is searched first, and is enough. Where there are plans it saves no time.
func (w *worker) waits(n, c *node, g search.Rank) bool {
	return w.plans == nil && n.ranks.Low > search.LastLoss && !c.apart && search.OutcomeRanks(false).Within(c.most).High.Before() < g
}

// settled asks lemmas about child c of n, about which they were not asked yet, and reports whether it need not be
// searched.
func (w *worker) settled(n, c *node, g search.Rank) bool {
	c.later = false
	w.narrow(n, c, g)
	c.done = c.ranks.Low.Before() < g
	return c.done || n.ranks.Low >= g
}

// narrow adds what lemmas say to what is known of child c of n, whose rank is compared to g.
func (w *worker) narrow(n, c *node, g search.Rank) {
	if !w.lasts(c, g.Refutes()) {
		w.lemmas.narrow(c, g.Refutes())
	}
	w.raise(n, c)
}

// lasts reports whether it is known if the rank of c is at least g, also by how many turns a player surely
// takes, and how many the loser takes at most, and narrows its ranks by that. If g asks who wins, neither says anything.
func (w *worker) lasts(c *node, g search.Rank) bool {
	wins := g > search.LastLoss // is what is asked: if the mover wins in time
	switch {
	case w.lasting == nil || c.ranks.Answer(g) || g == search.LastLoss || g == search.LastLoss+1:
	case !wins && w.lasting(c.state, true, int(g)):
		c.ranks.Low = max(c.ranks.Low, g)
	case wins && w.lasting(c.state, false, int(search.LastRank-g+1)):
		c.ranks.High = min(c.ranks.High, g-1)
	case w.ceiling == nil:
	default:
		switch turns, ok := w.ceiling(c.state, wins); {
		case ok && wins:
			c.ranks.Low = max(c.ranks.Low, search.LastRank-search.Rank(turns))
		case ok:
			c.ranks.High = min(c.ranks.High, search.Rank(turns))
		}
	}
	c.ranks = c.ranks.Within(c.most)
	return c.ranks.Answer(g)
}

// play fills a frame with the children of n.
func (w *worker) play(n *node, ply int) []node {
	f := &w.frames[ply]
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
	return f[:count]
}

// recall sets what is known of a node: from the table, or else from how long the game can last.
func (w *worker) recall(c *node) {
	c.legal = w.rules.Legal(c.state)
	c.best, c.found, c.done, c.later, c.postponed = noMove, false, false, false, false
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
