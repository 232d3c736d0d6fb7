package analysis

import (
	"gridlock/solver"
	"gridlock/variants"
)

// Move is a legal move with its result, from the side of the player who makes it.
type Move struct {
	variants.Move
	solver.Score
	After solver.Result // the result of the position after the move, from the side of the opponent

	Mistake  Mistake   // against the best move
	Change   int       // plies by which it wins later (positive) or loses sooner (negative) than the best move, 0 if unknown
	Reason   Reason    // the lemma that decides it, if one does
	Evidence *Evidence // evidence about the position after the move: why the move wins or loses
	Next     *Next     // nil if not asked for, if unknown, or if the game is over
}

// Mistake is how bad a move is against the best one.
type Mistake uint8

const (
	Good    Mistake = iota // no known mistake
	Slow                   // a win that takes longer, or a loss that comes sooner
	Blunder                // a win given away
)

// String returns the mark that goes with the move in a record: "", "?!" or "??".
func (m Mistake) String() string { return [...]string{"", "?!", "??"}[m] }

// Moves returns the results of the moves of a position, best first, compared with the best move.
func Moves(k *solver.Knowledge) []Move {
	moves := make([]Move, 0, len(k.Moves()))
	for _, m := range k.Moves() {
		moves = append(moves, Move{Move: m.Move, Score: m.After.MoveScore(), After: m.After})
		for i := len(moves) - 1; i > 0 && moves[i].Compare(moves[i-1].Score) < 0; i-- { // package slices would add much code
			moves[i-1], moves[i] = moves[i], moves[i-1]
		}
	}
	judge(moves)
	return moves
}

// Line returns the move and the best play after it, as far as it is known.
func (m Move) Line() []variants.Move {
	line := append([]variants.Move{m.Move}, m.After.PV...)
	if best, ok := m.After.BestMove(); ok && len(line) == 1 {
		line = append(line, best)
	}
	return line
}

// judge compares moves, best first, with the best.
func judge(moves []Move) {
	for i := range moves {
		m, best := &moves[i], moves[0]
		switch {
		case best.Outcome == solver.Win && m.Outcome == solver.Loss:
			m.Mistake = Blunder
		case m.Outcome == best.Outcome && m.Distance != best.Distance && m.Distance != solver.NoDistance:
			m.Mistake, m.Change = Slow, m.Distance-best.Distance
		}
	}
}
