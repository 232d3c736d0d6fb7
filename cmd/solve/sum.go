package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// refuseSum returns what is wrong with the flags where positions are to be added.
func (opt *options) refuseSum() error {
	for _, flag := range []string{"distance", "all-moves", "lemmas", "resume", "proof"} {
		if opt.game.Given(flag) {
			return cli.Usagef("--%s does not go with a sum of positions, which theory decides", flag)
		}
	}
	if !opt.engine.isDefault() && opt.engine.Name() != (auto.Theory{}).Name() {
		return cli.Usagef("--engine %s does not go with a sum of positions, which theory decides", opt.engine.Name())
	}
	return nil
}

// solveSum solves the sum of positions that the flags name.
func (opt *options) solveSum(ctx context.Context, out, errOut io.Writer) error {
	positions, err := opt.game.Sum()
	if err != nil {
		return err
	}
	display := opt.progress.Start(out, errOut)
	sum, err := opt.add(ctx, display, "", positions)
	display.Stop()
	if errors.As(err, new(*cli.UsageError)) {
		return err
	}
	return errors.Join(opt.format.Print(out, report.NewPositionSum(positions, sum, err), sumText(positions, sum, cli.StyleFor(out))), err)
}

// add solves a sum of positions. The error is a [cli.UsageError] if they cannot be added.
func (opt *options) add(ctx context.Context, display *cli.Display, task string, positions []variants.Position) (auto.Sum, error) {
	if err := opt.refuseSum(); err != nil {
		return auto.Sum{}, err
	}
	ctx, cancel := opt.search.Timeout.Context(ctx)
	defer cancel()
	limits := opt.limits()
	monitor, done := display.Watch(task, positions[0])
	defer done()
	limits.Monitor = monitor
	sum, err := auto.SolveSum(ctx, positions, limits)
	if errors.Is(err, auto.ErrNoSum) {
		err = cli.Usagef("positions of %s cannot be added, only those of games with nimbers or values: %s",
			positions[0].Game().Variant().ID, cli.List(summed()))
	}
	return sum, err
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

// sumText writes the answer for people.
func sumText(positions []variants.Position, s auto.Sum, style cli.Style) string {
	p := positions[0]
	result := solver.Result{Outcome: s.Outcome, Distance: solver.NoDistance}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, a sum of %d positions, %v to move\n", cli.GameName(p.Game().Variant()), len(positions), p.Side())
	for i, part := range s.Parts {
		text := positions[i].String()
		fmt.Fprintf(&b, "\n%s\n\n", style.Board(positions[i]))
		b.WriteString(cli.Verbatim(fmt.Sprintf("position %d", i+1), text))
		b.WriteString(worth(part))
	}
	verdict := "Not decided."
	if winner, ok := result.Winner(p); ok {
		verdict = fmt.Sprintf("Player %d (%v) wins with best play.", winner.Number(), winner)
	}
	fmt.Fprintf(&b, "\n%s\n\n", style.Bold(verdict))
	if moves := strings.Join(report.SumMoves(positions, s), " "); moves != "" {
		if !s.All {
			moves += " (others not searched)"
		}
		b.WriteString(cli.Field("winning", moves))
	}
	if s.Total != nil {
		b.WriteString(worth(*s.Total))
		b.WriteString(cli.Field("lemma", analysis.TotalText(*s.Total)))
	}
	b.WriteString(cli.Field("engine", auto.Theory{}.Name()) + cli.Field("nodes", cli.Count(s.Stats.Nodes)))
	b.WriteString(cli.Field("time", cli.Seconds(s.Stats.Elapsed)))
	return b.String()
}

// worth writes a nimber or a value, nothing if neither is known.
func worth(part auto.SumPart) string {
	switch {
	case part.Nimber != nil:
		return cli.Field("nimber", fmt.Sprint(*part.Nimber))
	case part.ColValue != "":
		return cli.Field("value", part.ColValue)
	}
	return ""
}
