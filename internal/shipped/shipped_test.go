package shipped_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/shipped"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/variants"
)

var _ analysis.Store = new(shipped.Results)

// results are all results that come with the program, in the order of the file.
func results(t testing.TB, of *shipped.Results) (all []variants.Position, results []solver.Result) {
	t.Helper()
	file, err := os.ReadFile("results.txt")
	require.NoError(t, err)
	var v variants.Variant
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		text, _, isPosition := strings.Cut(line, ";")
		if !isPosition {
			if line != "" {
				key, _, _ := strings.Cut(line, " ")
				v, err = variants.ByKey(key)
				require.NoError(t, err)
			}
			continue
		}
		p, err := v.Parse(text)
		require.NoError(t, err)
		r, _, ok := of.Find(t.Context(), p)
		require.True(t, ok, line)
		all, results = append(all, p), append(results, r)
	}
	return all, results
}

// The results of a game are found, by several goroutines at once, for all images of a position; there are none of
// most games.
func TestFind(t *testing.T) {
	of := new(shipped.Results)
	start := testgames.Game(t, variants.Blockade, 7, 7).Start()
	p := start.Play(variants.Move(start.Legal().First()))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			r, origin, ok := of.Find(t.Context(), p)
			if !ok || !r.Proven || r.Engine != "book" || origin.Kind != solver.FromBook {
				t.Errorf("%v from %v, %v", r, origin, ok)
			}
			for _, other := range []variants.Position{
				testgames.Game(t, "lockdown", 4, 4).Start(), testgames.Game(t, "blockade", 6, 7).Start(), testgames.Parse(t, "blockade", "X..../...../....O x"),
			} {
				if r, _, ok := of.Find(t.Context(), other); ok || r.Outcome != solver.Unknown || r.Distance != solver.NoDistance {
					t.Errorf("%v: %v", other, r)
				}
			}
		})
	}
	all.Wait()
	want, _, _ := of.Find(t.Context(), p)
	for _, sym := range p.Game().Symmetries() {
		got, _, ok := of.Find(t.Context(), p.Image(sym))
		require.True(t, ok)
		var best variants.MoveSet
		for m := range want.Best.Cells() {
			best = best.With(int(p.ImageMove(sym, variants.Move(m))))
		}
		want := want
		want.Best = best
		require.Equal(t, want, got)
	}
	worked := false
	of.Batch(true, func() { worked = true })
	require.True(t, worked)
}

// Blockade on 7×7 is there, with all positions of the first two plies; from there on a winner has an answer to every
// move, four plies long.
func TestOpeningIsComplete(t *testing.T) {
	of := new(shipped.Results)
	start := testgames.Game(t, variants.Blockade, 7, 7).Start()
	met := map[keys.Key]bool{}
	k := keys.New(start.Game())
	var follow func(p variants.Position, ply int)
	follow = func(p variants.Position, ply int) {
		r, _, ok := of.Find(t.Context(), p)
		require.True(t, ok, "%v", p)
		require.Equal(t, r.Outcome == solver.Win || r.Distance != solver.NoDistance, r.Best != 0)
		met[k.Of(p.State())] = true
		if ply == 4 {
			return
		}
		moves := p.Legal()
		if r.Outcome == solver.Win && ply >= 2 {
			c := k.Canonical(p)
			moves, _ = c.Original(variants.MoveSet(0).With(c.Moves(r.Best).First()))
		}
		for m := range moves.Cells() {
			follow(p.Play(variants.Move(m)), ply+1)
		}
	}
	follow(start, 0)
	require.Len(t, met, 621)
	all, _ := results(t, of)
	require.Len(t, all, 621)
}

// Results agree with each other: a position with those after its moves.
func TestResultsAgree(t *testing.T) {
	of := new(shipped.Results)
	all, results := results(t, of)
	compared := 0
	for i, p := range all {
		r := results[i]
		if r.Distance != solver.NoDistance {
			require.Equal(t, r.Outcome == solver.Win, r.Distance%2 == 1, "%v", p)
		}
		for m := range p.Legal().Cells() {
			after := p.Play(variants.Move(m))
			next, _, ok := of.Find(t.Context(), after)
			if !ok {
				continue
			}
			compared++
			best, exact := r.Best.Has(m), r.Distance != solver.NoDistance && next.Distance != solver.NoDistance
			if r.Outcome == solver.Loss || best {
				require.NotEqual(t, r.Outcome, next.Outcome, "%v", after)
			}
			switch {
			case !exact || next.Outcome == r.Outcome:
			case r.Outcome == solver.Win:
				require.Equal(t, best, next.Distance == r.Distance-1, "%v", after)
				require.GreaterOrEqual(t, next.Distance, r.Distance-1, "%v", after)
			default:
				require.Equal(t, best, next.Distance == r.Distance-1, "%v", after)
				require.LessOrEqual(t, next.Distance, r.Distance-1, "%v", after)
			}
		}
	}
	require.Greater(t, compared, 700)
}

// Some of the last results, drawn at random, agree with the solver.
func TestResultsAreRight(t *testing.T) { checkSample(t, testgames.Of(6, 12), 4) }

// checkSample solves some positions again, after at least so many plies.
func checkSample(t *testing.T, count, plies int) {
	of := new(shipped.Results)
	all, results := results(t, of)
	shared, err := auto.NewShared(all[0].Game(), 256<<20)
	require.NoError(t, err)
	defer shared.Release()
	solve := func(p variants.Position) solver.Outcome {
		r, err := auto.Engine{Shared: shared}.Solve(t.Context(), p, solver.Options{Workers: 2})
		require.NoError(t, err)
		return r.Outcome
	}
	chance := rand.New(rand.NewPCG(7, 7))
	for checked := 0; checked < count; {
		i := chance.IntN(len(all))
		p, r := all[i], results[i]
		if p.Game().Start().Empty().Count()-p.Empty().Count() < plies { // every ply blocks a cell
			continue
		}
		checked++
		require.Equal(t, solve(p), r.Outcome, "%v", p)
		for m := range r.Best.Cells() {
			require.NotEqual(t, r.Outcome, solve(p.Play(variants.Move(m))), "%v: %s", p, p.MoveText(variants.Move(m)))
		}
	}
}
