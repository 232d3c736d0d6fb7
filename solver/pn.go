package solver

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/variants"
)

// PN is depth-first proof-number search: it proves who wins, and finds no distance.
// It looks first where a proof seems to need the fewest more positions, so it
// decides boards that are far too large to be searched whole. Lemmas of package
// theory end it early in duel, lockdown and blockade.
//
// The algorithm is df-pn (Nagai 2002), with thresholds raised by a quarter so that
// it does not jump to and fro between two children (the 1+ε trick of Pawlewicz & Lew,
// "Improving depth-first PN-search: 1+ε trick", 2006), and with weak sums, which do
// not count a position over and over that is reached in many ways (Ueda, Hashimoto,
// Hashimoto & Iida, "Weak proof-number search", 2008). Positions never come back, so
// the graph has no cycles, with which the original has to take care.
//
// Several workers search from the same root and share one table. Where somebody is
// at work already, a child's number counts for more (the virtual proof numbers of
// Kaneko, "Parallel depth first proof number search", 2010), and each worker goes
// back to the root now and then to see what the others have found (Pawlewicz &
// Hayward, "Scalable parallel DFPN search", 2013).
type PN struct {
	// Prover, if not nil, is of the position's game: the search uses and fills its
	// transposition table, whatever Options.Memory says.
	Prover *Prover

	// Moves, if not nil, gets what the search happens to prove of the moves.
	Moves *[]MoveResult
}

// Name returns "pn".
func (PN) Name() string { return "pn" }

// Solve implements [Engine]. When opt.Memory is full the search goes on, and does some
// of its work again.
func (e PN) Solve(ctx context.Context, p variants.Position, opt Options) (result Result, err error) {
	result = Undecided(PN{}.Name())
	s, err := newPNSearch(ctx, p, e.Prover, opt)
	if err != nil {
		return result, err
	}
	if e.Prover == nil {
		defer s.table.release()
	}

	keeper := newKeeper(ctx, result.Engine, p, opt, s.control)
	var group errgroup.Group
	for range max(1, opt.Workers) {
		w := s.newWorker(opt)
		group.Go(func() error { w.run(); return nil })
	}
	_ = group.Wait() // workers leave their errors with the control

	if e.Moves != nil {
		*e.Moves = append(*e.Moves, s.proven()...)
	}
	switch s.answer {
	case pnWon():
		result.Outcome, result.Best = Win, s.winningMoves()
	case pnLost():
		result.Outcome = Loss
		if p.Over() {
			result.Distance, result.BestComplete = 0, true
		}
	}
	result.Stats = s.control.finish()
	keeper.finish(result.Outcome != Unknown)
	if result.Outcome == Unknown {
		return result, s.control.failure()
	}
	result.Proven = true
	return result, nil
}

// pnNumbers are the proof numbers of a position from the mover's side: about how
// many more positions have to be decided to prove that the mover wins (phi) or loses
// (delta). They are pnWon or pnLost exactly when the position is decided, and else
// both between 0 and pnInfinite.
type pnNumbers struct{ phi, delta uint32 }

const pnInfinite = 1 << 30

// pnWon are the numbers of a position that the mover wins for certain.
func pnWon() pnNumbers { return pnNumbers{0, pnInfinite} }

// pnLost are the numbers of a position that the mover loses for certain.
func pnLost() pnNumbers { return pnNumbers{pnInfinite, 0} }

// pack makes one word of the numbers, never 0, and unpack takes it apart.
func (n pnNumbers) pack() uint64 { return uint64(n.phi)<<32 | uint64(n.delta) }

func unpackPN(data uint64) pnNumbers { return pnNumbers{uint32(data >> 32), uint32(data)} }

// pnSearch is what the workers of a search share.
type pnSearch struct {
	game    *variants.Game
	root    variants.State
	rules   variants.Rules
	control *control
	table   *table
	busy    busy

	territory territory
	soFar     atomic.Uint64 // the root's numbers, packed, for the statistics; the table may lose them

	once   sync.Once
	answer pnNumbers      // of the root, once it is decided
	lost   variants.State // a lost child of the root, if it is won
}

func newPNSearch(ctx context.Context, p variants.Position, prover *Prover, opt Options) (*pnSearch, error) {
	e := &pnSearch{game: p.Game(), root: p.State(), rules: p.Game().Rules(), territory: newTerritory(p.Game())}
	if prover != nil {
		e.table = prover.search.table
	} else {
		var err error
		if e.table, err = newTable(opt.MemoryLimit(), p.Game()); err != nil {
			return nil, err
		}
	}
	e.control = newControl(ctx, PN{}.Name(), opt)
	e.control.describe, e.control.table = e.describe, e.table
	e.control.publish()
	return e, nil
}

// conclude ends the search with the numbers of the root and, if it is won, a lost
// child.
func (e *pnSearch) conclude(n pnNumbers, lost variants.State) {
	e.once.Do(func() {
		e.answer = n
		if n == pnWon() {
			e.lost = lost
		}
	})
	e.control.stop(nil)
}

// describe adds to a snapshot what the search thinks of the root.
func (e *pnSearch) describe(s *Stats) {
	n := unpackPN(e.soFar.Load())
	s.Proof, s.Disproof = n.phi, n.delta
	s.PV = e.line()
}

// line returns the moves on which the search looks first, as far as the table knows.
func (e *pnSearch) line() []variants.Move {
	var line []variants.Move
	for s := e.root; ; {
		least, move := uint32(pnInfinite), variants.Move(0)
		for m := range e.rules.Legal(s).Cells() {
			_, n := e.child(s, variants.Move(m))
			if n != (pnNumbers{}) && n.delta < least {
				least, move = n.delta, variants.Move(m)
			}
		}
		if least == pnInfinite {
			return line
		}
		line = append(line, move)
		s, _ = e.child(s, move)
	}
}

// child returns a child as the search sees it, and what the table knows of it.
func (e *pnSearch) child(s variants.State, m variants.Move) (variants.State, pnNumbers) {
	child := e.rules.Play(s, m)
	e.territory.look(&child)
	return child, unpackPN(e.table.find(e.table.pack.key(child)))
}

// proven returns what the table has proven of the positions after the moves.
func (e *pnSearch) proven() (moves []MoveResult) {
	for m := range e.rules.Legal(e.root).Cells() {
		if _, n := e.child(e.root, variants.Move(m)); n == pnLost() || n == pnWon() {
			r := Result{Outcome: OutcomeOf(n == pnWon()), Proven: true, Distance: NoDistance, Engine: PN{}.Name()}
			moves = append(moves, MoveResult{Move: variants.Move(m), After: r})
		}
	}
	return moves
}

// winningMoves returns the moves of the root, which is won, that are known to win:
// the one that decided it, and those whose children happen to be known.
func (e *pnSearch) winningMoves() variants.MoveSet {
	var wins variants.MoveSet
	for m := range e.rules.Legal(e.root).Cells() {
		if child, n := e.child(e.root, variants.Move(m)); child == e.lost || n == pnLost() {
			wins = wins.With(m)
		}
	}
	return wins
}
