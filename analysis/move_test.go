package analysis

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/solver"
	"gridlock/variants"
)

// What all moves together say of a position is what memo says of it, and in claim its
// nimber.
func TestMovesAgreeWithMemo(t *testing.T) {
	ctx := context.Background()
	sample.Check(t, 500, func(t *rapid.T) {
		p := sample.Position(t, sample.Variant(t), 14)
		want, err := solver.Memo{}.Solve(ctx, p, solver.Options{})
		require.NoError(t, err)
		if p.Game().Variant().ID == variants.Claim {
			known, err := solver.Theory{}.Solve(ctx, p, solver.Options{})
			require.NoError(t, err)
			want.Nimber = known.Nimber
		}
		a, err := Analyze(ctx, p, Options{Options: solver.Options{Memory: 1 << 20, Distance: true}})
		require.NoError(t, err)
		require.Len(t, a.Moves, p.Legal().Count())
		want.Engine, want.Stats, want.Lemma = "auto", a.Result.Stats, a.Result.Lemma
		want.Value = a.Result.Value
		require.Equal(t, p.Record(want.PV), p.Record(a.Result.PV))
		want.PV = a.Result.PV // empty in one way or the other
		require.Equal(t, want, a.Result)
		for i, m := range a.Moves {
			after, err := solver.Memo{}.Solve(ctx, p.Play(m.Move), solver.Options{})
			require.NoError(t, err)
			require.Equal(t, after.Distance+1, m.Distance)
			require.Equal(t, after.Outcome == solver.Loss, m.Outcome == solver.Win)
			if i > 0 {
				require.False(t, better(m, a.Moves[i-1]), "not the best first")
			}
		}
	})
}

// better reports whether the mover would rather make the move a than b. Both are known.
func better(a, b Move) bool {
	switch {
	case a.Outcome != b.Outcome:
		return a.Outcome == solver.Win
	case a.Outcome == solver.Win:
		return a.Distance < b.Distance
	}
	return a.Distance > b.Distance
}

// What follows for a position from what is known of its moves.
func TestOverall(t *testing.T) {
	p := sample.Parse(t, variants.Claim, "..... x")
	after := func(o solver.Outcome, distance int) solver.Result {
		return solver.Result{Outcome: o, Distance: distance}
	}
	const none = solver.NoDistance
	for name, c := range map[string]struct {
		after    []solver.Result
		outcome  solver.Outcome
		distance int
		best     []string
	}{
		"nothing known":           {[]solver.Result{after(solver.Unknown, none), after(solver.Unknown, none)}, solver.Unknown, none, []string{}},
		"a loss among unknown":    {[]solver.Result{after(solver.Win, 3), after(solver.Unknown, none)}, solver.Unknown, none, []string{}},
		"a win among unknown":     {[]solver.Result{after(solver.Unknown, none), after(solver.Loss, 4)}, solver.Win, none, []string{"2"}},
		"a win at once":           {[]solver.Result{after(solver.Unknown, none), after(solver.Loss, 0)}, solver.Win, 1, []string{"2"}},
		"a win of unknown length": {[]solver.Result{after(solver.Loss, none), after(solver.Loss, 4)}, solver.Win, none, []string{"1", "2"}},
		"a win, a vague loss":     {[]solver.Result{after(solver.Win, none), after(solver.Loss, 4)}, solver.Win, 5, []string{"2"}},
		"two losses":              {[]solver.Result{after(solver.Win, 5), after(solver.Win, 7)}, solver.Loss, 8, []string{"2"}},
		"a vague loss":            {[]solver.Result{after(solver.Win, 5), after(solver.Win, none)}, solver.Loss, none, []string{}},
	} {
		var moves []Move
		for i, result := range c.after {
			moves = append(moves, NewMove(solver.MoveResult{Move: variants.Move(i), After: result}))
		}
		BestFirst(moves)
		r := Overall(p, moves)
		require.Equal(t, c.outcome, r.Outcome, name)
		require.Equal(t, c.outcome != solver.Unknown, r.Proven, name)
		require.Equal(t, c.distance, r.Distance, name)
		require.Equal(t, c.best, p.MoveTexts(r.Best), name)
	}
}
