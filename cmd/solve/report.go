package solve

import (
	"io"
	"time"

	"gridlock/analysis"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
)

// answer is the answer about a position.
type answer struct {
	analysis.Answer
	moves []analysis.Move     // best first; nil unless asked for
	limit error               // the limit that stopped the search, nil if none did
	proof *report.Certificate // the certificate, if one has been written
}

// solution is the JSON output.
type solution struct {
	report.Result
	Source *report.Source       `json:"source,omitzero"`        // the source, if it was looked up
	Stored *stored              `json:"stored,omitzero"`        // how the store's result was found
	Class  *report.OutcomeClass `json:"outcome_class,omitzero"` // with --class
	Moves  []report.Move        `json:"moves,omitzero"`         // the moves with --all-moves, best first
	Proof  *report.Certificate  `json:"proof,omitzero"`         // the certificate of --proof, if it has been written
	Limit  *string              `json:"limit"`                  // time, nodes, memory, search, interrupted, or null
}

// stored says how an answer from the store was found.
type stored struct {
	When    time.Time `json:"when"`
	Program string    `json:"program"`
	Nodes   uint64    `json:"nodes"`
	Seconds float64   `json:"seconds"`
}

// writeJSON writes the answer as one line of JSON.
func (a answer) writeJSON(w io.Writer) error {
	s := report.NewSolution(a.Answer, a.limit)
	out := solution{Result: s.Result, Source: s.Source, Class: s.Class, Proof: a.proof, Limit: s.Limit}
	if o := a.Origin; o != nil && o.Kind != solver.FromBook {
		out.Stored = &stored{o.When, o.Program, o.Nodes, o.Seconds}
	}
	if a.moves != nil {
		out.Moves = report.NewMoves(a.Position(), a.moves)
	}
	return printable.WriteJSON(w, out)
}
