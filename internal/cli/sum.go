package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// RefuseWithSum returns what is wrong where one of the flags is set, and positions are to be added.
func (g *GameFlags) RefuseWithSum(flags ...string) error {
	for _, flag := range flags {
		if g.Given(flag) {
			return Usagef("--%s does not go with a sum of positions, which theory decides", flag)
		}
	}
	return nil
}

// AddUp solves a sum of positions, and shows how far it is. The error is a [UsageError] if they cannot be
// added.
func AddUp(ctx context.Context, display *Display, task string, positions []variants.Position, limits solver.Options) (auto.Sum, error) {
	monitor, done := display.Watch(task, positions[0])
	defer done()
	limits.Monitor = monitor
	sum, err := auto.SolveSum(ctx, positions, limits)
	if errors.Is(err, auto.ErrNoSum) {
		err = Usagef("%w, only those of games with nimbers or values, such as %s", err, List(summed()))
	}
	return sum, err
}

// AnswerSum solves the sum of positions that the flags name, by add, whose errors are those of [AddUp], and
// prints it, with the class and all moves if they were asked for. It prints what is known where a limit is reached.
func (g *GameFlags) AnswerSum(ctx context.Context, out, errOut io.Writer, progress *Progress, format *Format, class, moves bool,
	add func(ctx context.Context, display *Display, task string, positions []variants.Position) (auto.Sum, error),
) error {
	positions, err := g.Sum()
	if err != nil {
		return err
	}
	display := progress.Start(out, errOut)
	sum, err := add(ctx, display, "", positions)
	display.Stop()
	if errors.As(err, new(*UsageError)) {
		return err
	}
	return errors.Join(format.Print(out, report.NewPositionSum(positions, sum, class, err), SumText(positions, sum, class, moves, StyleFor(out))), err)
}

// summed returns the ids of the games whose positions can be added.
func summed() (ids []string) {
	for _, v := range variants.All() {
		if theory.For(v.Default()).Sums() {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// SumText writes the answer for people, with the class and all moves if they were asked for.
func SumText(positions []variants.Position, s auto.Sum, class, moves bool, style Style) string {
	p := positions[0]
	result := solver.Result{Outcome: s.Outcome, Distance: solver.NoDistance}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, a sum of %d positions, %v to move\n", GameName(p.Game().Variant()), len(positions), p.Side())
	for i, part := range s.Parts {
		text := positions[i].String()
		fmt.Fprintf(&b, "\n%s\n\n", style.Board(positions[i]))
		b.WriteString(Verbatim(fmt.Sprintf("position %d", i+1), text))
		b.WriteString(worth(part))
	}
	verdict := "Not decided."
	if winner, ok := result.Winner(p); ok {
		verdict = fmt.Sprintf("Player %d (%v) wins with best play.", winner.Number(), winner)
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
		b.WriteString(Field("lemma", analysis.TotalText(*s.Total)))
	}
	b.WriteString(Field("engine", auto.Theory{}.Name()) + Field("nodes", Count(s.Stats.Nodes)))
	b.WriteString(Field("time", Seconds(s.Stats.Elapsed)))
	return b.String()
}

// worth writes a nimber or a value, nothing if neither is known.
func worth(part auto.SumPart) string {
	if name, text := worthText(part); text != "" {
		return Field(name, text)
	}
	return ""
}

// worthText returns what a nimber or a value is called, and its text.
func worthText(part auto.SumPart) (name, text string) {
	if part.Nimber != nil {
		return "nimber", fmt.Sprint(*part.Nimber)
	}
	return "value", part.ColValue
}

// leaving lists all moves of a sum by what it is worth after them.
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
