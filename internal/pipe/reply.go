package pipe

import (
	"encoding/json"

	"gridlock/internal/query"
	"gridlock/internal/report"
)

// Protocol is the version of the protocol. It changes when clients have to.
const Protocol = 1

// Greeting is the first line out.
type Greeting struct {
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`    // of the program
	Version  string `json:"version"` // of the program
}

// Reply is a line of output: the id of the request, null if it has none, and exactly one of the others. Known goes with
// a problem.
type Reply struct {
	ID       json.RawMessage    `json:"id"`
	Progress *report.Progress   `json:"progress,omitempty"`
	Moves    []report.MoveValue `json:"moves,omitempty"`  // all that are decided so far
	Reason   *report.Reason     `json:"reason,omitempty"` // why the position is won or lost
	Queued   *query.Queued      `json:"queued,omitempty"` // the request waits
	Result   any                `json:"result,omitempty"`
	Problem  *query.Problem     `json:"problem,omitempty"`
	Known    any                `json:"known,omitempty"` // the result so far, with the problem cancelled
}

// Values is the answer to moves: the answer to analyze without the reasons.
type Values struct {
	report.Named
	Board    string             `json:"board"`
	Position string             `json:"position"`
	ToMove   string             `json:"to_move"`
	Outcome  *string            `json:"outcome"`
	Distance *int               `json:"distance"`
	Moves    []report.MoveValue `json:"moves"` // all legal moves, best first
	Limit    *string            `json:"limit"`
}

// newValues makes an answer short.
func newValues(s report.Study) Values {
	out := Values{
		Named: s.Named, Board: s.Board, Position: s.Position, ToMove: s.ToMove,
		Outcome: s.Outcome, Distance: s.Distance, Moves: []report.MoveValue{}, Limit: s.Limit,
	}
	for _, m := range s.Moves {
		out.Moves = append(out.Moves, m.MoveValue)
	}
	return out
}

// stopped is the problem of a request that was cancelled.
func stopped() *query.Problem {
	return query.Cancelled.Problem("stopped before there was an answer")
}

// full is the problem of a request for which there is no room.
func full() *query.Problem {
	return query.Busy.Problem("the queue is full; wait for an answer, and send the request again")
}
