package console

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// SumText writes the answer for people, with the class and all moves if they were asked for.
func SumText(positions []variants.Position, s auto.Sum, class, moves bool, style Style) string {
	p := positions[0]
	result := solver.Result{Outcome: s.Outcome, Distance: solver.NoDistance}
	var b strings.Builder
	games := make([]string, 0, len(positions))
	for _, p := range positions {
		if name := GameName(p.Game().Variant()); !slices.Contains(games, name) {
			games = append(games, name)
		}
	}
	fmt.Fprintf(&b, "%s, a sum of %d positions, %v to move\n", cli.List(games), len(positions), p.Side())
	for i, part := range s.Parts {
		text := positions[i].String()
		fmt.Fprintf(&b, "\n%s\n\n", style.Board(positions[i]))
		b.WriteString(Verbatim(fmt.Sprintf("position %d", i+1), text))
		b.WriteString(worth(part))
	}
	verdict := "Not decided."
	if winner, ok := result.Winner(p); ok {
		verdict = winner.Name() + " wins with best play."
	}
	fmt.Fprintf(&b, "\n%s\n\n", style.Bold(verdict))
	if best := strings.Join(report.SumMoves(positions, s.Best), " "); best != "" {
		if !s.All {
			best += " (others not searched)"
		}
		b.WriteString(Field("winning", best))
	}
	if moves {
		b.WriteString(leaving(positions, s))
	}
	if s.Total != nil {
		b.WriteString(worth(*s.Total))
		if class {
			b.WriteString(Field("class", report.ClassOfSum(positions, s).Text()))
		}
		b.WriteString(Field("lemma", analysis.SumText(*s.Total, report.ClassOfSum(positions, s))))
	}
	b.WriteString(Field("engine", auto.Theory{}.Name()) + Field("nodes", Count(s.Stats.Nodes)))
	b.WriteString(Field("time", Seconds(s.Stats.Elapsed)))
	return b.String()
}

// worth writes a nimber or a value, "" if neither is known.
func worth(part auto.SumPart) string {
	if name, text := worthText(part); text != "" {
		return Field(name, text)
	}
	return ""
}

// worthText returns the name of the field for a nimber or a value, and its text.
func worthText(part auto.SumPart) (name, text string) {
	if part.Nimber != nil {
		return "nimber", fmt.Sprint(*part.Nimber)
	}
	return "value", analysis.Cut(part.ColValue)
}

// leaving lists all moves of a sum, grouped by the value of the sum after them.
func leaving(positions []variants.Position, s auto.Sum) string {
	var order []string
	moves := map[string][]auto.SumMove{}
	for _, m := range s.Moves {
		_, text := worthText(m.After)
		if moves[text] == nil {
			order = append(order, text)
		}
		moves[text] = append(moves[text], m)
	}
	out := ""
	for _, text := range order {
		out += Field("leaves", text+" after "+strings.Join(report.SumMoves(positions, moves[text]), " "))
	}
	return out
}
