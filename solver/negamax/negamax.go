// Package negamax is alpha-beta search for the exact distance.
package negamax

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/variants"
)

// Engine finds who wins and in how many plies, all best moves and a line of them. It
// says just what memo says, on boards that are far too large for memo.
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
type Engine struct {
	// Memory, if not nil, is of the position's game: the search uses and fills it, whatever
	// Options.Memory says.
	Memory *Memory

	// Hint is the outcome of the position, where it is proven already.
	Hint solver.Outcome

	// Moves, if not nil, gets what the search happens to prove of the moves.
	Moves *[]solver.MoveResult
}

// Memory is what searches of one game by negamax remember: a transposition table. Make
// it with NewNegaMemory. Searches use it one at a time.
type Memory struct{ table *table.Table }

// NewMemory returns an empty memory for a game, of at most the given size in bytes. The
// caller releases it.
func NewMemory(game *variants.Game, bytes int64) (*Memory, error) {
	t, err := table.New(bytes, game)
	if err != nil {
		return nil, err
	}
	return &Memory{t}, nil
}

// Release gives the memory back. It must not be used any more.
func (m *Memory) Release() { m.table.Release() }

// Name returns "negamax".
func (Engine) Name() string { return "negamax" }

// Solve implements [Engine]. When opt.Memory is full the search goes on, and does some
// of its work again. When it has to stop after the distance is known and before all
// best moves are, Best holds those that are known.
func (e Engine) Solve(ctx context.Context, p variants.Position, opt solver.Options) (result solver.Result, err error) {
	result = solver.Undecided(Engine{}.Name())
	s, err := newTree(ctx, p, e, opt)
	if err != nil {
		return result, err
	}
	if e.Memory == nil {
		defer s.table.Release()
	}
	keeper := search.NewKeeper(ctx, result.Engine, p, opt, s.control)
	complete := s.workers[0].watch.Visit() && s.solve(&result)
	if e.Moves != nil {
		*e.Moves = append(*e.Moves, s.proven()...)
	}
	for _, w := range s.workers {
		w.watch.Flush()
	}
	result.Stats = s.control.Finish()
	keeper.Finish(complete)
	if complete {
		return result, nil // perhaps with a line cut short
	}
	return result, s.control.Err()
}

// tree is what the workers of a search share.
type tree struct {
	root    variants.State
	hint    solver.Outcome // of the root, if it is known beforehand
	rules   variants.Rules
	view    *view
	control *search.Control
	table   *table.Table
	busy    table.Busy
	several bool // workers
	workers []*worker

	asked  atomic.Uint64 // how many questions have been answered
	depth  atomic.Int64  // plies that the question is about
	answer sync.Mutex    // held by a worker that has the answer
}

func newTree(ctx context.Context, p variants.Position, engine Engine, opt solver.Options) (e *tree, err error) {
	e = &tree{
		root: p.State(), hint: engine.Hint, rules: p.Game().Rules(), view: newView(p.Game(), opt.NoLemmas),
		several: opt.Workers > 1,
	}
	if engine.Memory != nil {
		e.table = engine.Memory.table
	} else if e.table, err = table.New(opt.MemoryLimit(), p.Game()); err != nil {
		return nil, err
	}
	e.control = search.NewControl(ctx, Engine{}.Name(), opt)
	e.control.Describe, e.control.Table = e.describe, e.table
	e.control.Publish()
	for range max(1, opt.Workers) {
		e.workers = append(e.workers, &worker{
			tree: e, watch: e.control.NewWatch(), lemmas: newLemmas(p.Game(), opt.NoLemmas),
		})
	}
	return e, nil
}

// describe adds to a snapshot what only the search knows.
func (e *tree) describe(s *solver.Stats) {
	s.Depth, s.PV = int(e.depth.Load()), e.line()
}

// line returns the moves that the table holds for best.
func (e *tree) line() (line []variants.Move) {
	for s := e.root; ; {
		n := e.view.see(s)
		_, best := unpack(e.table.Probe(e.view.pack.Exact(n.state)))
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
func (e *tree) alike(s variants.State, n seen) (variants.Move, variants.State) {
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
func (e *tree) solve(result *solver.Result) (complete bool) {
	n := e.node(e.root)
	if e.hint != solver.Unknown {
		n.ranks = n.ranks.And(search.OutcomeRanks(e.hint == solver.Win)).Within(n.most)
	}
	known := e.distance(n)
	switch {
	case n.ranks.Low > search.LastLoss:
		result.Outcome, result.Proven = solver.Win, true
	case n.ranks.High <= search.LastLoss:
		result.Outcome, result.Proven = solver.Loss, true
	}
	if !known {
		if result.Best = e.winning(); result.Best != 0 {
			result.Outcome, result.Proven = solver.Win, true
		}
		return false
	}
	d := n.ranks.Low.Distance()
	result.Distance = int(d)
	if result.Best, complete = e.bestMoves(e.root, d, false); complete {
		result.BestComplete, result.PV = true, e.principal(result.Best, d)
	}
	return complete
}

// proven returns what the table has proven of the positions after the moves.
func (e *tree) proven() (moves []solver.MoveResult) {
	for m := range e.rules.Legal(e.root).Cells() {
		b := e.node(e.rules.Play(e.root, variants.Move(m))).ranks
		if !b.Decided() {
			continue
		}
		r := solver.Result{Outcome: solver.OutcomeOf(b.Low > search.LastLoss), Proven: true, Distance: solver.NoDistance, Engine: Engine{}.Name()}
		if b.Low == b.High {
			r.Distance = int(b.Low.Distance())
		}
		moves = append(moves, solver.MoveResult{Move: variants.Move(m), After: r})
	}
	return moves
}

// node returns what is known of a state without search.
func (e *tree) node(s variants.State) *node {
	w := e.workers[0]
	n := &node{seen: e.view.see(s)}
	n.key = e.view.pack.Exact(n.state)
	w.recall(n)
	if wins, known := w.lemmas.winning(n.state, n.legal); known && n.legal != 0 {
		n.ranks = n.ranks.And(search.OutcomeRanks(wins != 0)).Within(n.most)
	}
	return n
}

// winning returns the moves of the root that are known to win: by the table, or by a lemma,
// whose findings the table does not keep.
func (e *tree) winning() (wins variants.MoveSet) {
	for m := range e.rules.Legal(e.root).Cells() {
		n := e.node(e.rules.Play(e.root, variants.Move(m)))
		if n.legal != 0 && !n.ranks.Decided() {
			e.workers[0].lemmas.narrow(n, search.LastLoss+1)
		}
		if n.ranks.High <= search.LastLoss {
			wins = wins.With(m)
		}
	}
	return wins
}

// distance narrows the ranks of n to one.
func (e *tree) distance(n *node) (ok bool) {
	for n.ranks.Low < n.ranks.High {
		g := question(n.ranks)
		e.depth.Store(int64(min(g.Distance(), (g - 1).Distance())))
		if !e.ask(n, g) {
			return false
		}
	}
	return true
}

// question returns the rank to ask for: first whether the mover wins, then whether
// the winner can win a little faster than is known.
func question(b search.Ranks) search.Rank {
	switch {
	case b.High <= search.LastLoss:
		return b.High
	case b.Low > search.LastLoss:
		return b.Low + 1
	}
	return search.LastLoss + 1
}

// bestMoves returns the moves of s, which is d plies from the end, to positions that
// are d-1 plies from it; the first one only, if so asked. When the search has to stop,
// ok is false, and the moves are those found so far.
//
// None of the others is worse for the opponent, or s would be at another distance.
func (e *tree) bestMoves(s variants.State, d search.Distance, first bool) (best variants.MoveSet, ok bool) {
	for m := range e.rules.Legal(s).Cells() {
		n := e.node(e.rules.Play(s, variants.Move(m)))
		wanted := search.RankOf(d - 1)
		if !e.ask(n, wanted+1) {
			return best, false
		}
		if n.ranks.High <= wanted {
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
func (e *tree) principal(best variants.MoveSet, d search.Distance) []variants.Move {
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
func (e *tree) ask(n *node, g search.Rank) (ok bool) {
	if n.ranks.Answer(g) {
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
				n.ranks, ok = n.ranks.And(mine.ranks), true
				e.answer.Unlock()
			}
			return nil
		})
	}
	_ = group.Wait() // workers leave their errors with the control
	return ok
}
