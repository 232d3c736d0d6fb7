package flags

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// Sums answers about sums of positions, by the flags of a command.
type Sums struct {
	Game     *Game
	Search   *Limits
	Progress *Progress
	Format   *Format
	Class    bool     // the outcome class is asked for
	Moves    bool     // and all moves
	Without  []string // flags that do not go with a sum, maybe with their values
}

// add solves a sum of positions, and shows how far it is. The error is a [cli.UsageError] if they cannot be
// added.
func (s *Sums) add(ctx context.Context, display *console.Display, task string, positions []variants.Position) (auto.Sum, error) {
	for _, flag := range s.Without {
		if name, _, _ := strings.Cut(flag, " "); s.Game.Given(name) {
			return auto.Sum{}, cli.Usagef("--%s does not go with a sum of positions, which theory decides", flag)
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
		err = cli.Usagef("%w, only those of games with nimbers or values, such as %s", err, cli.List(summed()))
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
	if errors.As(err, new(*cli.UsageError)) {
		return err
	}
	text := console.SumText(positions, sum, s.Class, s.Moves, console.StyleFor(out))
	return errors.Join(s.Format.Print(out, report.NewPositionSum(positions, sum, s.Class, err), text), err)
}

// answerLine solves a sum of positions, and prints it as a line of JSON.
func (s *Sums) answerLine(ctx context.Context, out io.Writer, display *console.Display, task string, positions []variants.Position) error {
	sum, err := s.add(ctx, display, task, positions)
	if errors.As(err, new(*cli.UsageError)) {
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
