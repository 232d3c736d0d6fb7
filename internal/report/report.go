// Package report is the program's JSON: one form for each kind of answer, whichever verb
// prints it. Fields may be added to a form; none is renamed or removed.
//
// Result, Move, Solution and Answer are about a position; Study is about a position or a game.
package report

import (
	"context"
	"errors"
	"time"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// Result is a result in JSON, as in the output of every command that says who wins a position. Unknown fields are null,
// or empty for best_moves and pv. best_moves are the best moves if distance is known, else winning moves; best_move is
// the first one. best_moves_complete says that there are no others, and pv_complete that pv goes on to the end of the
// game.
type Result struct {
	Named
	Board             string   `json:"board"`
	Position          string   `json:"position"`
	ToMove            string   `json:"to_move"`
	Outcome           *string  `json:"outcome"`
	Winner            *string  `json:"winner"`
	Distance          *int     `json:"distance"`
	BestMove          *string  `json:"best_move"`
	BestMoves         []string `json:"best_moves"`
	BestMovesComplete bool     `json:"best_moves_complete"`
	PV                []string `json:"pv"`
	Nimber            *int     `json:"nimber"`
	Value             *string  `json:"value"`
	Engine            string   `json:"engine"`
	Lemma             *string  `json:"lemma"`
	Nodes             uint64   `json:"nodes"`
	Seconds           float64  `json:"seconds"`
	Proven            bool     `json:"proven"`
	PVComplete        bool     `json:"pv_complete"`
}

// NewResult returns the JSON form of the result of a position.
func NewResult(p variants.Position, r solver.Result) Result {
	out := Result{
		Named:             NewNamed(p.Game().Variant()),
		Board:             p.Game().Grid().String(),
		Position:          p.String(),
		ToMove:            p.Side().String(),
		Outcome:           r.Outcome.Text(),
		Distance:          distanceOrNil(r.Distance),
		BestMoves:         p.MoveTexts(r.Best),
		PV:                p.Record(r.PV),
		PVComplete:        len(r.PV) == r.Distance,
		BestMovesComplete: r.BestComplete,
		Nimber:            r.Nimber,
		Value:             textOrNil(r.ColValue),
		Engine:            r.Engine,
		Lemma:             textOrNil(r.Lemma),
		Nodes:             r.Stats.Nodes,
		Seconds:           r.Stats.Elapsed.Seconds(),
		Proven:            r.Proven,
	}
	if winner, ok := r.Winner(p); ok {
		out.Winner = new(winner.String())
	}
	if m, ok := r.BestMove(); ok {
		out.BestMove = new(p.MoveText(m))
	}
	return out
}

// Limit returns the name of the limit that stopped a search: time, nodes, memory, interrupted, or search if it found no
// more; nil if no limit did.
func Limit(err error) *string {
	if errors.Is(err, context.Canceled) {
		return new("interrupted")
	}
	return textOrNil(string(solver.LimitOf(err)))
}

// MoveValue is a legal move with its value in JSON; unknown fields are null.
type MoveValue struct {
	Move     string  `json:"move"`
	Outcome  *string `json:"outcome"`  // the outcome for the player who makes the move
	Distance *int    `json:"distance"` // plies from the position before the move
}

// NewMoveValue returns the value of a move of the position in JSON.
func NewMoveValue(p variants.Position, m variants.Move, v solver.Score) MoveValue {
	return MoveValue{p.MoveText(m), v.Outcome.Text(), distanceOrNil(v.Distance)}
}

// Score returns the value as a score.
func (m MoveValue) Score() solver.Score {
	v := solver.UnknownScore()
	for _, o := range []solver.Outcome{solver.Win, solver.Loss} {
		if m.Outcome != nil && *m.Outcome == o.String() {
			v.Outcome = o
		}
	}
	if m.Distance != nil {
		v.Distance = *m.Distance
	}
	return v
}

// Move has all facts about a legal move in JSON. Nimber and value are those of the position after it.
type Move struct {
	MoveValue
	Nimber *int    `json:"nimber"`
	Value  *string `json:"value"`
	Proven bool    `json:"proven"`
}

// NewMove returns a move of the position in JSON.
func NewMove(p variants.Position, m analysis.Move) Move {
	return Move{
		MoveValue: NewMoveValue(p, m.Move, m.Score),
		Nimber:    m.After.Nimber,
		Value:     textOrNil(m.After.ColValue),
		Proven:    m.After.Proven,
	}
}

// NewMoves returns moves of the position in JSON.
func NewMoves(p variants.Position, moves []analysis.Move) []Move {
	out := make([]Move, 0, len(moves))
	for _, m := range moves {
		out = append(out, NewMove(p, m))
	}
	return out
}

// distanceOrNil returns nil in place of solver.NoDistance.
func distanceOrNil(d int) *int {
	if d == solver.NoDistance {
		return nil
	}
	return &d
}

// textOrNil returns nil in place of an empty text.
func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OutcomeClass says in JSON who wins a position if either player begins, with X as Left.
type OutcomeClass struct {
	Class  *string `json:"class"`   // N, P, L or R; null unless both winners are known
	XFirst *string `json:"x_first"` // the winner if X begins; null if unknown
	OFirst *string `json:"o_first"`

	// Nodes and Seconds are of the search with the other player to move. They are 0 if it does not matter who begins.
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// NewOutcomeClass returns a class in JSON; work is the work of the second search.
func NewOutcomeClass(c analysis.Class, work solver.Stats) *OutcomeClass {
	winner := func(first variants.Player) *string {
		if w, ok := c.Winner(first); ok {
			return new(w.String())
		}
		return nil
	}
	return &OutcomeClass{textOrNil(c.Name()), winner(variants.X), winner(variants.O), work.Nodes, work.Elapsed.Seconds()}
}

// Source is in JSON the source of a result that needed no search.
type Source struct {
	Kind    string    `json:"kind"`            // book, table or solved
	Table   string    `json:"table,omitempty"` // its name
	When    time.Time `json:"when,omitzero"`   // it was computed
	Program string    `json:"program,omitempty"`
}

// NewSource returns an origin in JSON, nil for none.
func NewSource(o *solver.Origin) *Source {
	if o == nil {
		return nil
	}
	return &Source{o.Kind, o.Table, o.When, o.Program}
}

// Solved says in JSON who wins a position, and the source of that result.
type Solved struct {
	Result
	Source *Source       `json:"source"`                 // null if just found, or if it follows from results of the moves
	Class  *OutcomeClass `json:"outcome_class,omitzero"` // the class if it was asked for, and there is one
}

// Solution is the answer of solve: who wins, and which limit was reached. For a sum of positions it is a [PositionSum].
type Solution struct {
	Solved
	Limit *string `json:"limit"` // time, nodes, memory, search, interrupted, or null
}

// NewSolution returns an answer for JSON, with the limit that err, which may be nil, names.
func NewSolution(a analysis.Answer, err error) Solution {
	return Solution{Solved{NewResult(a.Position(), a.Result()), NewSource(a.Origin), classOf(a)}, Limit(err)}
}

// classOf returns the class of an answer in JSON, nil if it was not asked for.
func classOf(a analysis.Answer) *OutcomeClass {
	class, ok := a.Class()
	if !ok {
		return nil
	}
	return NewOutcomeClass(class, a.Other.Stats)
}

// Answer has in JSON the known results of a position and its moves.
type Answer struct {
	Solved
	Moves []Move `json:"moves"` // best first
}

// NewAnswer returns an answer in JSON.
func NewAnswer(a analysis.Answer) Answer {
	return Answer{NewSolution(a, nil).Solved, NewMoves(a.Position(), analysis.Moves(a.Knowledge))}
}
