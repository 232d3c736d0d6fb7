package sweep

import (
	"errors"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// Row is the result of a board.
type Row struct {
	Place int // its place in the plan, from 0
	Start variants.Position

	// Result is the result of the start. Its statistics are those of the search that found it, even in an earlier run.
	Result solver.Result

	// Class says who wins the start if either player begins; nil if it was not asked for, or if there is no class. Other
	// is the work of the search with the other player to move.
	Class *analysis.Class
	Other solver.Stats

	// Origin is where the result is from, nil if it has just been found out.
	Origin *solver.Origin

	// Certificate is the file with the proof, nil if none was asked for or written.
	Certificate *report.Certificate

	// Err is nil if all requested results are known. Otherwise it is solver.ErrLimit, or says what failed.
	Err error
}

// The statuses of rows.
const (
	Solved = "solved"
	Limit  = "limit"  // reached before everything was known
	Failed = "failed" // see Row.Err
)

// Status returns the status of the row.
func (r Row) Status() string {
	switch {
	case r.Err == nil:
		return Solved
	case errors.Is(r.Err, solver.ErrLimit):
		return Limit
	}
	return Failed
}

// work reports whether the work for the result is known. It is not known if the result comes from an opening book, or
// from a table of other positions.
func (r Row) work() bool { return r.Origin == nil || r.Origin.Kind == solver.FromStore }

// Report returns the row in JSON.
func (r Row) Report() report.Board {
	out := report.Board{
		Solved: report.Solved{Result: report.NewResult(r.Start, r.Result), Source: report.NewSource(r.Origin)},
		Status: r.Status(), Certificate: r.Certificate,
	}
	if r.Class != nil {
		out.Class = report.NewOutcomeClass(*r.Class, r.Other)
	}
	if r.Err != nil {
		out.Error = new(r.Err.Error())
	}
	return out
}
