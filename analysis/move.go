package analysis

import (
	"fmt"
	"slices"

	"gridlock/solver"
	"gridlock/variants"
)

// Move is a legal move and what is known of it, from the side of the player who makes it.
type Move struct {
	variants.Move
	solver.Value
	After solver.Result // of the position after the move, from the side of the opponent

	Mistake Mistake // against the best move
	Plies   int     // by which it wins later or loses sooner than the best move, 0 if that is not known
	Reason  Reason  // the lemma that decides it, if one does
}

// Mistake is how bad a move is against the best one.
type Mistake uint8

const (
	Good    Mistake = iota // none, as far as is known
	Slow                   // a win that takes longer, or a loss that comes sooner
	Blunder                // a win given away
)

// String returns the mark that goes with the move in a record: "", "?!" or "??".
func (m Mistake) String() string { return [...]string{"", "?!", "??"}[m] }

// NewMove turns a result to the side of the player who makes the move.
func NewMove(m solver.MoveResult) Move {
	return Move{Move: m.Move, Value: m.After.MoveValue(), After: m.After}
}

// Line returns the move and the best play after it, as far as that is known.
func (m Move) Line() []variants.Move {
	line := append([]variants.Move{m.Move}, m.After.PV...)
	if best, ok := m.After.BestMove(); ok && len(line) == 1 {
		line = append(line, best)
	}
	return line
}

// Label says in a few words what comes of a move: "wins in 7", "loses in ?".
func (m Move) Label() string {
	switch m.Outcome {
	case solver.Win:
		return "wins in " + m.plies()
	case solver.Loss:
		return "loses in " + m.plies()
	}
	return "not known"
}

// Glyph is Label in two or three characters: "W7", "L12", "W?", "?".
func (m Move) Glyph() string {
	switch m.Outcome {
	case solver.Win:
		return "W" + m.plies()
	case solver.Loss:
		return "L" + m.plies()
	}
	return "?"
}

func (m Move) plies() string {
	if m.Distance == solver.NoDistance {
		return "?"
	}
	return fmt.Sprint(m.Distance)
}

// BestFirst sorts moves by their values, as [solver.Value.Compare] does.
func BestFirst(moves []Move) {
	slices.SortStableFunc(moves, func(a, b Move) int { return a.Compare(b.Value) })
}

// judge compares moves, best first, with the best.
func judge(moves []Move) {
	for i := range moves {
		m, best := &moves[i], moves[0]
		switch {
		case best.Outcome == solver.Win && m.Outcome == solver.Loss:
			m.Mistake = Blunder
		case m.Outcome == best.Outcome && m.Distance != best.Distance && m.Distance != solver.NoDistance:
			m.Mistake, m.Plies = Slow, max(m.Distance, best.Distance)-min(m.Distance, best.Distance)
		}
	}
}

// Overall returns what the moves of a position, best first, say of the position.
func Overall(p variants.Position, moves []Move) solver.Result {
	r := solver.Result{Distance: solver.NoDistance, Engine: solver.Auto{}.Name()}
	switch {
	case p.Over():
		r.Outcome, r.Distance = solver.Loss, 0
	case len(moves) > 0:
		r.Outcome = moves[0].Outcome
	}
	r.Proven = r.Outcome != solver.Unknown
	if r.Proven && distanceKnown(moves) {
		r.Distance = moves[0].Distance
		r.PV = append([]variants.Move{moves[0].Move}, moves[0].After.PV...)
	}
	for _, m := range moves {
		if isBest(m, r) {
			r.Best = r.Best.With(int(m.Move))
		}
		r.Stats.Nodes += m.After.Stats.Nodes
		r.Stats.Elapsed += m.After.Stats.Elapsed
	}
	r.Nimber = mex(moves)
	return r
}

// isBest reports whether a move belongs to the best moves of a result: those by which the
// winner wins, and where the distance is known, those that go with it.
func isBest(m Move, r solver.Result) bool {
	if r.Distance == solver.NoDistance {
		return m.Outcome == solver.Win
	}
	return m.Outcome == r.Outcome && m.Distance == r.Distance
}

// distanceKnown reports whether the distance of the first of the moves, which are best
// first, is that of their position: if there is none that might turn out better.
func distanceKnown(moves []Move) bool {
	if len(moves) == 0 || moves[0].Distance == solver.NoDistance {
		return false
	}
	for _, m := range moves {
		worse := moves[0].Outcome == solver.Win && (m.Outcome == solver.Loss || moves[0].Distance == 1)
		if m.Distance == solver.NoDistance && !worse {
			return false
		}
	}
	return true
}

// mex returns the nimber of a position: the least that none of its moves leads to, nil
// where those are not known.
func mex(moves []Move) *int {
	reached := map[int]bool{}
	for _, m := range moves {
		if m.After.Nimber == nil {
			return nil
		}
		reached[*m.After.Nimber] = true
	}
	if len(moves) == 0 {
		return nil
	}
	least := 0
	for reached[least] {
		least++
	}
	return &least
}
