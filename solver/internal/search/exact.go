package search

import (
	"fmt"

	"gridlock/internal/invariants"
	"gridlock/solver"
	"gridlock/variants"
)

// Distance is the number of plies to the end of the game with best play. Its parity is the
// outcome: odd is a win for the player to move, even a loss.
type Distance int8

// None stands for "no move seen yet". It is worse for the mover than any distance after a move.
const None Distance = -2

// Wins reports whether the player to move wins.
func (d Distance) Wins() bool { return d&1 != 0 }

// Better reports whether the mover prefers distance d to distance e: wins before losses, short
// wins, long losses.
func (d Distance) Better(e Distance) bool {
	switch {
	case d.Wins() != e.Wins():
		return d.Wins()
	case d.Wins():
		return d < e
	default:
		return d > e
	}
}

// Exact is a search for the distance of a state. It stops early, with ok false, when its budget
// says so.
type Exact interface {
	Search(s variants.State) (d Distance, ok bool)
}

// SolveExactly builds a result from distances that the search finds: those of the position's children, for its outcome
// and best moves, and those of their children, for the principal variation.
func SolveExactly(p variants.Position, name string, e Exact, w *Budget) (result solver.Result, err error) {
	result = solver.Undecided(name)
	defer func() { result.Stats = w.Finish() }()

	rules, s := p.Game().Rules(), p.State()
	if !w.Visit() {
		return result, w.Err()
	}
	best, moves, ok := bestMoves(rules, s, e)
	if !ok {
		// A move into a lost position wins, whatever the others do.
		if best.Wins() {
			result.Outcome, result.Proven, result.Best = solver.Win, true, moves
		}
		return result, w.Err()
	}
	result.Proven, result.Distance, result.Best, result.BestComplete = true, int(best), moves, true
	result.Outcome = solver.Loss
	if best.Wins() {
		result.Outcome = solver.Win
	}

	line := make([]variants.Move, 0, best)
	for left := best; moves != 0; left-- {
		m := variants.Move(moves.First())
		line = append(line, m)
		s = rules.Play(s, m)
		var d Distance
		if d, moves, ok = bestMoves(rules, s, e); !ok {
			break // the line is cut short, but the answer is complete
		}
		if invariants.Enabled && d != left-1 {
			panic(fmt.Sprintf("solver: %s: distance %d after %d in %v", name, d, left, p))
		}
	}
	result.PV = line
	return result, nil
}

// bestMoves searches every child of the state and returns the state's distance and the moves that achieve it. If the
// search has to stop, ok is false, and distance and moves count only the finished children.
func bestMoves(rules variants.Rules, s variants.State, e Exact) (best Distance, moves variants.MoveSet, ok bool) {
	best = None
	for m := range rules.Legal(s).Cells() {
		d, ok := e.Search(rules.Play(s, variants.Move(m)))
		if !ok {
			return best, moves, false
		}
		switch d++; {
		case d.Better(best):
			best, moves = d, variants.MoveSet(0).With(m)
		case d == best:
			moves = moves.With(m)
		}
	}
	return max(best, 0), moves, true
}
