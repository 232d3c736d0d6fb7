// Package pn is proof-number search: it finds who wins, on boards that are too large for any
// other engine. A [Prover] names winning moves, for certificates.
package pn

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/interval"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/theory"
	"gridlock/variants"
)

// Engine is depth-first proof-number search: it proves who wins, and finds no distance. It searches first where a proof
// seems to need the fewest further positions, so it decides boards that are far too large to be searched completely.
// Lemmas of package theory end it early in duel, lockdown and blockade.
//
// The algorithm is df-pn (Nagai 2002), with thresholds raised so that it does not alternate between two children (the
// 1+ε trick of Pawlewicz & Lew, "Improving depth-first PN-search: 1+ε trick", 2006). It has weak sums, which do not
// count a position again for every way to reach it (Ueda, Hashimoto, Hashimoto & Iida, "Weak proof-number search",
// 2008). Positions never repeat, so the graph has no cycles, which the original has to handle.
//
// At the first two plies of blockade the first worker is committed to a move (worker.commit).
//
// The first of several workers searches on its own for a while, then the others, its helpers, join it (lead.go). All
// search from the same root and share one table. After each child a helper looks at what others have found about its
// siblings, and now and then it returns to the root (Pawlewicz & Hayward, "Scalable parallel DFPN search", 2013). The
// first worker becomes a helper, too, except in blockade with few workers. There it leads to the end: it goes on as if
// alone, and uses only positions that helpers have decided, while they begin with its move. So several workers are
// seldom slower than one.
type Engine struct {
	// Prover, if not nil, is for the position's game. The search uses and fills its transposition table instead of one
	// of Options.Memory bytes.
	Prover *Prover

	// Moves, if not nil, receives what the search proves of the moves along the way.
	Moves *[]solver.MoveResult
}

// Name returns "pn".
func (Engine) Name() string { return "pn" }

// Solve implements [solver.Engine]. When opt.Memory is full the search continues, and repeats
// some of its work.
func (e Engine) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	return e.solve(ctx, p, opt, joinAt)
}

// solve is Solve. Other workers join the first one after joinAt nodes.
func (e Engine) solve(ctx context.Context, p variants.Position, opt solver.Options, joinAt uint64) (result solver.Result, err error) {
	result = solver.Undecided(Engine{}.Name())
	if p.Game() == nil {
		return result, solver.ErrNoPosition
	}
	s, err := newTree(ctx, p, e.Prover, opt)
	if err != nil {
		return result, err
	}
	if e.Prover == nil {
		defer s.table.Release()
	}

	keeper := search.NewKeeper(ctx, result.Engine, p, opt, s.control)
	w := s.newWorker(opt, s.leader())
	var group errgroup.Group
	w.invite(opt, joinAt, func(helper *worker) {
		group.Go(func() error { helper.run(); return nil })
	})
	w.run()
	_ = group.Wait() // the workers' errors are in the control

	if e.Moves != nil {
		*e.Moves = append(*e.Moves, s.proven()...)
	}
	switch s.answer {
	case won():
		result.Outcome, result.Best = solver.Win, s.winningMoves()
	case lost():
		result.Outcome = solver.Loss
		if p.Over() {
			result.Distance, result.BestComplete = 0, true
		}
	}
	result.Stats = s.control.Finish()
	keeper.Finish(result.Outcome != solver.Unknown)
	if result.Outcome == solver.Unknown {
		return result, s.control.Err()
	}
	result.Proven = true
	return result, nil
}

// numbers are the proof numbers of a position for the mover: about how many more positions have
// to be decided to prove that the mover wins (phi) or loses (delta). They are won() or lost() if
// and only if the position is decided, and otherwise both between 0 and infinite.
type numbers struct{ phi, delta uint32 }

const infinite = 1 << 30

// won returns the numbers of a position that the mover is proven to win.
func won() numbers { return numbers{0, infinite} }

// lost returns the numbers of a position that the mover is proven to lose.
func lost() numbers { return numbers{infinite, 0} }

// pack packs the numbers into one word, never 0; unpack is its inverse.
func (n numbers) pack() uint64 { return uint64(n.phi)<<32 | uint64(n.delta) }

func unpack(data uint64) numbers { return numbers{uint32(data &^ helped >> 32), uint32(data)} }

// helped marks packed numbers as stored by a helper. The leader does not use these.
const helped = 1 << 63

// tree is shared by the workers of a search.
type tree struct {
	game    *variants.Game
	root    variants.State
	rules   variants.Rules
	control *search.Control
	table   *table.Table
	plans   bool            // plans decide positions, and intervals do not
	won     *interval.Cache // won intervals; nil if there are none
	first   atomic.Int32    // the move at the root that a leader is searching

	view  view
	soFar atomic.Uint64 // the root's numbers, packed, for the statistics; the table may lose them

	once   sync.Once
	answer numbers        // the numbers of the root, once it is decided
	lost   variants.State // a lost child of the root, if it is won
}

func newTree(ctx context.Context, p variants.Position, prover *Prover, opt solver.Options) (*tree, error) {
	e := &tree{
		game: p.Game(), root: p.State(), rules: p.Game().Rules(), view: newView(p.Game(), opt.NoLemmas),
	}
	if prover != nil {
		e.table, e.plans, e.won = prover.search.table, prover.search.plans, prover.search.won
	} else if err := e.remember(opt, true); err != nil {
		return nil, err
	}
	alone := opt
	alone.Workers = 1 // until others join
	e.control = search.NewControl(ctx, Engine{}.Name(), alone)
	e.control.Describe, e.control.Table = e.describe, e.table
	e.control.Publish()
	return e, nil
}

// remember makes room for the findings of a search.
func (e *tree) remember(opt solver.Options, plans bool) (err error) {
	memory := opt.MemoryLimit()
	if e.plans = plans && !opt.NoLemmas && theory.For(e.game).Plans != nil; !e.plans {
		e.won, memory = newCache(e.game, memory, opt.NoLemmas)
	}
	e.table, err = table.New(memory, e.game)
	return err
}

// conclude ends the search with the numbers of the root and, if it is won, a lost child.
func (e *tree) conclude(n numbers, lost variants.State) {
	e.once.Do(func() {
		e.answer = n
		if n == won() {
			e.lost = lost
		}
	})
	e.control.Stop(nil)
}

// describe adds the numbers of the root, the current line and the memory for intervals to a snapshot.
func (e *tree) describe(s *solver.Stats) {
	n := unpack(e.soFar.Load())
	s.Proof, s.Disproof = n.phi, n.delta
	s.PV = e.line()
	if e.won != nil {
		s.Memory += e.won.Bytes()
	}
}

// line returns the moves that the search prefers, as far as the table knows.
func (e *tree) line() []variants.Move {
	var line []variants.Move
	for s := e.root; ; {
		least, move := uint32(infinite), variants.Move(0)
		for m := range e.rules.Legal(s).Cells() {
			_, n := e.child(s, variants.Move(m))
			if n != (numbers{}) && n.delta < least {
				least, move = n.delta, variants.Move(m)
			}
		}
		if least == infinite {
			return line
		}
		line = append(line, move)
		s, _ = e.child(s, move)
	}
}

// child returns a child as the search sees it, and its numbers in the table.
func (e *tree) child(s variants.State, m variants.Move) (variants.State, numbers) {
	child := e.rules.Play(s, m)
	e.view.prune(&child)
	return child, unpack(e.table.Probe(e.table.Packing.Key(child)))
}

// proven returns what the table has proven of the positions after the moves.
func (e *tree) proven() (moves []solver.MoveResult) {
	for m := range e.rules.Legal(e.root).Cells() {
		if _, n := e.child(e.root, variants.Move(m)); n == lost() || n == won() {
			r := solver.Result{Outcome: solver.OutcomeOf(n == won()), Proven: true, Distance: solver.NoDistance, Engine: Engine{}.Name()}
			moves = append(moves, solver.MoveResult{Move: variants.Move(m), After: r})
		}
	}
	return moves
}

// winningMoves returns moves that are known to win the root: the deciding move, and moves to children that happen to be
// known.
func (e *tree) winningMoves() variants.MoveSet {
	var wins variants.MoveSet
	for m := range e.rules.Legal(e.root).Cells() {
		if child, n := e.child(e.root, variants.Move(m)); child == e.lost || n == lost() {
			wins = wins.With(m)
		}
	}
	return wins
}
