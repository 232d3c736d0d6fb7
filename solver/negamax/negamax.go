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

// Engine finds who wins and in how many plies, all best moves and a line of best play. Its results equal those of
// brute.Memo, on boards that are far too large for brute.Memo.
//
// It asks questions of the form "is the distance at least as good for the mover as this?". The first question asks who
// wins. The next ones ask for a faster win, or a later loss, than the best one known, until the answer is no. Each is
// an alpha-beta search with a null window (the MTD family of Plaat, Schaeffer, Pijls & de Bruin, "Best-first
// fixed-depth minimax algorithms", 1996). The table keeps a lower and an upper bound on each position's distance. The
// first questions are far from the answer (docs/tried.md#plies).
//
// All children are probed before one is searched (the enhanced transposition cut-offs of Plaat
// et al., "Exploiting graph properties of game trees", 1996). Lemmas of package theory, and the
// maximum number of plies left, bound their distances without search.
//
// Several workers search the same question and share one table. They defer positions that another worker is searching
// (as in Kerrigan's simplified form of Weill's ABDADA, 1996). The first one with the answer ends the others' search.
type Engine struct {
	// Memory, if not nil, is of the position's game: the search uses and fills it instead of a
	// table of Options.Memory bytes.
	Memory *Memory

	// Hint has what is already proven of the position: its outcome, and winning moves.
	Hint solver.Result

	// Moves, if not nil, receives what the search proves of the moves along the way.
	Moves *[]solver.MoveResult

	// Lasting makes the search use sure turns (theory.Lasting) and plans (theory.Plans). Distances then take fewer nodes.
	Lasting bool

	// Alone ends the search as soon as the distance is known, without a line, and with the best moves known by then.
	Alone bool

	// Looks, if not nil, is how many components of sums the lemmas may still search, in this call and later ones. The
	// search counts them off, and ends when none is left. A limit of nodes would not be enough: a component takes as long
	// as a node, some microseconds, and a node can have hundreds of components.
	Looks *atomic.Int64
}

// Memory holds what searches of one game share: a transposition table, findings of lemmas, and more. It serves one
// search at a time. Make it with NewMemory.
type Memory struct {
	table  *table.Table
	view   *view
	lemmas *lemmas // for searches by one worker; they remember nimbers and values
	paths  *paths
}

// NewMemory returns an empty memory for a game, of at most bytes bytes. The caller releases it.
func NewMemory(game *variants.Game, bytes int64) (*Memory, error) {
	t, err := table.New(bytes, game)
	if err != nil {
		return nil, err
	}
	return &Memory{table: t, view: newView(game, false), lemmas: newLemmas(game, false), paths: new(paths)}, nil
}

// Release returns the memory to the system. Memory must not be used afterwards.
func (m *Memory) Release() { m.table.Release() }

// Name returns "negamax".
func (Engine) Name() string { return "negamax" }

// Solve implements [solver.Engine]. When opt.Memory is full the search continues, and repeats some of its work. If it
// has to stop after the distance is known, some best moves may be missing in Best.
func (e Engine) Solve(ctx context.Context, p variants.Position, opt solver.Options) (result solver.Result, err error) {
	if p.Game() == nil {
		return solver.Undecided(Engine{}.Name()), solver.ErrNoPosition
	}
	s, err := newTree(ctx, p, e, opt)
	if err != nil {
		return solver.Undecided(Engine{}.Name()), err
	}
	return s.run(ctx, p, opt)
}

// run is Solve, once there is room.
func (e *tree) run(ctx context.Context, p variants.Position, opt solver.Options) (result solver.Result, err error) {
	if e.engine.Memory == nil {
		defer e.table.Release()
	}
	result = solver.Undecided(Engine{}.Name())
	keeper := search.NewKeeper(ctx, result.Engine, p, opt, e.control)
	complete := e.workers[0].budget.Visit() && e.solve(&result)
	if e.engine.Moves != nil {
		*e.engine.Moves = append(*e.engine.Moves, e.proven()...)
	}
	for _, w := range e.workers {
		w.budget.Flush()
	}
	result.Stats = e.control.Finish()
	keeper.Finish(complete)
	if complete {
		return result, nil // the line may be cut short
	}
	return result, e.control.Err()
}

// tree is shared by the workers of a search.
type tree struct {
	engine     Engine // what is asked for
	root       variants.State
	rules      variants.Rules
	view       *view
	control    *search.Control
	table      *table.Table
	firstRound uint64     // nodes for each child in the first round
	busy       table.Busy // nil for one worker
	workers    []*worker

	answered atomic.Uint64 // number of questions
	depth    atomic.Int64  // plies of the current question
	answer   sync.Mutex    // locked by the worker that has the answer
}

func newTree(ctx context.Context, p variants.Position, engine Engine, opt solver.Options) (e *tree, err error) {
	memory := engine.Memory
	if memory == nil {
		if memory, err = NewMemory(p.Game(), opt.MemoryLimit()); err != nil {
			return nil, err
		}
	}
	e = &tree{engine: engine, root: p.State(), rules: p.Game().Rules(), view: memory.view, table: memory.table, firstRound: forever}
	if opt.NoLemmas {
		e.view = newView(p.Game(), true)
	}
	if opt.Workers > 1 {
		e.busy = table.NewBusy(opt.Workers)
	}
	e.control = search.NewControl(ctx, Engine{}.Name(), opt)
	e.control.Describe, e.control.Table = e.describe, e.table
	e.control.Publish()
	for i := range max(1, opt.Workers) {
		w := &worker{tree: e, budget: e.control.NewBudget(), lemmas: memory.lemmas, path: memory.paths.of(i), limit: forever}
		if opt.NoLemmas || e.busy != nil {
			w.lemmas = newLemmas(p.Game(), opt.NoLemmas)
		}
		w.looked = w.lemmas.looked()
		w.lemmas.until(w.budget.Cancelled)
		if engine.Lasting && !opt.NoLemmas {
			w.turns = newTurns(p.Game())
		}
		e.workers = append(e.workers, w)
	}
	if e.workers[0].turns.plans != nil {
		e.firstRound = firstRound
	}
	return e, nil
}

// describe adds the search's own statistics to a snapshot.
func (e *tree) describe(s *solver.Stats) {
	s.Depth, s.PV = int(e.depth.Load()), e.line()
}

// line returns the best line according to the table.
func (e *tree) line() (line []variants.Move) {
	for s := e.root; ; {
		n := e.view.see(s, nil)
		_, best := unpack(e.table.Probe(e.view.pack.Exact(n.state)))
		if !e.rules.Legal(n.state).Has(int(best)) || best == noMove {
			return line
		}
		m, next := e.alike(s, e.view.see(e.rules.Play(n.state, best), nil))
		if m == noMove {
			return line
		}
		line, s = append(line, m), next
	}
}

// alike returns a move of s to a position whose view is n, and the position after the move; or noMove. There is such a
// move if n comes after a move of an image of s.
func (e *tree) alike(s variants.State, n seen) (variants.Move, variants.State) {
	for m := range e.rules.Legal(s).Cells() {
		next := e.rules.Play(s, variants.Move(m))
		if e.view.see(next, nil).state == n.state {
			return variants.Move(m), next
		}
	}
	return noMove, s
}

// solve fills the result within the limits, and reports whether it is complete, except perhaps
// the end of the line.
func (e *tree) solve(result *solver.Result) (complete bool) {
	n := e.node(e.root)
	if e.engine.Hint.Outcome != solver.Unknown {
		n.ranks = n.ranks.And(search.OutcomeRanks(e.engine.Hint.Outcome == solver.Win)).Within(n.most)
	}
	known := e.distance(n)
	switch {
	case n.ranks.Low > search.LastLoss:
		result.Outcome, result.Proven = solver.Win, true
	case n.ranks.High <= search.LastLoss:
		result.Outcome, result.Proven = solver.Loss, true
	}
	if !known {
		if result.Best = e.known(search.LastLoss); result.Best != 0 {
			result.Outcome, result.Proven = solver.Win, true
		}
		return false
	}
	d := n.ranks.Low.Distance()
	result.Distance = int(d)
	if e.engine.Alone {
		result.Best = e.known(search.RankOf(d - 1))
		return true
	}
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
	n := &node{seen: e.view.see(s, nil)}
	n.key = e.view.pack.Exact(n.state)
	w.recall(n)
	if wins, known := w.lemmas.winning(n.state, n.legal); known && n.legal != 0 {
		n.ranks = n.ranks.And(search.OutcomeRanks(wins != 0)).Within(n.most)
	}
	return n
}

// known returns the moves of the root that are known to leave the opponent at most a given rank: from the table; from a
// lemma, whose findings are not in the table; or because they win and the game cannot last longer.
func (e *tree) known(most search.Rank) (moves variants.MoveSet) {
	w := e.workers[0]
	for m := range e.rules.Legal(e.root).Cells() {
		c := e.node(e.rules.Play(e.root, variants.Move(m)))
		if e.engine.Hint.Outcome == solver.Win && e.engine.Hint.Best.Has(m) {
			c.ranks = c.ranks.And(search.OutcomeRanks(false)).Within(c.most)
		}
		if c.legal != 0 && c.ranks.High > most {
			w.applyLemmas(c, most+1)
		}
		if c.ranks.High <= most {
			moves = moves.With(m)
		}
	}
	return moves
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

// question returns the rank to ask for: first whether the mover wins, then for a win a little faster than known.
func question(b search.Ranks) search.Rank {
	switch {
	case b.High <= search.LastLoss:
		return b.High
	case b.Low > search.LastLoss:
		return b.Low + 1
	}
	return search.LastLoss + 1
}

// bestMoves returns the moves of s, at distance d, that lead to positions at distance d-1. With first it returns one
// move. If the search has to stop, ok is false, and best has the moves found so far.
//
// No other move leaves the opponent worse off, or s would be at another distance.
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

// principal returns the line of first best moves from the root, which is at distance d. If the search has to stop, the
// line is cut short.
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

// ask decides whether the rank of n is at least g, and narrows the ranks of n. ok is false if the search has to stop
// first.
func (e *tree) ask(n *node, g search.Rank) (ok bool) {
	if n.ranks.Answer(g) {
		return true
	}
	if e.busy == nil {
		return e.workers[0].decide(n, 0, g)
	}
	var group errgroup.Group
	question, start := e.answered.Load(), *n
	for _, w := range e.workers {
		group.Go(func() error {
			mine := start
			w.question = question
			if w.decide(&mine, 0, g) {
				e.answered.Add(1)
				e.answer.Lock()
				n.ranks, ok = n.ranks.And(mine.ranks), true
				e.answer.Unlock()
			}
			return nil
		})
	}
	_ = group.Wait() // the workers' errors are in the control
	return ok
}
