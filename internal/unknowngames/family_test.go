package foreign_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Random games of the family: every engine, with lemmas and without, images and certificates agree with
// plain recursion, on boards of any shape and with holes.
func TestRandomMembers(t *testing.T) {
	const recursion = "plain recursion without limits"
	all := append(sources(solver.Options{Nodes: 200_000, Memory: 1 << 20, Workers: 1}),
		of(recursion, brute.Memo{}, solver.Options{Memory: 1 << 30}))
	positions, answers, distinct := 0, map[string]int{}, map[string]bool{}
	testgames.Check(t, testgames.Of(600, 10_000), func(t *rapid.T) {
		v := testgames.Family(t, 12)
		p := testgames.Position(t, v, 12)
		agree(t, t.Context(), p, all, answers)
		positions++
		distinct[v.Key()+" "+p.String()] = true
	})
	t.Logf("%d of %d positions are different", len(distinct), positions)
	require.Equal(t, positions, answers[recursion])
}

// So do they in games like Snort, of which lemmas say who wins, and nothing of plies.
func TestRandomGamesLikeSnort(t *testing.T) {
	all, answers := sources(solver.Options{Nodes: 200_000, Memory: 1 << 20, Workers: 1}), map[string]int{}
	testgames.Check(t, testgames.Of(300, 5000), func(t *rapid.T) {
		agree(t, t.Context(), testgames.Position(t, testgames.LikeSnort(t, 12), 12), all, answers)
	})
	t.Log(answers)
	require.NotZero(t, answers["pn"])
	require.NotZero(t, answers["negamax"])
}

// Tables of random games of the family, a hundred in a store, have the distances of plain recursion: games
// with the same boards never find each other's. With -tags long -count 10 they are 10,000.
func TestTablesOfRandomMembers(t *testing.T) {
	games, boards, positions := map[string]bool{}, map[string]bool{}, 0
	for range testgames.Of(1, 10) {
		t.Run("store", func(t *testing.T) {
			store, err := tablebase.Open(t.TempDir(), tablebase.Options{})
			require.NoError(t, err)
			defer store.Close()
			testgames.Check(t, 100, func(t *rapid.T) {
				v := testgames.Family(t, 9)
				p := testgames.Start(t, v, 9)
				positions += sameTable(t, store, p)
				games[v.Key()], boards[v.Key()+" "+p.String()] = true, true
			})
		})
	}
	t.Logf("%d boards of %d games are different; %d positions", len(boards), len(games), positions)
	require.Greater(t, len(games), testgames.Of(40, 250))
}

// sameTable builds a table, in which every reachable position has the distance that plain recursion finds, and
// returns how many these are.
func sameTable(t require.TestingT, store *tablebase.Store, p variants.Position) int {
	game := p.Game().Variant().Key()
	_, err := store.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
		return retrograde.Engine{Writer: w, Scratch: store.Scratch()}.Build(context.Background(), p, solver.Options{Memory: 1 << 20, Workers: 1})
	})
	require.NoError(t, err, "%s %v", game, p)
	table, err := store.Table(p)
	require.NoError(t, err, "%s %v", game, p)
	truth := everything(p)
	for s, want := range truth {
		d, ok, err := table.Distance(s)
		require.NoError(t, err)
		require.True(t, ok, "%s %v: %+v", game, p, s)
		require.Equal(t, want, d, "%s %v: %+v", game, p, s)
	}
	return len(truth)
}

// The five games, written as rule files, take as many nodes and have the same results and certificates,
// byte by byte.
func TestTheFiveAsRuleFiles(t *testing.T) {
	for _, v := range variants.All() {
		text, err := v.RuleFile()
		require.NoError(t, err)
		read, err := variants.ParseFamily([]byte(text), "mine.toml")
		require.NoError(t, err)
		require.Equal(t, v.Key(), read.Key())
		for _, p := range []variants.Position{board(t, v, 4, 5), board(t, v, 5, 5)} {
			same, err := read.Parse(p.String())
			require.NoError(t, err)
			for _, e := range []solver.Engine{pn.Engine{}, negamax.Engine{}} {
				limits := solver.Options{Memory: 4 << 20, Nodes: 20_000, Workers: 1}
				want, wantErr := e.Solve(t.Context(), p, limits)
				got, gotErr := e.Solve(t.Context(), same, limits)
				require.Equal(t, wantErr == nil, gotErr == nil)
				require.Equal(t, want.Stats.Nodes, got.Stats.Nodes, "%s %v", e.Name(), p)
				require.Equal(t, want.Outcome, got.Outcome)
				require.Equal(t, want.Best, got.Best)
			}
			one, _, _ := certificate(t, p)
			other, _, _ := certificate(t, same)
			require.Equal(t, one, other)
		}
	}
}
