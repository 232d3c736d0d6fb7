package interval_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interval"
	"gridlock/internal/territory"
	"gridlock/internal/testgames"
	"gridlock/theory"
	"gridlock/variants"
)

// widener widens all positions that occur to intervals, like a search, and checks each.
type widener struct {
	*rapid.T
	truth  *testgames.Truth
	rules  variants.Rules
	game   *variants.Game
	leaves *theory.Leaves
	cache  *interval.Cache
	rng    *rand.Rand
	kinds  map[string]int
}

// wins reports whether the player to move wins, by plain recursion.
func (w *widener) wins(s variants.State) bool { return w.truth.Distance(s)%2 == 1 }

// interval returns an interval around a position that is won, by whatever is found first.
func (w *widener) interval(s variants.State) (interval.Interval, error) {
	i, ok := w.leaves.Interval(s)
	kind := "leaf"
	if !ok {
		i, _, ok = w.cache.Find(interval.Of(s))
		kind = "known"
	}
	p := s
	if territory.New(w.game).Prune(&p); !ok && p.Free != s.Free && w.rng.IntN(2) == 0 {
		if i, err := w.interval(p); err == nil {
			return w.checked(w.leaves.Beyond(i, p.Free), s, "beyond"), nil
		}
	}
	if !ok {
		kind = "moved"
		for m := range w.rules.Legal(s).Cells() {
			if move := variants.Move(m); !w.wins(w.rules.Play(s, move)) {
				var err error
				i, err = w.cache.Around(s, move, w.interval)
				require.NoError(w, err)
				break
			}
		}
	}
	return w.checked(i, s, kind), nil
}

// checked checks that positions of an interval around s are won.
func (w *widener) checked(i interval.Interval, s variants.State, kind string) interval.Interval {
	w.kinds[kind]++
	require.True(w, i.Covers(interval.Of(s)), "%s: %+v around %+v", kind, i, s)
	require.Zero(w, i.Need&^i.May|i.May&(i.Mine|i.Yours)|i.May&^w.game.Grid().All(), "%s: %+v", kind, i)
	for range 4 {
		t := i.Least()
		t.Free |= i.May & variants.Board(w.rng.Uint64())
		require.True(w, w.wins(t), "%s: %+v in %+v around %+v", kind, t, i, s)
	}
	return i
}

// All positions of the intervals that are found are won, by plain recursion, and the moves of
// cached intervals win: on random positions with holes, on boards of every shape.
func TestCachedIntervalsAreWon(t *testing.T) {
	kinds, moves := map[string]int{}, 0
	testgames.Check(t, 3000, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{variants.Lockdown, variants.Blockade}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 14)
		rules, _ := interval.RulesOf(p.Game())
		few := int64(rules.MarkerClasses()) * interval.FewBytes
		_, ok := interval.NewCache(p.Game(), few-1)
		require.False(t, ok)
		memory := rapid.SampledFrom([]int64{few, 1 << 30}).Draw(t, "memory")
		cache, ok := interval.NewCache(p.Game(), memory)
		require.True(t, ok)
		require.LessOrEqual(t, cache.MostBytes(), memory)
		leaves, ok := theory.NewLeaves(p.Game())
		require.True(t, ok)
		w := &widener{
			T: t, truth: testgames.NewTruth(p.Game()), rules: p.Game().Rules(), game: p.Game(),
			leaves: leaves, cache: cache, rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), kinds: kinds,
		}
		if !w.wins(p.State()) {
			for m := range w.rules.Legal(p.State()).Cells() {
				_, _ = w.interval(w.rules.Play(p.State(), variants.Move(m)))
			}
		} else {
			_, _ = w.interval(p.State())
		}
		for s, distance := range maps.Clone(w.truth.Known) {
			if _, move, ok := cache.Find(interval.Of(s)); ok {
				moves++
				require.Equal(t, 1, distance%2, "%+v", s)
				require.False(t, w.wins(w.rules.Play(s, move)), "%d in %+v", move, s)
			}
		}
		require.LessOrEqual(t, cache.Bytes(), cache.MostBytes())
	})
	t.Log(kinds, moves)
	for _, kind := range []string{"leaf", "known", "moved", "beyond"} {
		require.Greater(t, kinds[kind], 10, kind)
	}
	require.Greater(t, moves, 1000)
}
