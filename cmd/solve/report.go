package solve

import (
	"fmt"
	"io"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// answer is what was found about a position.
type answer struct {
	position variants.Position
	result   solver.Result
	why      string              // how the lemma in the result applies
	moves    []analysis.Move     // best first; nil unless asked for
	class    *analysis.Class     // nil unless asked for
	other    solver.Stats        // of the search with the other player to move
	more     bool                // the distance has not been asked for, and could be
	limit    *string             // why the search had to stop, nil if it had not
	origin   *solver.Origin      // where it was looked up, nil if it has been searched for
	proof    *report.Certificate // the certificate, if one has been written
}

// solution is the JSON output.
type solution struct {
	report.Result
	Source *report.Source       `json:"source,omitzero"`        // if it was looked up, where
	Stored *storedReport        `json:"stored,omitzero"`        // if it is from the store, how it was found
	Class  *report.OutcomeClass `json:"outcome_class,omitzero"` // with --class
	Moves  []report.Move        `json:"moves,omitzero"`         // with --all-moves, best first
	Proof  *report.Certificate  `json:"proof,omitzero"`         // with --proof, if it has been written
	Limit  *string              `json:"limit"`                  // time, nodes, memory, search, interrupted, or null
}

// writeJSON writes the answer as one line of JSON.
func (a answer) writeJSON(w io.Writer) error {
	out := solution{Result: report.NewResult(a.position, a.result), Limit: a.limit, Source: report.NewSource(a.origin), Stored: stored(a.origin), Proof: a.proof}
	if a.class != nil {
		out.Class = report.NewOutcomeClass(*a.class, a.other)
	}
	if a.moves != nil {
		out.Moves = []report.Move{}
	}
	for _, m := range a.moves {
		out.Moves = append(out.Moves, report.NewMove(a.position, m))
	}
	return printable.WriteJSON(w, out)
}

// writeText writes the answer for people.
func (a answer) writeText(w io.Writer, style console.Style) error {
	p, r := a.position, a.result
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\n%s\n\n", console.Heading(p), style.Board(p), style.Bold(console.Verdict(p, r, a.more)))
	if a.moves != nil {
		b.WriteString(console.MoveFields(p, a.moves))
	} else {
		b.WriteString(console.BestFields(p, r))
	}
	b.WriteString(console.LineField(p, r))
	if r.Nimber != nil {
		b.WriteString(console.Field("nimber", fmt.Sprint(*r.Nimber)))
	}
	if r.ColValue != "" {
		b.WriteString(console.Field("value", r.ColValue))
	}
	if a.class != nil {
		b.WriteString(console.Field("class", a.class.Text()))
	}
	if a.why != "" {
		b.WriteString(console.Field("lemma", a.why))
	}
	if r.Outcome == solver.Unknown {
		b.WriteString(soFar(p, r.Stats))
	}
	b.WriteString(console.Verbatim("position", p.String()))
	b.WriteString(a.engineFields())
	b.WriteString(console.Field("time", console.Seconds(r.Stats.Elapsed)))
	_, err := io.WriteString(w, b.String())
	return err
}

// soFar says how far a search has come that did not decide the position.
func soFar(p variants.Position, stats solver.Stats) string {
	text := ""
	if stats.Proof != 0 && stats.Disproof != 0 {
		text += console.Field("proof", fmt.Sprintf("%d/%d", stats.Proof, stats.Disproof))
	}
	if stats.Depth != 0 {
		text += console.Field("depth", fmt.Sprint(stats.Depth))
	}
	if len(stats.PV) > 0 {
		text += console.Field("best so far", strings.Join(p.Record(stats.PV), " "))
	}
	return text
}
