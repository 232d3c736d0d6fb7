package solver_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// What follows for a position from what is known of its moves.
func TestConclusionsFromMoves(t *testing.T) {
	p := testgames.Parse(t, variants.Lockdown, "X..../#...O x")
	require.Equal(t, 2, p.Legal().Count())
	const none = solver.NoDistance
	after := func(o solver.Outcome, distance int) solver.Result {
		return solver.Result{Outcome: o, Distance: distance, Proven: o != solver.Unknown}
	}
	for name, c := range map[string]struct {
		after    []solver.Result
		outcome  solver.Outcome
		distance int
		best     []string
		complete bool
	}{
		"nothing known":           {[]solver.Result{after(solver.Unknown, none), after(solver.Unknown, none)}, solver.Unknown, none, []string{}, false},
		"a loss among unknown":    {[]solver.Result{after(solver.Win, 3), after(solver.Unknown, none)}, solver.Unknown, none, []string{}, false},
		"a win among unknown":     {[]solver.Result{after(solver.Unknown, none), after(solver.Loss, 4)}, solver.Win, none, []string{"7"}, false},
		"a win of unknown length": {[]solver.Result{after(solver.Loss, none), after(solver.Loss, 4)}, solver.Win, none, []string{"2", "7"}, true},
		"a win, a vague loss":     {[]solver.Result{after(solver.Win, none), after(solver.Loss, 4)}, solver.Win, 5, []string{"7"}, true},
		"two losses":              {[]solver.Result{after(solver.Win, 5), after(solver.Win, 7)}, solver.Loss, 8, []string{"7"}, true},
		"a vague loss":            {[]solver.Result{after(solver.Win, 5), after(solver.Win, none)}, solver.Loss, none, []string{}, false},
	} {
		k := solver.NewKnowledge(p)
		for i, m := range k.Moves() {
			k.LearnMove(m.Move, c.after[i])
		}
		require.NoError(t, k.Err(), name)
		r := k.Result()
		require.Equal(t, c.outcome, r.Outcome, name)
		require.Equal(t, c.outcome != solver.Unknown, r.Proven, name)
		require.Equal(t, c.distance, r.Distance, name)
		require.Equal(t, c.best, p.MoveTexts(r.Best), name)
		require.Equal(t, c.complete, r.BestComplete, name)
	}
}

// A nimber is the least that no move leads to, and unknown if one of those is.
func TestConclusionsOnNimbers(t *testing.T) {
	p := testgames.Parse(t, variants.Lockdown, "X..../#...O x")
	for _, c := range []struct{ first, second, want int }{
		{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {3, 3, 0}, {-1, 1, -1}, {0, -1, -1},
	} {
		k := solver.NewKnowledge(p)
		for i, nimber := range []int{c.first, c.second} {
			r := solver.Result{Outcome: solver.OutcomeOf(nimber != 0), Distance: solver.NoDistance, Proven: true}
			if nimber >= 0 {
				r.Nimber = &nimber
			}
			k.LearnMove(k.Moves()[i].Move, r)
		}
		got := -1
		if nimber := k.Result().Nimber; nimber != nil {
			got = *nimber
		}
		require.NoError(t, k.Err())
		require.Equal(t, c.want, got, "%+v", c)
	}
}

// What follows for the moves from what is known of a position, here one with two moves.
func TestConclusionsOnMoves(t *testing.T) {
	p := testgames.Parse(t, variants.Lockdown, "X..../#...O x")
	const none = solver.NoDistance
	for name, c := range map[string]struct {
		outcome       solver.Outcome
		distance      int
		best          int // moves that are known to be best
		complete      bool
		first, second solver.Outcome
		distances     [2]int
	}{
		"a win by the first":            {solver.Win, none, 1, false, solver.Loss, solver.Unknown, [2]int{none, none}},
		"a win by the first only":       {solver.Win, none, 1, true, solver.Loss, solver.Win, [2]int{none, none}},
		"a quickest win":                {solver.Win, 5, 1, false, solver.Loss, solver.Unknown, [2]int{4, none}},
		"the only quickest win":         {solver.Win, 5, 1, true, solver.Loss, solver.Unknown, [2]int{4, none}},
		"two quickest wins":             {solver.Win, 5, 2, true, solver.Loss, solver.Loss, [2]int{4, 4}},
		"a loss":                        {solver.Loss, none, 0, false, solver.Win, solver.Win, [2]int{none, none}},
		"a loss, and how to put it off": {solver.Loss, 6, 1, true, solver.Win, solver.Win, [2]int{5, none}},
	} {
		k := solver.NewKnowledge(p)
		r := solver.Result{Outcome: c.outcome, Distance: c.distance, BestComplete: c.complete, Proven: true}
		for _, m := range k.Moves()[:c.best] {
			r.Best = r.Best.With(int(m.Move))
		}
		k.Learn(r)
		require.NoError(t, k.Err(), name)
		for i, want := range []solver.Outcome{c.first, c.second} {
			require.Equal(t, want, k.Moves()[i].After.Outcome, "%s: %d", name, i)
			require.Equal(t, c.distances[i], k.Moves()[i].After.Distance, "%s: %d", name, i)
		}
	}
}

// If true results are learnt in any order, every conclusion is true.
func TestKnowledgeAgreesWithMemo(t *testing.T) {
	testgames.Check(t, 1500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		exact := func(q variants.Position) solver.Result {
			r, err := brute.Memo{}.Solve(context.Background(), q, solver.Options{})
			require.NoError(t, err)
			return r
		}
		// told returns a part of a true result.
		told := func(r solver.Result) solver.Result {
			if rapid.Bool().Draw(t, "vague") {
				r = r.WithoutDistance()
			}
			if rapid.Bool().Draw(t, "few moves") {
				r.Best, r.BestComplete = r.Best&-r.Best, false
			}
			return r
		}
		k, keys := solver.NewKnowledge(p), keys.New(p.Game())
		for range rapid.IntRange(0, 5).Draw(t, "facts") {
			if p.Over() || rapid.IntRange(0, 3).Draw(t, "which") == 0 {
				k.Learn(told(exact(p)))
				continue
			}
			m := testgames.Move(t, p)
			k.LearnMove(m, told(exact(p.Play(m))))
		}
		require.NoError(t, k.Err())
		requireKnown(t, p, exact(p), k.Result())
		for _, m := range k.Moves() {
			requireKnown(t, p.Play(m.Move), exact(p.Play(m.Move)), m.After)
			if r := k.Result(); r.Outcome == solver.Loss {
				require.Equal(t, solver.Win, m.After.Outcome)
			} else if m.After.Outcome == solver.Loss {
				require.Equal(t, solver.Win, r.Outcome)
			}
			for _, other := range k.Moves() {
				if keys.Of(p.Play(m.Move).State()) == keys.Of(p.Play(other.Move).State()) {
					require.Equal(t, m.After.Outcome, other.After.Outcome)
					require.Equal(t, m.After.Distance, other.After.Distance)
				}
			}
		}
	})
}

// requireKnown checks a result against the truth.
func requireKnown(t require.TestingT, p variants.Position, want, got solver.Result) {
	if !got.Proven {
		require.Equal(t, solver.Unknown, got.Outcome)
		return
	}
	require.Equal(t, want.Outcome, got.Outcome)
	require.Zero(t, got.Best&^p.Legal())
	if got.Distance == solver.NoDistance {
		require.False(t, got.Outcome == solver.Loss && got.Best != 0)
		for m := range p.Legal().Cells() {
			after, err := brute.Memo{}.Solve(context.Background(), p.Play(variants.Move(m)), solver.Options{})
			require.NoError(t, err)
			if got.Best.Has(m) || got.BestComplete {
				require.Equal(t, got.Best.Has(m), after.Outcome == solver.Loss)
			}
		}
		return
	}
	require.Equal(t, want.Distance, got.Distance)
	require.Zero(t, got.Best&^want.Best)
	if got.BestComplete {
		require.Equal(t, want.Best, got.Best)
	}
	requireLine(t, p, want.Distance, got.PV)
}

// Results that contradict each other are detected, and not believed any more.
func TestContradictions(t *testing.T) {
	p := testgames.Game(t, variants.Lockdown, 4, 4).Start()
	win := solver.Result{Outcome: solver.Win, Proven: true, Distance: solver.NoDistance, Engine: "a table"}
	loss := solver.Result{Outcome: solver.Loss, Proven: true, Distance: solver.NoDistance, Engine: "a book"}
	longer := solver.Result{Outcome: solver.Loss, Proven: true, Distance: 14, Engine: "a store"}
	for name, teach := range map[string]func(k *solver.Knowledge){
		"outcome":          func(k *solver.Knowledge) { k.Learn(win); k.Learn(loss) },
		"distance":         func(k *solver.Knowledge) { k.Learn(longer); longer := longer; longer.Distance = 16; k.Learn(longer) },
		"a move that wins": func(k *solver.Knowledge) { k.Learn(loss); k.LearnMove(5, loss) },
		"images":           func(k *solver.Knowledge) { k.LearnMove(0, win); k.LearnMove(15, loss) },
	} {
		k := solver.NewKnowledge(p)
		teach(k)
		require.ErrorIs(t, k.Err(), solver.ErrContradiction, name)
		r, err := auto.Engine{Known: k}.Solve(context.Background(), p, solver.Options{Memory: 1 << 20})
		require.ErrorIs(t, err, solver.ErrContradiction, name)
		require.False(t, r.Proven, name)
	}
}

// One ply from the end it is known which moves end the game.
func TestEndingMoves(t *testing.T) {
	p := testgames.Parse(t, variants.Claim, ".. x")
	k := solver.NewKnowledge(p)
	k.Learn(solver.Result{Outcome: solver.Win, Proven: true, Distance: solver.NoDistance})
	require.Equal(t, 1, k.Result().Distance)
	require.Equal(t, p.Legal(), k.Result().Best)
	k = solver.NewKnowledge(p)
	k.Learn(solver.Result{Outcome: solver.Loss, Proven: true, Distance: solver.NoDistance})
	require.ErrorIs(t, k.Err(), solver.ErrContradiction)
}

// Results for illegal moves are not taken for something else.
func TestIllegalMovesAreNotLearnt(t *testing.T) {
	p := testgames.Parse(t, variants.Lockdown, "X..../#...O x")
	for _, m := range []variants.Move{0, 9, 63} {
		k := solver.NewKnowledge(p)
		k.Learn(solver.Result{Outcome: solver.Win, Proven: true, Distance: solver.NoDistance, Best: variants.MoveSet(0).With(int(m)), Engine: "a source"})
		require.ErrorIs(t, k.Err(), solver.ErrContradiction)
		require.Equal(t, solver.Unknown, k.Result().Outcome)
		for _, known := range k.Moves() {
			require.Equal(t, solver.Unknown, known.After.Outcome)
		}
		require.Panics(t, func() { solver.NewKnowledge(p).LearnMove(m, solver.Result{}) })
		require.Equal(t, solver.Undecided("auto"), k.After(m))
	}
	require.Equal(t, solver.Undecided("auto"), solver.NewKnowledge(p).After(200))
}
