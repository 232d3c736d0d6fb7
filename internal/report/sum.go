package report

import (
	"fmt"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// PositionSum says in JSON who wins a sum of positions. Its fields are the fields of Result, with the game of the first
// position. A move is written with the number of its position, from 1: "2:5".
type PositionSum struct {
	Named
	ToMove            string            `json:"to_move"`
	Outcome           *string           `json:"outcome"`
	Winner            *string           `json:"winner"`
	BestMoves         []string          `json:"best_moves"`
	BestMovesComplete bool              `json:"best_moves_complete"`
	Nimber            *int              `json:"nimber"`
	Value             *string           `json:"value"`
	Engine            string            `json:"engine"`
	Lemma             *string           `json:"lemma"`
	Nodes             uint64            `json:"nodes"`
	Seconds           float64           `json:"seconds"`
	Proven            bool              `json:"proven"`
	Class             *OutcomeClass     `json:"outcome_class,omitzero"` // the class if it was asked for
	Moves             []PositionSumMove `json:"moves"`                  // winning ones first; not all after a limit
	Parts             []PositionSumPart `json:"parts"`
	Limit             *string           `json:"limit"` // time, nodes, memory, or null
}

// PositionSumMove is a move of a sum in JSON. Nimber and value are of the sum after it.
type PositionSumMove struct {
	Move    string  `json:"move"`
	Outcome *string `json:"outcome"` // the outcome for the player who makes the move
	Nimber  *int    `json:"nimber"`
	Value   *string `json:"value"`
}

// PositionSumPart is a position of a sum in JSON.
type PositionSumPart struct {
	Named
	Board    string  `json:"board"`
	Position string  `json:"position"`
	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
}

// NewPositionSum returns a sum of positions in JSON, with the limit that err names, and with its class if that was
// asked for.
func NewPositionSum(positions []variants.Position, s auto.Sum, class bool, err error) PositionSum {
	p := positions[0]
	out := PositionSum{
		Named: NewNamed(p.Game().Variant()), ToMove: p.Side().String(), Outcome: s.Outcome.Text(), BestMoves: SumMoves(positions, s.Best),
		BestMovesComplete: s.All, Engine: auto.Theory{}.Name(), Lemma: textOrNil(s.Lemma),
		Nodes: s.Stats.Nodes, Seconds: s.Stats.Elapsed.Seconds(), Proven: s.Outcome != solver.Unknown, Limit: Limit(err),
		Moves: newSumMoves(positions, s),
	}
	if winner, ok := (solver.Result{Outcome: s.Outcome}).Winner(p); ok {
		out.Winner = new(winner.String())
	}
	if s.Total != nil {
		out.Nimber, out.Value = s.Total.Nimber, textOrNil(s.Total.ColValue)
	}
	if class {
		out.Class = NewOutcomeClass(ClassOfSum(positions, s), solver.Stats{})
	}
	for i, part := range s.Parts {
		out.Parts = append(out.Parts, PositionSumPart{
			NewNamed(positions[i].Game().Variant()), positions[i].Game().Grid().String(), positions[i].String(), part.Nimber, textOrNil(part.ColValue),
		})
	}
	return out
}

// ClassOfSum returns the outcome class of a sum.
func ClassOfSum(positions []variants.Position, s auto.Sum) (c analysis.Class) {
	side := positions[0].Side()
	c.Outcomes[side], c.Outcomes[side.Opponent()] = s.Outcome, s.Other
	return c
}

// newSumMoves returns the moves of a sum in JSON, winning ones first.
func newSumMoves(positions []variants.Position, s auto.Sum) []PositionSumMove {
	out := []PositionSumMove{}
	for _, wins := range []bool{true, false} {
		for _, m := range s.Moves {
			if m.Wins == wins {
				out = append(out, PositionSumMove{
					Move: SumMoves(positions, []auto.SumMove{m})[0], Outcome: solver.OutcomeOf(wins).Text(),
					Nimber: m.After.Nimber, Value: textOrNil(m.After.ColValue),
				})
			}
		}
	}
	return out
}

// SumMoves writes moves of a sum.
func SumMoves(positions []variants.Position, all []auto.SumMove) []string {
	moves := []string{}
	for _, m := range all {
		moves = append(moves, fmt.Sprintf("%d:%s", m.Part+1, positions[m.Part].MoveText(m.Move)))
	}
	return moves
}
