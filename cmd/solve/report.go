package solve

import (
	"fmt"
	"io"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// answer is what there is to say of a position.
type answer struct {
	position variants.Position
	result   solver.Result
	moves    []analysis.Move // best first; nil unless asked for
	more     bool            // the distance has not been asked for, and could be
	stored   *stored         // how it was found at the time, if it is from the store
	proof    *proofReport    // the certificate, if one has been written
}

// report is the JSON output.
type report struct {
	cli.ResultReport
	Stored *storedReport    `json:"stored,omitzero"` // if it is from the store, how it was found
	Moves  []cli.MoveReport `json:"moves,omitzero"`  // with --all-moves, best first
	Proof  *proofReport     `json:"proof,omitzero"`  // with --proof, if it has been written
}

// writeJSON writes the answer as one line of JSON.
func (a answer) writeJSON(w io.Writer) error {
	out := report{ResultReport: cli.NewResultReport(a.position, a.result), Stored: a.stored.report(), Proof: a.proof}
	if a.moves != nil {
		out.Moves = []cli.MoveReport{}
	}
	for _, m := range a.moves {
		out.Moves = append(out.Moves, cli.NewMoveReport(a.position, m))
	}
	return cli.WriteJSON(w, out)
}

// writeText writes the answer for people.
func (a answer) writeText(w io.Writer, style cli.Style) error {
	p, r := a.position, a.result
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\n%s\n\n", cli.Heading(p), style.Board(p), style.Bold(cli.Verdict(p, r, a.more)))
	b.WriteString(a.moveFields())
	if len(r.PV) > 0 {
		b.WriteString(cli.Field("line", strings.Join(p.Record(r.PV), " ")))
	}
	if r.Nimber != nil {
		b.WriteString(cli.Field("nimber", fmt.Sprint(*r.Nimber)))
	}
	if r.Value != "" {
		b.WriteString(cli.Field("value", r.Value))
	}
	if r.Lemma != "" {
		b.WriteString(cli.Field("lemma", r.Lemma))
	}
	if r.Outcome == solver.Unknown {
		b.WriteString(soFar(p, r.Stats))
	}
	b.WriteString(cli.Verbatim("position", p.String()))
	b.WriteString(a.engineFields())
	b.WriteString(cli.Field("time", cli.Seconds(r.Stats.Elapsed)))
	_, err := io.WriteString(w, b.String())
	return err
}

// moveFields says what there is to say of the moves: of each, or which are best.
func (a answer) moveFields() string {
	best := strings.Join(a.position.MoveTexts(a.result.Best), " ")
	switch {
	case a.moves != nil:
		return cli.MoveFields(a.position, a.moves)
	case best == "":
		return ""
	case a.result.Distance == solver.NoDistance:
		return cli.Field("wins by", best)
	}
	return cli.Field("best moves", best)
}

// soFar says how far a search has come that did not decide the position.
func soFar(p variants.Position, stats solver.Stats) string {
	text := ""
	if stats.Proof != 0 && stats.Disproof != 0 {
		text += cli.Field("proof", fmt.Sprintf("%d/%d", stats.Proof, stats.Disproof))
	}
	if stats.Depth != 0 {
		text += cli.Field("depth", fmt.Sprint(stats.Depth))
	}
	if len(stats.PV) > 0 {
		text += cli.Field("best so far", strings.Join(p.Record(stats.PV), " "))
	}
	return text
}
