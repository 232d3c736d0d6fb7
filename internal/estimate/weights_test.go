package estimate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/theory"
	"gridlock/variants"
)

// reach returns the positions that lead to each position reachable from p.
func reach(p variants.Position) map[variants.State]map[variants.State]bool {
	parents := map[variants.State]map[variants.State]bool{p.State(): {}}
	rules := p.Game().Rules()
	var visit func(variants.State)
	visit = func(s variants.State) {
		for m := range rules.Legal(s).Cells() {
			next := rules.Play(s, variants.Move(m))
			if parents[next] == nil {
				parents[next] = map[variants.State]bool{}
				visit(next)
			}
			parents[next][s] = true
		}
	}
	visit(p.State())
	return parents
}

// drawn draws a game: one of some or, as often, one of the family that suits.
func drawn(t *rapid.T, suits func(game *variants.Game) bool, ids ...string) variants.Position {
	if rapid.Bool().Draw(t, "any") {
		if p := testgames.Position(t, testgames.Family(t, 9), 9); suits(p.Game()) {
			return p
		}
	}
	v, err := variants.Lookup(rapid.SampledFrom(ids).Draw(t, "variant"))
	require.NoError(t, err)
	return testgames.Position(t, v, 9)
}

// In the games with markers the parents of every position are those that a search from the start
// finds, on boards with holes and from the middle of games too.
func TestParentsAreThoseThatCanBeReached(t *testing.T) {
	testgames.Check(t, 400, func(t *rapid.T) {
		p := drawn(t, func(g *variants.Game) bool { return theory.For(g).History != nil }, "classic", "lockdown", "blockade")
		c := newCount(p, rapid.IntRange(1, 30).Draw(t, "counted"))
		require.NoError(t, c.run(context.Background()))
		if c.complete {
			return
		}
		d := newDescent(p, theory.For(p.Game()).History, c)
		for s, want := range reach(p) {
			if c.keys.Layer(c.keys.Of(s)) >= c.last {
				continue
			}
			reached, unknown := d.parents(s)
			if reached != len(want) || unknown != 0 {
				t.Fatalf("%v: %d parents and %d unknown, not %d", s, reached, unknown, len(want))
			}
			require.True(t, d.history.Possible(d.cells, d.root.Yours != 0, s))
		}
	})
}

// In duel, claim and their like the configurations that leave a position are as many as playing all
// games and counting those with different stones gives.
func TestConfigurationsAreCounted(t *testing.T) {
	testgames.Check(t, 300, func(t *rapid.T) {
		p := drawn(t, counts, "duel", "claim")
		g := newConfigurations(p, newCount(p, 1))
		rules := p.Game().Rules()
		type config struct {
			stones [2]variants.Board
			ply    int
		}
		seen := map[config]bool{}
		alike := map[variants.State]float64{}
		var visit func(variants.State, config)
		visit = func(s variants.State, c config) {
			if seen[c] {
				return
			}
			seen[c] = true
			alike[s]++
			for m := range rules.Legal(s).Cells() {
				next := c
				if p.Game().Traits().Free == variants.Unused {
					next.stones[c.ply%2] = next.stones[c.ply%2].With(m)
				} else {
					next.stones[0] = next.stones[0].With(m)
				}
				next.ply++
				visit(rules.Play(s, variants.Move(m)), next)
			}
		}
		visit(p.State(), config{})
		for s, want := range alike {
			if s == p.State() {
				continue
			}
			got, all := g.alike(g.counts.keys.Of(s))
			require.True(t, all)
			require.Equal(t, want, got, "%v", s)
		}
	})
}

// An enumeration that is cut short says so, also the second time.
func TestTooManyConfigurations(t *testing.T) {
	p := testgames.Game(t, "duel", 8, 8).Start()
	g := newConfigurations(p, newCount(p, 1))
	for range 2 {
		n, all := g.alike(g.counts.keys.Of(variants.State{}))
		require.False(t, all)
		require.Greater(t, n, 100.0)
	}
}
