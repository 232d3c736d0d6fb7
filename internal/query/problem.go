package query

import (
	"context"
	"errors"
	"fmt"

	"gridlock/solver"
	"gridlock/variants"
)

// Problem is why there is no answer, in the form of RFC 9457.
type Problem struct {
	Type   string `json:"type"` // a word: variant, position, moves, parameter, busy, …
	Status int    `json:"status"`
	Title  string `json:"title"`
	Detail string `json:"detail"`

	Parameter string   `json:"parameter,omitempty"` // that is wrong
	Ply       int      `json:"ply,omitempty"`       // of the move that is wrong, from 1
	Reason    string   `json:"reason,omitempty"`    // why the move is refused
	Legal     []string `json:"legal,omitempty"`     // the moves that are legal instead
}

// Error returns title and detail.
func (p *Problem) Error() string { return p.Title + ": " + p.Detail }

// urn begins the types of problems.
const urn = "urn:gridlock:problem:"

// Named returns the problem with the URN of its type in place of the word.
func (p *Problem) Named() Problem {
	out := *p
	out.Type = urn + p.Type
	return out
}

// The problems that are not about what was asked.
func busy(detail string) *Problem {
	return &Problem{Type: "busy", Status: 503, Title: "Busy", Detail: detail}
}

func cancelled() *Problem {
	return &Problem{Type: "cancelled", Status: 499, Title: "Cancelled", Detail: "nobody waits for the answer any more"}
}

// Internal is the problem of an error that should not be. What it says is for logs.
func Internal(err error) *Problem {
	return &Problem{Type: "internal", Status: 500, Title: "Internal error", Detail: err.Error()}
}

func badParameter(name, detail string) *Problem {
	return &Problem{Type: "parameter", Status: 400, Title: "Wrong parameter", Detail: name + ": " + detail, Parameter: name}
}

// badMove is the problem of a record with a move that is not legal.
func badMove(err error) *Problem {
	p := &Problem{Type: "moves", Status: 400, Title: "Not a legal move", Detail: err.Error(), Parameter: "moves"}
	var record *variants.RecordError
	if errors.As(err, &record) {
		p.Ply, p.Reason, p.Legal = record.Ply, reasonText(record.Move.Reason), record.Move.Legal
		p.Detail = fmt.Sprintf("move %d, %v", record.Ply, record.Move)
	}
	return p
}

// reasonText names the reason why a move is refused.
func reasonText(r variants.Reason) string {
	switch r {
	case variants.Unreadable:
		return "unreadable"
	case variants.OffBoard:
		return "off-board"
	case variants.Missing:
		return "hole"
	case variants.Occupied:
		return "occupied"
	case variants.NotAdjacent:
		return "not-adjacent"
	case variants.NextToOwn:
		return "next-to-own"
	case variants.Blocked:
		return "blocked"
	case variants.Over:
		return "over"
	}
	return "forbidden"
}

// problemOf returns the problem of a search that ended with an error and without an answer,
// nil for a limit, which is no problem.
func problemOf(ctx context.Context, err error) *Problem {
	switch {
	case err == nil || errors.Is(err, solver.ErrLimit):
		return nil
	case errors.Is(err, context.Canceled) || ctx.Err() != nil:
		return cancelled()
	}
	return Internal(err)
}
