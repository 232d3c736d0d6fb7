package solver

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/variants"
)

// Negamax finds who wins and in how many plies, all best moves and a line of them. It
// says just what [Memo] says, of boards that are far too large for Memo.
//
// It asks question after question of the kind "is the distance at least as good for
// the mover as this?": who wins at all, then whether the winner can be faster, or the
// loser last less long than is known, until the answer is no. Each is an alpha-beta
// search with an empty window (the MTD family of Plaat, Schaeffer, Pijls & de Bruin,
// "Best-first fixed-depth minimax algorithms", 1996), whose table keeps a lower and
// an upper bound on each position's distance. Going on from far took fewer nodes than
// bisection, and than deepening from near (blockade 6×6: 0.32 M, 0.34 M, 2.9 M).
//
// All children are looked up before one is searched (the enhanced transposition
// cut-offs of Plaat et al., "Exploiting graph properties of game trees", 1996), and
// lemmas of package theory and the number of plies that are left at most bound their
// distances without search.
//
// Several workers search the same question and share one table. They leave alone for
// a while what another one is at (as in Kerrigan's simplified form of Weill's
// ABDADA, 1996); the first one that has the answer ends the others' search.
type Negamax struct {
	// Memory, if not nil, is of the position's game: the search uses and fills it, whatever
	// Options.Memory says.
	Memory *NegaMemory

	// Hint is the outcome of the position, where it is proven already.
	Hint Outcome

	// Moves, if not nil, gets what the search happens to prove of the moves.
	Moves *[]MoveResult
}

// NegaMemory is what searches of one game by negamax remember: a transposition table. Make
// it with NewNegaMemory. Searches use it one at a time.
type NegaMemory struct{ table *table }

// NewNegaMemory returns an empty memory for a game, of at most the given size in bytes. The
// caller releases it.
func NewNegaMemory(game *variants.Game, bytes int64) (*NegaMemory, error) {
	t, err := newTable(bytes, game)
	if err != nil {
		return nil, err
	}
	return &NegaMemory{t}, nil
}

// Release gives the memory back. It must not be used any more.
func (m *NegaMemory) Release() { m.table.release() }

// Name returns "negamax".
func (Negamax) Name() string { return "negamax" }

// Solve implements [Engine]. When opt.Memory is full the search goes on, and does some
// of its work again. When it has to stop after the distance is known and before all
// best moves are, Best holds those that are known.
func (e Negamax) Solve(ctx context.Context, p variants.Position, opt Options) (result Result, err error) {
	result = Undecided(Negamax{}.Name())
	s, err := newNegaSearch(ctx, p, e, opt)
	if err != nil {
		return result, err
	}
	if e.Memory == nil {
		defer s.table.release()
	}
	keeper := newKeeper(ctx, result.Engine, p, opt, s.control)
	complete := s.workers[0].watch.visit() && s.solve(&result)
	if e.Moves != nil {
		*e.Moves = append(*e.Moves, s.proven()...)
	}
	for _, w := range s.workers {
		w.watch.tell()
	}
	result.Stats = s.control.finish()
	keeper.finish(complete)
	if complete {
		return result, nil // perhaps with a line cut short
	}
	return result, s.control.failure()
}

// negaSearch is what the workers of a search share.
type negaSearch struct {
	root    variants.State
	hint    Outcome // of the root, if it is known beforehand
	rules   variants.Rules
	view    *negaView
	control *control
	table   *table
	busy    busy
	several bool // workers
	workers []*negaWorker

	asked  atomic.Uint64 // how many questions have been answered
	depth  atomic.Int64  // plies that the question is about
	answer sync.Mutex    // held by a worker that has the answer
}

func newNegaSearch(ctx context.Context, p variants.Position, engine Negamax, opt Options) (e *negaSearch, err error) {
	e = &negaSearch{
		root: p.State(), hint: engine.Hint, rules: p.Game().Rules(), view: newNegaView(p.Game(), opt.NoLemmas),
		several: opt.Workers > 1,
	}
	if engine.Memory != nil {
		e.table = engine.Memory.table
	} else if e.table, err = newTable(opt.MemoryLimit(), p.Game()); err != nil {
		return nil, err
	}
	e.control = newControl(ctx, Negamax{}.Name(), opt)
	e.control.describe, e.control.table = e.describe, e.table
	e.control.publish()
	for range max(1, opt.Workers) {
		e.workers = append(e.workers, &negaWorker{
			negaSearch: e, watch: e.control.newWatch(), lemmas: newNegaLemmas(p.Game(), opt.NoLemmas),
		})
	}
	return e, nil
}

// describe adds to a snapshot what only the search knows.
func (e *negaSearch) describe(s *Stats) {
	s.Depth, s.PV = int(e.depth.Load()), e.line()
}

// line returns the moves that the table holds for best.
func (e *negaSearch) line() (line []variants.Move) {
	for s := e.root; ; {
		n := e.view.see(s)
		_, best := unpackNega(e.table.find(e.view.pack.exact(n.state)))
		if !e.rules.Legal(n.state).Has(int(best)) || best == noMove {
			return line
		}
		m, next := e.alike(s, e.view.see(e.rules.Play(n.state, best)))
		if m == noMove {
			return line
		}
		line, s = append(line, m), next
	}
}

// alike returns a move of s to a position that is seen as n, or noMove. There is one
// if n comes after an image of s.
func (e *negaSearch) alike(s variants.State, n seen) (variants.Move, variants.State) {
	for m := range e.rules.Legal(s).Cells() {
		next := e.rules.Play(s, variants.Move(m))
		if e.view.see(next).state == n.state {
			return variants.Move(m), next
		}
	}
	return noMove, s
}

// solve fills the result with what can be found out within the limits, and reports
// whether that is everything but the end of the line perhaps.
func (e *negaSearch) solve(result *Result) (complete bool) {
	n := e.node(e.root)
	if e.hint != Unknown {
		n.ranks = n.ranks.and(outcomeRanks(e.hint == Win)).within(n.most)
	}
	known := e.distance(n)
	switch {
	case n.ranks.low > lastLoss:
		result.Outcome, result.Proven = Win, true
	case n.ranks.high <= lastLoss:
		result.Outcome, result.Proven = Loss, true
	}
	if !known {
		if result.Best = e.winning(); result.Best != 0 {
			result.Outcome, result.Proven = Win, true
		}
		return false
	}
	d := n.ranks.low.distance()
	result.Distance = int(d)
	if result.Best, complete = e.bestMoves(e.root, d, false); complete {
		result.BestComplete, result.PV = true, e.principal(result.Best, d)
	}
	return complete
}

// proven returns what the table has proven of the positions after the moves.
func (e *negaSearch) proven() (moves []MoveResult) {
	for m := range e.rules.Legal(e.root).Cells() {
		b := e.node(e.rules.Play(e.root, variants.Move(m))).ranks
		if !b.decided() {
			continue
		}
		r := Result{Outcome: OutcomeOf(b.low > lastLoss), Proven: true, Distance: NoDistance, Engine: Negamax{}.Name()}
		if b.low == b.high {
			r.Distance = int(b.low.distance())
		}
		moves = append(moves, MoveResult{Move: variants.Move(m), After: r})
	}
	return moves
}

// node returns what is known of a state without search.
func (e *negaSearch) node(s variants.State) *negaNode {
	w := e.workers[0]
	n := &negaNode{seen: e.view.see(s)}
	n.key = e.view.pack.exact(n.state)
	w.recall(n)
	if wins, known := w.lemmas.winning(n.state, n.legal); known && n.legal != 0 {
		n.ranks = n.ranks.and(outcomeRanks(wins != 0)).within(n.most)
	}
	return n
}

// winning returns the moves of the root that are known to win: by the table, or by a lemma,
// whose findings the table does not keep.
func (e *negaSearch) winning() (wins variants.MoveSet) {
	for m := range e.rules.Legal(e.root).Cells() {
		n := e.node(e.rules.Play(e.root, variants.Move(m)))
		if n.legal != 0 && !n.ranks.decided() {
			e.workers[0].lemmas.narrow(n, lastLoss+1)
		}
		if n.ranks.high <= lastLoss {
			wins = wins.With(m)
		}
	}
	return wins
}

// distance narrows the ranks of n to one.
func (e *negaSearch) distance(n *negaNode) (ok bool) {
	for n.ranks.low < n.ranks.high {
		g := question(n.ranks)
		e.depth.Store(int64(min(g.distance(), (g - 1).distance())))
		if !e.ask(n, g) {
			return false
		}
	}
	return true
}

// question returns the rank to ask for: first whether the mover wins, then whether
// the winner can win a little faster than is known.
func question(b ranks) rank {
	switch {
	case b.high <= lastLoss:
		return b.high
	case b.low > lastLoss:
		return b.low + 1
	}
	return lastLoss + 1
}

// bestMoves returns the moves of s, which is d plies from the end, to positions that
// are d-1 plies from it; the first one only, if so asked. When the search has to stop,
// ok is false, and the moves are those found so far.
//
// None of the others is worse for the opponent, or s would be at another distance.
func (e *negaSearch) bestMoves(s variants.State, d distance, first bool) (best variants.MoveSet, ok bool) {
	for m := range e.rules.Legal(s).Cells() {
		n := e.node(e.rules.Play(s, variants.Move(m)))
		wanted := rankOf(d - 1)
		if !e.ask(n, wanted+1) {
			return best, false
		}
		if n.ranks.high <= wanted {
			best = best.With(m)
			if first {
				break
			}
		}
	}
	return best, true
}

// principal returns the line that begins with the first of the best moves at the root,
// which is d plies from the end, and goes on like that. When the search has to stop,
// it is cut short.
func (e *negaSearch) principal(best variants.MoveSet, d distance) []variants.Move {
	line := make([]variants.Move, 0, d)
	for s := e.root; best != 0; best, _ = e.bestMoves(s, d, true) {
		m := variants.Move(best.First())
		line = append(line, m)
		s = e.rules.Play(s, m)
		d--
	}
	return line
}

// ask finds out whether the rank of n is at least g, and narrows its ranks by what it
// finds. ok is false when the search has to stop before.
func (e *negaSearch) ask(n *negaNode, g rank) (ok bool) {
	if n.ranks.answer(g) {
		return true
	}
	if !e.several {
		return e.workers[0].decide(n, 0, g)
	}
	var group errgroup.Group
	turn, start := e.asked.Load(), *n
	for _, w := range e.workers {
		group.Go(func() error {
			mine := start
			w.turn = turn
			if w.decide(&mine, 0, g) {
				e.asked.Add(1)
				e.answer.Lock()
				n.ranks, ok = n.ranks.and(mine.ranks), true
				e.answer.Unlock()
			}
			return nil
		})
	}
	_ = group.Wait() // workers leave their errors with the control
	return ok
}
