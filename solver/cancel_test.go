package solver_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/internal/search"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/theory"
	"gridlock/variants"
)

// allMoves is auto.Engine.AllMoves as an engine.
type allMoves struct{ auto.Engine }

func (allMoves) Name() string { return "all moves" }

func (e allMoves) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	k, err := e.AllMoves(ctx, p, opt)
	return k.Result(), err
}

// sums is auto.SolveSum as an engine, for games that have sums.
type sums struct{}

func (sums) Name() string { return "sum" }

func (sums) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	sum, err := auto.SolveSum(ctx, []variants.Position{p, p.Play(variants.Move(p.Legal().First())).Game().Start()}, opt)
	return solver.Result{Stats: sum.Stats}, err
}

// large returns a position of each game that takes every engine long, but for theory in classic.
func large(t *testing.T) []variants.Position {
	t.Helper()
	var all []variants.Position
	for _, c := range []struct{ id, text string }{
		{variants.Classic, "8/8/8/3X4/8/8/8/8 o"},
		{variants.Duel, "X7/8/8/3O4/8/8/8/#7 x"},
		{variants.Lockdown, "8/8/8/3XO3/8/8/8/#7 x"},
		{variants.Claim, "#7/8/8/8/8/8/8/8 x"},
		{variants.Blockade, "8/8/8/XO6/8/8/8/8 x"},
	} {
		all = append(all, testgames.Parse(t, c.id, c.text))
	}
	for _, d := range []variants.Definition{testgames.RookTron(), testgames.Snort()} {
		v, err := variants.New(d)
		require.NoError(t, err)
		game, err := v.NewGame(7, 7)
		require.NoError(t, err)
		all = append(all, game.Start())
	}
	return all
}

// polls are the numbers of the poll at which a search is cancelled.
func polls() []int {
	all := []int{1, 2, 3, 5, 8, 15, 40, 100, 300}
	return all[:testgames.Of(4, len(all))]
}

// mostAfter is the maximum number of nodes that a worker visits once its context has ended: those
// until the next poll.
const mostAfter = max(search.PollEvery, theory.PollEvery)

// Whenever a search of one worker is cancelled, it visits no more nodes than there are between two
// polls, and says why it stopped. The table of nodes after the cancel is logged.
func TestCancel(t *testing.T) {
	t.Parallel()
	engines := []solver.Engine{
		brute.Naive{}, brute.Memo{}, pn.Engine{}, negamax.Engine{}, retrograde.Engine{},
		auto.Theory{}, auto.Engine{}, auto.Engine{Distance: true}, allMoves{}, sums{},
	}
	most := map[string]map[string]uint64{}
	cancelled := 0
	for _, p := range large(t) {
		id := p.Game().Variant().ID
		most[id] = map[string]uint64{}
		for i, e := range engines {
			name := e.Name()
			if i == 7 {
				name = "distance"
			}
			if e == (sums{}) && !theory.For(p.Game()).Sums() {
				continue
			}
			for _, k := range polls() {
				after, ended := cancelAt(t, e, p, k)
				if !ended {
					break // it has answered before
				}
				cancelled++
				most[id][name] = max(most[id][name], after)
			}
		}
	}
	require.Greater(t, cancelled, 40*len(polls()))
	logMost(t, most)
}

// cancelAt cancels a search at the k-th poll and returns the nodes that it visits after that; ended is
// false if it is over before.
func cancelAt(t *testing.T, e solver.Engine, p variants.Position, k int) (after uint64, ended bool) {
	t.Helper()
	monitor := new(solver.Monitor)
	var before uint64
	ctx := testgames.CancelAt(k, func() { before = monitor.Snapshot().Nodes })
	r, err := e.Solve(ctx, p, solver.Options{Memory: 4 << 20, Monitor: monitor})
	if !ctx.Ended() {
		return 0, false
	}
	require.True(t, err == nil && r.Proven || err != nil, "%s: %v at poll %d", e.Name(), p, k)
	if err != nil {
		require.ErrorIs(t, err, context.Canceled, "%s: %v at poll %d", e.Name(), p, k)
	}
	after = r.Stats.Nodes - before
	require.LessOrEqual(t, after, uint64(mostAfter), "%s: %v at poll %d", e.Name(), p, k)
	require.Less(t, ctx.After(), 1000, "%s: %v at poll %d", e.Name(), p, k)
	return after, true
}

func logMost(t *testing.T, most map[string]map[string]uint64) {
	for _, id := range slices.Sorted(maps.Keys(most)) {
		var line strings.Builder
		for _, name := range slices.Sorted(maps.Keys(most[id])) {
			fmt.Fprintf(&line, "  %s %d", name, most[id][name])
		}
		t.Logf("%-9s%s", id, line.String())
	}
}

// What a search leaves in the memory that it shares when it is cancelled is true: asked again, with the
// same memory, an engine answers as one that begins from nothing.
func TestCancelledMemory(t *testing.T) {
	var all []variants.Position
	for _, c := range []struct{ id, text string }{
		{variants.Classic, "4/.X2/4/4 o"}, {variants.Duel, "5/5/2X2/5/5 o"}, {variants.Duel, "X3/4/3#/4 o"},
		{variants.Lockdown, "4/.X2/2O1/4 x"}, {variants.Claim, "5/5/#4/5/5 x"}, {variants.Blockade, "X3/4/4/3O x"},
	} {
		all = append(all, testgames.Parse(t, c.id, c.text))
	}
	engine := auto.Engine{Distance: true}
	for _, p := range all {
		want, err := engine.AllMoves(t.Context(), p, solver.Options{Memory: 1 << 20})
		require.NoError(t, err)
		shared, err := auto.NewShared(p.Game(), 1<<20)
		require.NoError(t, err)
		e := engine
		e.Shared = shared
		for k := 1; ; k += 1 + k/3 {
			ctx := testgames.CancelAt(k, nil)
			_, _ = e.AllMoves(ctx, p, solver.Options{})
			got, err := e.AllMoves(t.Context(), p, solver.Options{})
			require.NoError(t, err)
			same(t, want, got)
			if !ctx.Ended() {
				break
			}
			fresh, err := auto.NewShared(p.Game(), 1<<20)
			require.NoError(t, err)
			shared.Release()
			shared, e.Shared = fresh, fresh
		}
		shared.Release()
	}
}

// same verifies that the same is known of a position and of its moves.
func same(t *testing.T, want, got *solver.Knowledge) {
	t.Helper()
	p := want.Position()
	require.Equal(t, want.Result().Outcome, got.Result().Outcome, "%v", p)
	require.Equal(t, want.Result().Distance, got.Result().Distance, "%v", p)
	require.Equal(t, want.Result().Best, got.Result().Best, "%v", p)
	require.Equal(t, want.Result().Nimber, got.Result().Nimber, "%v", p)
	for m := range p.Legal().Cells() {
		w, g := want.After(variants.Move(m)), got.After(variants.Move(m))
		require.Equal(t, w.Outcome, g.Outcome, "%v %d", p, m)
		require.Equal(t, w.Distance, g.Distance, "%v %d", p, m)
		if w.ColValue != "" && g.ColValue != "" {
			require.Equal(t, w.ColValue, g.ColValue, "%v %d", p, m)
		}
	}
}
