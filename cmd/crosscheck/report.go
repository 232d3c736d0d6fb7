package crosscheck

import (
	"fmt"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/crosscheck"
)

// report is the JSON output.
type report struct {
	Positions     int            `json:"positions"`
	Sources       []source       `json:"sources"`
	Disagreements []disagreement `json:"disagreements"`
}

// source is what an engine or oracle did.
type source struct {
	Source   string `json:"source"`
	Asked    int    `json:"asked"`
	Answered int    `json:"answered"`
	Beyond   int    `json:"out_of_reach"`
}

// disagreement is a contradiction, on the position it was found on and a small one.
type disagreement struct {
	Variant     string            `json:"variant"`
	Field       crosscheck.Field  `json:"field"`
	Position    string            `json:"position"`
	Says        map[string]string `json:"says"`
	Minimal     string            `json:"minimal"`
	MinimalSays map[string]string `json:"minimal_says"`
}

func newReport(r crosscheck.Report) report {
	out := report{Positions: r.Positions, Sources: []source{}, Disagreements: []disagreement{}}
	for _, t := range r.Tallies {
		out.Sources = append(out.Sources, source(t))
	}
	for _, d := range r.Disagreements {
		out.Disagreements = append(out.Disagreements, disagreement{
			Variant: d.Position.Game().Variant().Key(), Field: d.Field,
			Position: d.Position.String(), Says: said(d.Says),
			Minimal: d.Minimal.String(), MinimalSays: said(d.MinimalSays),
		})
	}
	return out
}

func said(statements []crosscheck.Statement) map[string]string {
	all := map[string]string{}
	for _, s := range statements {
		all[s.Source] = s.Text
	}
	return all
}

// text writes the answer for people.
func text(r crosscheck.Report) string {
	var b strings.Builder
	for _, d := range r.Disagreements {
		fmt.Fprintf(&b, "%s: they disagree on the %s\n\n", d.Position.Game().Variant().ID, d.Field)
		b.WriteString(cli.Verbatim("position", d.Position.String()))
		writeSaid(&b, d.Says)
		b.WriteString("\n" + cli.Verbatim("smallest", d.Minimal.String()))
		writeSaid(&b, d.MinimalSays)
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%-22s %10s %10s %13s\n", "source", "asked", "answered", "out of reach")
	for _, t := range r.Tallies {
		if t.Asked > 0 {
			fmt.Fprintf(&b, "%-22s %10s %10s %13s\n", t.Source, cli.Count(t.Asked), cli.Count(t.Answered), cli.Count(t.Beyond))
		}
	}
	fmt.Fprintf(&b, "\npositions %s, disagreements %s\n", cli.Count(r.Positions), cli.Count(len(r.Disagreements)))
	return b.String()
}

func writeSaid(b *strings.Builder, statements []crosscheck.Statement) {
	for _, s := range statements {
		fmt.Fprintf(b, "  %-22s %s\n", s.Source, s.Text)
	}
}
