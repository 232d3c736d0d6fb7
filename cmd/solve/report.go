package solve

import (
	"fmt"
	"io"
	"strings"
	"time"

	"gridlock/analysis"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
)

// answer is what was found about a position.
type answer struct {
	analysis.Answer
	moves []analysis.Move     // best first; nil unless asked for
	more  bool                // the distance has not been asked for, and could be
	limit error               // by which the search had to stop, nil if it had not
	proof *report.Certificate // the certificate, if one has been written
}

// solution is the JSON output.
type solution struct {
	report.Result
	Source *report.Source       `json:"source,omitzero"`        // if it was looked up, where
	Stored *stored              `json:"stored,omitzero"`        // if it is from the store, how it was found at the time
	Class  *report.OutcomeClass `json:"outcome_class,omitzero"` // with --class
	Moves  []report.Move        `json:"moves,omitzero"`         // with --all-moves, best first
	Proof  *report.Certificate  `json:"proof,omitzero"`         // with --proof, if it has been written
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

// writeText writes the answer for people.
func (a answer) writeText(w io.Writer) error {
	p, r := a.Position(), a.Result()
	var b strings.Builder
	field := func(name, value string) {
		if value != "" {
			b.WriteString(console.Field(name, value))
		}
	}
	b.WriteString(console.Opening(p, r, a.more, console.StyleFor(w)))
	if a.moves != nil {
		b.WriteString(console.MoveFields(p, a.moves))
	} else {
		b.WriteString(console.BestFields(p, r))
	}
	b.WriteString(console.LineField(p, r))
	if r.Nimber != nil {
		field("nimber", fmt.Sprint(*r.Nimber))
	}
	field("value", r.ColValue)
	if class, ok := a.Class(); ok {
		field("class", class.Text())
	}
	field("lemma", a.Reason.Text)
	if s := r.Stats; r.Outcome == solver.Unknown { // how far the search has come
		if s.Proof != 0 && s.Disproof != 0 {
			field("proof", fmt.Sprintf("%d/%d", s.Proof, s.Disproof))
		}
		if s.Depth != 0 {
			field("depth", fmt.Sprint(s.Depth))
		}
		field("best so far", strings.Join(p.Record(s.PV), " "))
	}
	b.WriteString(console.Verbatim("position", p.String()))
	switch o := a.Origin; {
	case o == nil:
		field("engine", r.Engine)
		field("nodes", console.Count(r.Stats.Nodes))
	case o.Kind == solver.FromBook:
		field("engine", "none: from the opening book that comes with the program")
	default:
		field("engine", r.Engine+", from the store")
		field("proven", fmt.Sprintf("%s with %s nodes in %s", o.When.Format(time.DateOnly),
			console.Count(o.Nodes), console.Seconds(time.Duration(o.Seconds*float64(time.Second)))))
	}
	field("time", console.Seconds(r.Stats.Elapsed))
	_, err := io.WriteString(w, b.String())
	return err
}
