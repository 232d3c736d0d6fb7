package solver

import (
	"context"

	"gridlock/theory"
	"gridlock/variants"
)

// PN is depth-first proof-number search: it proves who wins, and finds no distance.
// It looks first where a proof seems to need the fewest more positions, so it
// decides boards that are far too large to be searched whole. Lemmas of package
// theory end it early in lockdown and blockade.
//
// The algorithm is df-pn (Nagai 2002), with thresholds raised by a quarter so that
// it does not jump to and fro between two children (the 1+ε trick of Pawlewicz & Lew,
// "Improving depth-first PN-search: 1+ε trick", 2006), and with weak sums, which do
// not count a position over and over that is reached in many ways (Ueda, Hashimoto,
// Hashimoto & Iida, "Weak proof-number search", 2008). Positions never come back, so
// the graph has no cycles, with which the original has to take care.
type PN struct{}

// Name returns "pn".
func (PN) Name() string { return "pn" }

// Solve implements [Engine]. When opt.Memory is full the search goes on, and does some
// of its work again.
func (PN) Solve(ctx context.Context, p variants.Position, opt Options) (result Result, err error) {
	e := &pnSearch{
		root:  p.State(),
		rules: p.Game().Rules(),
		watch: newWatch(ctx, opt),
		table: newPNTable(opt.memory(), p.Game()),
		guess: newPNGuess(p.Game()),
	}
	e.separation, e.separates = theory.NewSeparation(p.Game())
	if e.separates {
		e.separation.Most = separationWork
	}
	result = Result{Distance: NoDistance, Engine: PN{}.Name()}
	defer func() { result.Stats = e.watch.stats() }()

	switch n := e.expand(e.root, pnNumbers{pnInfinite, pnInfinite}); {
	case n.phi == 0:
		result.Outcome, result.Best = Win, e.winningMoves()
	case n.delta == 0:
		result.Outcome = Loss
		if p.Over() {
			result.Distance = 0
		}
	default:
		return result, e.watch.err
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

// separationWork is how many positions the separation lemma may look into at one
// node before it is left to the search.
const separationWork = 1000

type pnSearch struct {
	root       variants.State
	lost       variants.State // a lost child of the root, once it is won
	rules      variants.Rules
	watch      *watch
	table      *pnTable
	guess      pnGuess
	separation *theory.Separation
	separates  bool // separation applies to the game
}

// expand searches below a state until one of its numbers reaches its limit, and
// returns them. They are 0 and pnInfinite exactly when the state is decided.
//
// phi is the least delta among the children: one lost child is enough. delta is the
// weak sum of the children's phi: the greatest of them, and one more for each other
// child that is not decided.
func (e *pnSearch) expand(s variants.State, limit pnNumbers) pnNumbers {
	if !e.watch.visit() {
		return pnNumbers{1, 1} // of no use, but not decided
	}
	begun := e.watch.nodes
	var children [64]variants.State
	var numbers [64]pnNumbers
	count := 0
	for moves := e.rules.Legal(s); moves != 0; moves = moves.Rest() {
		child := e.rules.Play(s, variants.Move(moves.First()))
		n := e.look(child)
		if n == pnLost() {
			return e.finish(s, pnWon(), child, 1)
		}
		if n != pnWon() {
			children[count], numbers[count] = child, n
			count++
		}
	}
	for {
		n, best, second, others := combine(numbers[:count])
		if n.phi >= limit.phi || n.delta >= limit.delta || e.watch.err != nil {
			return e.finish(s, n, children[best], e.watch.nodes-begun+1)
		}
		numbers[best] = e.expand(children[best], pnNumbers{
			phi:   limit.delta - others,
			delta: min(limit.phi, second+second/4+1),
		})
	}
}

// finish remembers the numbers of a state and returns them. best is the child to
// which a winner moves.
func (e *pnSearch) finish(s variants.State, n pnNumbers, best variants.State, work uint64) pnNumbers {
	if s == e.root && n == pnWon() {
		e.lost = best
	}
	e.table.put(s, n, work)
	e.watch.stored = e.table.used
	return n
}

// combine returns a position's numbers from those of its children that are not won,
// the child to look into, the least delta of the others, and how much the weak sum
// counts for the others.
func combine(children []pnNumbers) (n pnNumbers, best int, second, others uint32) {
	n, second = pnNumbers{phi: pnInfinite}, pnInfinite
	open := uint32(0)
	for i, c := range children {
		switch {
		case c.phi == 0:
			continue
		case c.delta < n.phi:
			second, n.phi, best = n.phi, c.delta, i
		case c.delta < second:
			second = c.delta
		}
		n.delta = max(n.delta, c.phi)
		open++
	}
	if n.phi == 0 { // a child is lost
		return pnWon(), best, second, 0
	}
	if open == 0 {
		return pnLost(), 0, second, 0
	}
	others = open - 1
	n.delta = min(n.delta+others, pnInfinite-1)
	return n, best, second, others
}

// look returns what is known of a state without searching it: from the table, by a
// lemma, or a guess at its numbers.
func (e *pnSearch) look(s variants.State) pnNumbers {
	if n, _, ok := e.table.get(s); ok {
		return n
	}
	legal := e.rules.Legal(s)
	if legal == 0 {
		return pnLost()
	}
	if e.separates {
		if wins, known := e.separation.Decide(s); known && wins {
			return pnWon()
		} else if known {
			return pnLost()
		}
	}
	return e.guess.numbers(s, legal)
}

// winningMoves returns the moves of the root, which is won, that are known to win:
// the one that decided it, and those whose children happen to be known.
func (e *pnSearch) winningMoves() variants.MoveSet {
	var wins variants.MoveSet
	for m := range e.rules.Legal(e.root).Cells() {
		if child := e.rules.Play(e.root, variants.Move(m)); child == e.lost || e.look(child) == pnLost() {
			wins = wins.With(m)
		}
	}
	return wins
}
