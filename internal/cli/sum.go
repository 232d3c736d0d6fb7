package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// Sums answers about sums of positions, by the flags of a command.
type Sums struct {
	Game     *GameFlags
	Search   *Limits
	Progress *Progress
	Format   *Format
	Class    bool     // the outcome class is asked for
	Moves    bool     // and all moves
	Without  []string // flags that do not go with a sum, maybe with their values
}

// add solves a sum of positions, and shows how far it is. The error is a [UsageError] if they cannot be
// added.
func (s *Sums) add(ctx context.Context, display *Display, task string, positions []variants.Position) (auto.Sum, error) {
	for _, flag := range s.Without {
		if name, _, _ := strings.Cut(flag, " "); s.Game.Given(name) {
			return auto.Sum{}, Usagef("--%s does not go with a sum of positions, which theory decides", flag)
		}
	}
	ctx, cancel := s.Search.Timeout.Context(ctx)
	defer cancel()
	limits := s.Search.Options()
	monitor, done := display.Watch(task, positions[0])
	defer done()
	limits.Monitor = monitor
	sum, err := auto.SolveSum(ctx, positions, limits)
	if errors.Is(err, auto.ErrNoSum) {
		err = Usagef("%w, only those of games with nimbers or values, such as %s", err, List(summed()))
	}
	return sum, err
}

// Answer solves the sum of positions that the flags name, and prints it. It prints what is known where a limit is
// reached.
func (s *Sums) Answer(ctx context.Context, out, errOut io.Writer) error {
	positions, err := s.Game.Sum()
	if err != nil {
		return err
	}
	display := s.Progress.Start(out, errOut)
	sum, err := s.add(ctx, display, "", positions)
	display.Stop()
	if errors.As(err, new(*UsageError)) {
		return err
	}
	text := sumText(positions, sum, s.Class, s.Moves, StyleFor(out))
	return errors.Join(s.Format.Print(out, report.NewPositionSum(positions, sum, s.Class, err), text), err)
}

// answerLine solves a sum of positions, and prints it as a line of JSON.
func (s *Sums) answerLine(ctx context.Context, out io.Writer, display *Display, task string, positions []variants.Position) error {
	sum, err := s.add(ctx, display, task, positions)
	if errors.As(err, new(*UsageError)) {
		return err
	}
	return cmp.Or(printable.WriteJSON(out, report.NewPositionSum(positions, sum, s.Class, err)), err)
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

// sumText writes the answer for people, with the class and all moves if they were asked for.
func sumText(positions []variants.Position, s auto.Sum, class, moves bool, style Style) string {
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
