package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// Problem is why there is no answer, in the form of RFC 9457.
type Problem struct {
	Type   Type   `json:"type"`
	Status int    `json:"status"`
	Title  string `json:"title"`
	Detail string `json:"detail"`

	Parameter string   `json:"parameter,omitempty"` // the wrong parameter
	Ply       int      `json:"ply,omitempty"`       // number of the wrong move, from 1
	Reason    string   `json:"reason,omitempty"`    // why the move is refused
	Legal     []string `json:"legal,omitempty"`     // the moves that are legal instead
	Cells     []Place  `json:"cells,omitempty"`     // the wrong cells of a position
}

// Place is a cell, by its row and column, both from 0.
type Place struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// Error returns title and detail. Programs on a pipe may leave out either. The type stands for a missing title.
func (p *Problem) Error() string {
	all := []string{cmp.Or(p.Title, string(p.Type)), p.Detail}
	return strings.Join(slices.DeleteFunc(all, func(text string) bool { return text == "" }), ": ")
}

// URN begins the types of problems over HTTP, where RFC 9457 asks for a URI.
const URN = "urn:gridlock:problem:"

// Named returns the problem with the URN of its type in place of the word.
func (p *Problem) Named() Problem {
	out := *p
	out.Type = URN + p.Type
	return out
}

func cancelled() *Problem { return Cancelled.Problem("nobody waits for the answer any more") }

// Internal is the problem of an error that should never occur. Its text is for logs.
func Internal(err error) *Problem { return InternalError.Problem(err.Error()) }

// WrongParameter is the problem of a parameter.
func WrongParameter(name, detail string) *Problem { return BadParameter.of(name, name+": "+detail) }

// of returns a problem of the type that is about a parameter.
func (t Type) of(parameter, detail string) *Problem {
	p := t.Problem(detail)
	p.Parameter = parameter
	return p
}

// BadMove is the problem of a record with a move that is not legal.
func BadMove(err error) *Problem {
	p := BadMoves.of("moves", err.Error())
	var record *variants.RecordError
	if errors.As(err, &record) {
		p.Ply, p.Reason, p.Legal = record.Ply, reasonText(record.Move.Reason), record.Move.Legal
		p.Detail = fmt.Sprintf("move %d, %v", record.Ply, record.Move)
	}
	return p
}

// badPosition is the problem of a text that is no position.
func badPosition(err error) *Problem {
	p := BadPosition.of("position", err.Error())
	var place *variants.PlaceError
	if errors.As(err, &place) {
		for _, c := range place.Cells {
			p.Cells = append(p.Cells, Place{c[0], c[1]})
		}
	}
	return p
}

// reasonText names the reason why a move is refused.
func reasonText(r variants.Reason) string {
	return cmp.Or(map[variants.Reason]string{
		variants.Unreadable: "unreadable", variants.OffBoard: "off-board", variants.Missing: "hole", variants.Occupied: "occupied",
		variants.NotAdjacent: "not-adjacent", variants.NextToOwn: "next-to-own", variants.Blocked: "blocked", variants.Over: "over",
	}[r], "forbidden")
}

// problemOf returns the problem of a search that ended with an error. It is nil if a limit was reached or the search was
// stopped.
func problemOf(ctx context.Context, err error) *Problem {
	switch {
	case err == nil || errors.Is(err, solver.ErrLimit) || errors.Is(context.Cause(ctx), ErrStopped):
		return nil
	case errors.Is(err, context.Canceled) || ctx.Err() != nil:
		return cancelled()
	}
	return Internal(err)
}
