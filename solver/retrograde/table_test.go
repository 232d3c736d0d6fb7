package retrograde

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Every position of a table has the distance that memo finds, and the table has no others.
func TestRetrogradeTableIsMemos(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variant, position string }{
		{"classic", "..../..../..../.... x"},
		{"duel", "..../..../..../.... x"},
		{"lockdown", "..../..../..../.... x"},
		{"claim", "..../..../..../.... x"},
		{"blockade", "..../..../X..O/.... x"},
		{"lockdown", ".../.#./... x"},
		{"lockdown", "......... x"},
		{"duel", "...../.#.../..... x"},
		{"duel", "............ x"},
		{"duel", "....../...#.. x"},
		{"claim", ".#..../...... x"},
		{"claim", "........................ x"},
		{"classic", "..#../...../.#... x"},
		{"classic", "............ x"},
		{"blockade", "X.#..O/...... x"},
		{"blockade", "...O/.#../X... o"},
	} {
		v, err := variants.Lookup(c.variant)
		require.NoError(t, err)
		p, err := v.Parse(c.position)
		require.NoError(t, err)
		compareWithMemo(t, p)
	}
}

// compareWithMemo compares the table of all positions reachable from p with memo.
func compareWithMemo(t *testing.T, p variants.Position) {
	truth := testgames.NewTruth(p.Game())
	truth.Distance(p.State())

	got := tableMap{}
	built, err := Engine{Writer: got, Unreduced: true}.Build(context.Background(), p, solver.Options{Workers: 2})
	require.NoError(t, err)
	keys, seen := keys.New(p.Game()), map[keys.Key]bool{}
	for s, d := range truth.Known {
		k := keys.Of(s)
		seen[k] = true
		if got, ok := got[k]; !ok || got != d {
			t.Fatalf("%v: %v is %d, not %d", p, s, d, got)
		}
	}
	require.Len(t, got, len(seen))
	before := uint64(0)
	for _, l := range built.Layers {
		before += l.Unreduced
	}
	require.Len(t, truth.Known, int(before))
}

// tableMap is a TableWriter that collects what it receives.
type tableMap map[keys.Key]int

func (m tableMap) Block(_ int, keys []keys.Key, distances []uint8) error {
	for i, k := range keys {
		m[k] = int(distances[i])
	}
	return nil
}
