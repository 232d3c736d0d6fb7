package solver

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/variants"
)

// What follows for a position from what is known of its moves.
func TestConclusionsFromMoves(t *testing.T) {
	p := sample.Parse(t, variants.Lockdown, "X..../#...O x")
	require.Equal(t, 2, p.Legal().Count())
	const none = NoDistance
	after := func(o Outcome, distance int) Result {
		return Result{Outcome: o, Distance: distance, Proven: o != Unknown}
	}
	for name, c := range map[string]struct {
		after    []Result
		outcome  Outcome
		distance int
		best     []string
		complete bool
	}{
		"nothing known":           {[]Result{after(Unknown, none), after(Unknown, none)}, Unknown, none, []string{}, false},
		"a loss among unknown":    {[]Result{after(Win, 3), after(Unknown, none)}, Unknown, none, []string{}, false},
		"a win among unknown":     {[]Result{after(Unknown, none), after(Loss, 4)}, Win, none, []string{"7"}, false},
		"a win of unknown length": {[]Result{after(Loss, none), after(Loss, 4)}, Win, none, []string{"2", "7"}, true},
		"a win, a vague loss":     {[]Result{after(Win, none), after(Loss, 4)}, Win, 5, []string{"7"}, true},
		"two losses":              {[]Result{after(Win, 5), after(Win, 7)}, Loss, 8, []string{"7"}, true},
		"a vague loss":            {[]Result{after(Win, 5), after(Win, none)}, Loss, none, []string{}, false},
	} {
		k := NewKnowledge(p)
		for i, m := range k.Moves() {
			k.LearnMove(m.Move, c.after[i])
		}
		require.NoError(t, k.Err(), name)
		r := k.Result()
		require.Equal(t, c.outcome, r.Outcome, name)
		require.Equal(t, c.outcome != Unknown, r.Proven, name)
		require.Equal(t, c.distance, r.Distance, name)
		require.Equal(t, c.best, p.MoveTexts(r.Best), name)
		require.Equal(t, c.complete, r.BestComplete, name)
	}
}

// Whatever true things are learnt in whatever order, everything concluded is true.
func TestKnowledgeAgreesWithMemo(t *testing.T) {
	sample.Check(t, 1500, func(t *rapid.T) {
		p := sample.Position(t, sample.Variant(t), 12)
		exact := func(q variants.Position) Result {
			r, err := Memo{}.Solve(context.Background(), q, Options{})
			require.NoError(t, err)
			return r
		}
		// told is as much of the truth as somebody might tell.
		told := func(r Result) Result {
			if rapid.Bool().Draw(t, "vague") {
				r = r.WithoutDistance()
			}
			if rapid.Bool().Draw(t, "few moves") {
				r.Best, r.BestComplete = r.Best&-r.Best, false
			}
			return r
		}
		k, keys := NewKnowledge(p), NewKeys(p.Game())
		for range rapid.IntRange(0, 5).Draw(t, "facts") {
			if p.Over() || rapid.IntRange(0, 3).Draw(t, "which") == 0 {
				k.Learn(told(exact(p)))
				continue
			}
			m := sample.Move(t, p)
			k.LearnMove(m, told(exact(p.Play(m))))
		}
		require.NoError(t, k.Err())
		requireKnown(t, p, exact(p), k.Result())
		for _, m := range k.Moves() {
			requireKnown(t, p.Play(m.Move), exact(p.Play(m.Move)), m.After)
			if r := k.Result(); r.Outcome == Loss {
				require.Equal(t, Win, m.After.Outcome)
			} else if m.After.Outcome == Loss {
				require.Equal(t, Win, r.Outcome)
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
func requireKnown(t require.TestingT, p variants.Position, want, got Result) {
	if !got.Proven {
		require.Equal(t, Unknown, got.Outcome)
		return
	}
	require.Equal(t, want.Outcome, got.Outcome)
	require.Zero(t, got.Best&^p.Legal())
	if got.Distance == NoDistance {
		require.False(t, got.Outcome == Loss && got.Best != 0)
		for m := range p.Legal().Cells() {
			after, err := Memo{}.Solve(context.Background(), p.Play(variants.Move(m)), Options{})
			require.NoError(t, err)
			if got.Best.Has(m) || got.BestComplete {
				require.Equal(t, got.Best.Has(m), after.Outcome == Loss)
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

// Sources that contradict each other are noticed, and believed no more.
func TestContradictions(t *testing.T) {
	p := sample.Game(t, variants.Lockdown, 4, 4).Start()
	win := Result{Outcome: Win, Proven: true, Distance: NoDistance, Engine: "a table"}
	loss := Result{Outcome: Loss, Proven: true, Distance: NoDistance, Engine: "a book"}
	longer := Result{Outcome: Loss, Proven: true, Distance: 14, Engine: "a store"}
	for name, teach := range map[string]func(k *Knowledge){
		"outcome":          func(k *Knowledge) { k.Learn(win); k.Learn(loss) },
		"distance":         func(k *Knowledge) { k.Learn(longer); longer := longer; longer.Distance = 16; k.Learn(longer) },
		"a move that wins": func(k *Knowledge) { k.Learn(loss); k.LearnMove(5, loss) },
		"images":           func(k *Knowledge) { k.LearnMove(0, win); k.LearnMove(15, loss) },
	} {
		k := NewKnowledge(p)
		teach(k)
		require.ErrorIs(t, k.Err(), ErrContradiction, name)
		r, err := Auto{Known: k}.Solve(context.Background(), p, Options{Memory: 1 << 20})
		require.ErrorIs(t, err, ErrContradiction, name)
		require.False(t, r.Proven, name)
	}
}

// One ply from the end it is known which moves end the game.
func TestEndingMoves(t *testing.T) {
	p := sample.Parse(t, variants.Claim, ".. x")
	k := NewKnowledge(p)
	k.Learn(Result{Outcome: Win, Proven: true, Distance: NoDistance})
	require.Equal(t, 1, k.Result().Distance)
	require.Equal(t, p.Legal(), k.Result().Best)
	k = NewKnowledge(p)
	k.Learn(Result{Outcome: Loss, Proven: true, Distance: NoDistance})
	require.ErrorIs(t, k.Err(), ErrContradiction)
}

// What sources say of moves that there are not is never taken for something else.
func TestIllegalMovesAreNotLearnt(t *testing.T) {
	p := sample.Parse(t, variants.Lockdown, "X..../#...O x")
	for _, m := range []variants.Move{0, 9, 63} {
		k := NewKnowledge(p)
		k.Learn(Result{Outcome: Win, Proven: true, Distance: NoDistance, Best: variants.MoveSet(0).With(int(m)), Engine: "a source"})
		require.ErrorIs(t, k.Err(), ErrContradiction)
		require.Equal(t, Unknown, k.Result().Outcome)
		for _, known := range k.Moves() {
			require.Equal(t, Unknown, known.After.Outcome)
		}
		require.Panics(t, func() { NewKnowledge(p).LearnMove(m, Result{}) })
		require.Equal(t, Undecided("auto"), k.After(m))
	}
	require.Equal(t, Undecided("auto"), NewKnowledge(p).After(200))
}
