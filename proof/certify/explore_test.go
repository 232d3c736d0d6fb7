package certify

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interval"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// oracle decides who wins by plain recursion.
type oracle struct {
	rules variants.Rules
	known map[variants.State]bool
}

// wins reports whether the player to move wins.
func (o oracle) wins(s variants.State) bool {
	wins, ok := o.known[s]
	for rest := o.rules.Legal(s); rest != 0 && !ok && !wins; rest = rest.Rest() {
		wins = !o.wins(o.rules.Play(s, variants.Move(rest.First())))
	}
	o.known[s] = wins
	return wins
}

// The winner wins every position of the intervals that are found, by one explorer or several, by plain
// recursion: on random positions with holes, on boards of every shape.
func TestFoundIntervalsAreWon(t *testing.T) {
	var positions, intervals int
	kinds := map[proof.Kind]int{}
	enough := func() bool { return positions > testgames.Of(1500, 4500) && len(kinds) == 3 }
	testgames.CheckUntil(t, 1200, enough, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{variants.Lockdown, variants.Blockade}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 16)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		all := allOf(exploreAll(t, p, rapid.IntRange(1, 3).Draw(t, "workers")))
		o := oracle{p.Game().Rules(), map[variants.State]bool{}}
		for _, f := range all {
			require.Zero(t, f.Need&^f.May|f.May&(f.Mine|f.Yours), "%+v", f)
			kinds[f.kind]++
			intervals++
			for range 5 {
				s := f.Least()
				s.Free |= f.May & variants.Board(rng.Uint64())
				require.True(t, o.wins(s), "%+v in %+v", s, f)
				positions++
			}
		}
	})
	t.Logf("%d positions in %d intervals %v", positions, intervals, kinds)
	require.True(t, enough())
}

// exploreAll finds intervals for a position, as a certificate of it does.
func exploreAll(t *rapid.T, p variants.Position, workers int) *findings {
	o := oracle{p.Game().Rules(), map[variants.State]bool{}}
	winner := p.Side()
	if !o.wins(p.State()) {
		winner = winner.Opponent()
	}
	spans, ok := interval.RulesOf(p.Game())
	require.True(t, ok)
	prover := newProver(t, p.Game())
	defer prover.Close()
	prover.Begin(context.Background(), solver.Options{})
	r := Request{Root: p, Winner: winner, Prover: prover, Limits: solver.Options{Workers: workers}}
	f := newFindings(r, spans)
	require.NoError(t, f.explore(context.Background(), r))
	return f
}

// allOf returns all intervals that were found.
func allOf(f *findings) (all []found) {
	for i := range f.classes {
		all = append(all, f.classes[i].Young.Values...)
	}
	return all
}
