package tablebase_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/solver/auto"
	"gridlock/solver/brute"

	samples "gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// truth is everything that is true of a position.
func truth(t require.TestingT, p variants.Position) (r solver.Result, wins variants.MoveSet) {
	ctx := background()
	r, err := brute.Memo{}.Solve(ctx, p, solver.Options{})
	require.NoError(t, err)
	lemma, _ := auto.Theory{}.Solve(ctx, p, solver.Options{}) // or nothing
	r.Nimber, r.ColValue = lemma.Nimber, lemma.ColValue
	for m := range p.Legal().Cells() {
		after, err := brute.Memo{}.Solve(ctx, p.Play(variants.Move(m)), solver.Options{})
		require.NoError(t, err)
		if after.Outcome == solver.Loss {
			wins = wins.With(m)
		}
	}
	return r, wins
}

// partOf draws a result with a part of the truth.
func partOf(t *rapid.T, whole solver.Result, wins variants.MoveSet) solver.Result {
	r := whole
	some := func(what string) bool { return rapid.Bool().Draw(t, what) }
	subset := func(set variants.MoveSet) variants.MoveSet {
		return set & variants.MoveSet(rapid.Uint64().Draw(t, "moves"))
	}
	switch rapid.IntRange(0, 2).Draw(t, "distance") {
	case 0:
		r.Distance, r.Best, r.PV = solver.NoDistance, subset(wins), nil
	case 1: // stopped while it searched for the best moves, or for the line
		r.Best = subset(r.Best)
		r.PV = r.PV[:rapid.IntRange(0, len(r.PV)).Draw(t, "line")]
	}
	if some("no nimber") {
		r.Nimber = nil
	}
	if some("no value") {
		r.ColValue = ""
	}
	if some("lemma") {
		r.Engine, r.Lemma = "theory", "a lemma"
	}
	return r
}

// otherColours returns the position with the players' marks exchanged in its text; ok is false
// if that is not a position.
func otherColours(p variants.Position) (variants.Position, bool) {
	text := []byte(p.String())
	for i, c := range text {
		switch c {
		case 'X', 'x':
			text[i] = c - 'X' + 'O'
		case 'O', 'o':
			text[i] = c - 'O' + 'X'
		}
	}
	q, err := p.Game().Variant().Parse(string(text))
	return q, err == nil && q.State() == p.State()
}

// If parts of the truth are saved, in any order and for any image, Find knows all of them.
func TestKnowledgeOnlyGrows(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), tablebase.Options{Hold: true})
	seen := 0
	samples.Check(t, 300, func(t *rapid.T) {
		p := samples.Position(t, samples.Variant(t), 9)
		images := []variants.Position{p}
		for _, sym := range p.Game().Grid().Symmetries() {
			images = append(images, p.Image(sym))
		}
		for _, image := range images {
			if q, ok := otherColours(image); ok {
				images = append(images, q)
				seen++
			}
		}
		before, err := s.Find(t.Context(), p)
		require.NoError(t, err)
		for range rapid.IntRange(1, 5).Draw(t, "saves") {
			at := rapid.SampledFrom(images).Draw(t, "image")
			whole, wins := truth(t, at)
			part := partOf(t, whole, wins)
			require.NoError(t, s.Save(t.Context(), at, part))
			got, err := s.Find(t.Context(), at)
			require.NoError(t, err)
			requireTrue(t, at, got, whole, wins)
			requireAtLeast(t, got, part)

			whole, wins = truth(t, p)
			after, err := s.Find(t.Context(), p)
			require.NoError(t, err)
			requireTrue(t, p, after, whole, wins)
			if before.Proven {
				requireAtLeast(t, after, before)
			}
			before = after
		}
	})
	require.Positive(t, seen, "positions with the colours exchanged")
}

// requireTrue verifies that everything in a result is true.
func requireTrue(t require.TestingT, p variants.Position, r, whole solver.Result, wins variants.MoveSet) {
	require.True(t, r.Proven)
	require.Equal(t, whole.Outcome, r.Outcome)
	if r.Distance != solver.NoDistance {
		require.Equal(t, whole.Distance, r.Distance)
		wins = whole.Best
	}
	require.Zero(t, r.Best&^wins, "%v", p)
	if r.Nimber != nil {
		require.Equal(t, *whole.Nimber, *r.Nimber)
	}
	if r.ColValue != "" {
		require.Equal(t, whole.ColValue, r.ColValue)
	}
	for _, m := range r.PV {
		require.True(t, p.Legal().Has(int(m)))
		p = p.Play(m)
	}
}

// requireAtLeast verifies that a result has everything that another one has.
func requireAtLeast(t require.TestingT, r, part solver.Result) {
	if part.Distance != solver.NoDistance {
		require.Equal(t, part.Distance, r.Distance)
		require.GreaterOrEqual(t, len(r.PV), len(part.PV))
	}
	if r.Distance == part.Distance {
		require.Zero(t, part.Best&^r.Best)
	}
	if part.Nimber != nil {
		require.Equal(t, part.Nimber, r.Nimber)
	}
	if part.ColValue != "" {
		require.Equal(t, part.ColValue, r.ColValue)
	}
	if part.Lemma != "" {
		require.Equal(t, part.Lemma, r.Lemma)
		require.Equal(t, part.Engine, r.Engine)
	}
}

// A result that contradicts what is known changes nothing and is an error.
func TestContradictions(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), tablebase.Options{Hold: true})
	for _, id := range []string{"claim", "duel"} {
		p := start(t, id, 3, 4)
		whole, _ := truth(t, p)
		require.NoError(t, s.Save(t.Context(), p, whole))
		for _, lie := range []func(*solver.Result){
			func(r *solver.Result) { r.Outcome, r.Distance = solver.Win+solver.Loss-r.Outcome, solver.NoDistance },
			func(r *solver.Result) { r.Distance += 2 },
			func(r *solver.Result) { r.Nimber = new(77) },
			func(r *solver.Result) { r.ColValue = "77" },
		} {
			r := whole
			lie(&r)
			if r.Nimber != nil && whole.Nimber == nil || r.ColValue != "" && whole.ColValue == "" {
				continue // of the other game
			}
			err := s.Save(t.Context(), p, r)
			require.ErrorIs(t, err, solver.ErrContradiction)
			require.NotErrorIs(t, err, tablebase.ErrDamaged)
			require.ErrorContains(t, err, p.String())
			got, err := s.Find(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, whole.Distance, got.Distance)
			require.Equal(t, whole.Nimber, got.Nimber)
			require.Equal(t, whole.ColValue, got.ColValue)
		}
	}
}

// A table adds the distance to a solved position; a table that contradicts it is detected.
func TestTableAndSolvedPosition(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), tablebase.Options{})
	p := start(t, "claim", 3, 3)
	whole, wins := truth(t, p)
	part := whole
	part.Distance, part.Best, part.PV = solver.NoDistance, wins, nil
	require.NoError(t, s.Save(t.Context(), p, part))
	_, err := s.Build(p, naive(p, 100))
	require.NoError(t, err)
	got, err := s.Find(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, whole.Distance, got.Distance)
	require.Equal(t, whole.Nimber, got.Nimber)

	part.Outcome, part.Best = solver.Loss, 0
	other := open(t, s.Dir()+"2", tablebase.Options{})
	require.NoError(t, other.Save(t.Context(), p, part))
	_, err = other.Build(p, naive(p, 100))
	require.NoError(t, err)
	_, err = other.Find(t.Context(), p)
	require.ErrorIs(t, err, solver.ErrContradiction)
}
