package report

import (
	"fmt"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// PositionSum is in JSON who wins a sum of positions. Its fields are those of Result; a move is
// written with the number of its position, from 1: "2:5".
type PositionSum struct {
	Variant           string            `json:"variant"`
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
	Parts             []PositionSumPart `json:"parts"`
	Limit             *string           `json:"limit"` // time, nodes, memory, or null
}

// PositionSumPart is a position of a sum in JSON.
type PositionSumPart struct {
	Board    string  `json:"board"`
	Position string  `json:"position"`
	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
}

// NewPositionSum returns what there is in JSON of a sum of positions that was found with an error.
func NewPositionSum(positions []variants.Position, s auto.Sum, err error) PositionSum {
	p := positions[0]
	out := PositionSum{
		Variant: p.Game().Variant().Key(), ToMove: p.Side().String(), Outcome: outcomeText(s.Outcome), BestMoves: SumMoves(positions, s),
		BestMovesComplete: s.All, Engine: auto.Theory{}.Name(), Lemma: textOrNil(s.Lemma),
		Nodes: s.Stats.Nodes, Seconds: s.Stats.Elapsed.Seconds(), Proven: s.Outcome != solver.Unknown, Limit: Limit(err),
	}
	if winner, ok := (solver.Result{Outcome: s.Outcome}).Winner(p); ok {
		out.Winner = new(winner.String())
	}
	if s.Total != nil {
		out.Nimber, out.Value = s.Total.Nimber, textOrNil(s.Total.ColValue)
	}
	for i, part := range s.Parts {
		out.Parts = append(out.Parts, PositionSumPart{
			positions[i].Game().Grid().String(), positions[i].String(), part.Nimber, textOrNil(part.ColValue),
		})
	}
	return out
}

// SumMoves writes the winning moves of a sum.
func SumMoves(positions []variants.Position, s auto.Sum) []string {
	moves := []string{}
	for _, m := range s.Best {
		moves = append(moves, fmt.Sprintf("%d:%s", m.Part+1, positions[m.Part].MoveText(m.Move)))
	}
	return moves
}
