package tablebase

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// Results belong to rules: games that have them share results, whatever they are called, and games of one
// name with others do not. Rules of any length do.
func TestResultsBelongToRules(t *testing.T) {
	const grid = "move = 'place'\nclose = 'own'\npicture = 'abcdefghijklm'\n"
	long := grid + "edges = 'a-b a-c a-d a-e a-f a-g a-h a-i a-j a-k a-l a-m'\n"
	for _, c := range []struct{ rules, renamed, edited string }{
		{"move = 'place'\nnear = 'rook'\nclose = 'own'", "close = 'own'\nnear = 'rook'\nmove = 'place'", "move = 'place'\nnear = 'rook'\nclose = 'other'"},
		{long, "title = 'star'\n" + long, grid + "edges = 'a-b a-c a-d a-e a-f a-g a-h a-i a-j a-k a-l b-m'\n"},
	} {
		start := func(name, rules string) variants.Position {
			v, err := variants.ParseFamily([]byte(rules), name)
			require.NoError(t, err)
			if v.Family().Graph == nil {
				v.Rows, v.Cols = 2, 3
			}
			return v.Default().Start()
		}
		p := start("game.toml", c.rules)
		store, err := Open(t.TempDir(), Options{Hold: true})
		require.NoError(t, err)
		defer store.Close()
		r, err := brute.Memo{}.Solve(t.Context(), p, solver.Options{Memory: 64 << 20})
		require.NoError(t, err)
		require.NoError(t, store.Save(t.Context(), p, r))

		found, err := store.Find(t.Context(), start("renamed.toml", c.renamed))
		require.NoError(t, err)
		require.Equal(t, r.Outcome, found.Outcome)
		found, err = store.Find(t.Context(), start("game.toml", c.edited))
		require.NoError(t, err)
		require.False(t, found.Proven)
		require.Less(t, len(gameKey(positionKind, p.Game())), 100)
		require.NotEqual(t, tableName(p), tableName(start("game.toml", c.edited)))
		require.Equal(t, tableName(p), tableName(start("renamed.toml", c.renamed)))
	}
}
