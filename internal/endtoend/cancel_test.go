package endtoend

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/player"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// task is something that takes long and hears a context.
type task struct {
	name string
	do   func(ctx context.Context, p variants.Position) error
}

// tasks are what takes long besides the search of one position. A proven answer that is
// complete is no error, though its reasons may not be.
func tasks(t *testing.T) []task {
	limits := solver.Options{Memory: 8 << 20}
	choose := func(level string) func(context.Context, variants.Position) error {
		l, err := player.ParseLevel(level)
		require.NoError(t, err)
		return func(ctx context.Context, p variants.Position) error {
			pl := player.New(p.Game(), player.Options{Level: l, Memory: limits.Memory})
			defer pl.Close()
			_, err := pl.Choose(ctx, p)
			return err
		}
	}
	write := func(strategy bool) func(context.Context, variants.Position) error {
		return func(ctx context.Context, p variants.Position) error {
			prover, err := pn.NewProver(p.Game(), limits)
			require.NoError(t, err)
			defer prover.Close()
			r, err := auto.Engine{Prover: prover}.Solve(context.Background(), p, limits)
			require.NoError(t, err)
			winner, _ := r.Winner(p)
			_, err = certify.Request{Root: p, Winner: winner, Strategy: strategy, Prover: prover, Limits: limits}.Extract(ctx, new(bytes.Buffer))
			return err
		}
	}
	files := map[variants.Position][]byte{}
	return []task{
		{"analysis", func(ctx context.Context, p variants.Position) error {
			_, err := analysis.Analyze(ctx, p, analysis.Options{Options: limits})
			return err
		}},
		{"perfect player", choose("perfect")}, {"strong player", choose("strong")},
		{"puzzles", func(ctx context.Context, p variants.Position) error {
			opt := puzzle.Usual(3, 7, 1)
			opt.Solver.Memory = limits.Memory
			_, err := puzzle.NewFinder(p.Game().Start(), opt).Next(ctx)
			return err
		}},
		{"certificate", write(false)}, {"strategy", write(true)},
		{"check", func(ctx context.Context, p variants.Position) error {
			if files[p] == nil {
				files[p] = strategyFile(t, p, limits)
			}
			_, _, err := proof.Check(ctx, bytes.NewReader(files[p]), proof.Options{})
			return err
		}},
	}
}

// strategyFile returns a certificate by a strategy.
func strategyFile(t *testing.T, p variants.Position, limits solver.Options) []byte {
	prover, err := pn.NewProver(p.Game(), limits)
	require.NoError(t, err)
	defer prover.Close()
	r, err := auto.Engine{Prover: prover}.Solve(t.Context(), p, limits)
	require.NoError(t, err)
	winner, _ := r.Winner(p)
	w, err := certify.Request{Root: p, Winner: winner, Strategy: true, Prover: prover, Limits: limits}.Extract(t.Context(), new(bytes.Buffer))
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, w.Finish(&file, false))
	return file.Bytes()
}

// Whatever takes long ends soon after its context, at whatever poll that ends, and says why. How often
// the context is polled afterwards, and how long the rest takes, is logged; a poll stands for a few
// milliseconds of work at most.
func TestCancelEverything(t *testing.T) {
	t.Parallel()
	ended := map[string]int{}
	for _, p := range []variants.Position{
		testgames.Parse(t, variants.Classic, "4/.X2/4/4 o"), testgames.Parse(t, variants.Duel, "5/5/2X2/5/5 o"),
		testgames.Parse(t, variants.Lockdown, "5/.X3/2O2/5 x"), testgames.Parse(t, variants.Claim, "5/5/#4/5 x"),
		testgames.Parse(t, variants.Blockade, "X3/4/4/3O x"),
	} {
		for _, task := range tasks(t) {
			polls, longest := 0, time.Duration(0)
			for k := 1; k < 5000; k += 1 + k/2 {
				var at time.Time
				ctx := testgames.CancelAt(k, func() { at = time.Now() })
				err := task.do(ctx, p)
				if !ctx.Ended() {
					break
				}
				ended[task.name]++
				longest = max(longest, time.Since(at))
				polls = max(polls, ctx.After())
				if err != nil {
					require.ErrorIs(t, err, context.Canceled, "%s: %v at poll %d", task.name, p, k)
				}
			}
			require.Less(t, polls, 32, "%s: %v", task.name, p)
			t.Logf("%-9s %-15s at most %4d polls after the cancel, %v", p.Game().Variant().ID, task.name, polls, longest)
		}
	}
	for _, task := range tasks(t) {
		require.Positive(t, ended[task.name], task.name)
	}
}
