package solver

import (
	"fmt"

	"gridlock/internal/invariants"
	"gridlock/variants"
)

// distance is the number of plies until the game is over with best play. Its
// parity is the outcome: odd is a win for the player to move, even a loss.
type distance int8

// none stands for "no move seen yet". It is worse for the mover than any distance
// that a move can lead to.
const none distance = -2

func (d distance) wins() bool { return d&1 != 0 }

// better reports whether a mover would rather be d plies than e plies from the
// end: rather a win than a loss, rather a short win, rather a long loss.
func (d distance) better(e distance) bool {
	switch {
	case d.wins() != e.wins():
		return d.wins()
	case d.wins():
		return d < e
	default:
		return d > e
	}
}

// exact is a search that finds the distance of a state. It stops early, with ok
// false, when its watch says so.
type exact interface {
	search(s variants.State) (d distance, ok bool)
}

// solveExactly makes a result out of the distances that the search finds: of the
// position's children, for its outcome and best moves, and of theirs, for the
// principal variation.
func solveExactly(p variants.Position, name string, e exact, w *watch) (result Result, err error) {
	result = Undecided(name)
	defer func() { result.Stats = w.finish() }()

	rules, s := p.Game().Rules(), p.State()
	if !w.visit() {
		return result, w.err()
	}
	best, moves, ok := bestMoves(rules, s, e)
	if !ok {
		// A move into a lost position wins, whatever the others do.
		if best.wins() {
			result.Outcome, result.Proven, result.Best = Win, true, moves
		}
		return result, w.err()
	}
	result.Proven, result.Distance, result.Best, result.BestComplete = true, int(best), moves, true
	result.Outcome = Loss
	if best.wins() {
		result.Outcome = Win
	}

	line := make([]variants.Move, 0, best)
	for left := best; moves != 0; left-- {
		m := variants.Move(moves.First())
		line = append(line, m)
		s = rules.Play(s, m)
		var d distance
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

// bestMoves searches every child of the state and returns the state's distance
// and the moves that lead to it. When the search has to stop, ok is false, and
// distance and moves are those of the children searched.
func bestMoves(rules variants.Rules, s variants.State, e exact) (best distance, moves variants.MoveSet, ok bool) {
	best = none
	for m := range rules.Legal(s).Cells() {
		d, ok := e.search(rules.Play(s, variants.Move(m)))
		if !ok {
			return best, moves, false
		}
		switch d++; {
		case d.better(best):
			best, moves = d, variants.MoveSet(0).With(m)
		case d == best:
			moves = moves.With(m)
		}
	}
	return max(best, 0), moves, true
}
