package solver

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/variants"
)

// All images of a state have its key and no other state has; unpacked, a key is one of
// them. Moves lead to lower layers.
func TestKeysAreImages(t *testing.T) {
	sample.Check(t, 2000, func(t *rapid.T) {
		p := sample.Position(t, sample.Variant(t), 64)
		keys := NewKeys(p.Game())
		grid, s := p.Game().Grid(), p.State()
		key := keys.Of(s)
		images := map[variants.State]bool{}
		for _, sym := range grid.Symmetries() {
			image := s.Image(grid, sym)
			images[image] = true
			require.Equal(t, key, keys.Of(image))
			require.GreaterOrEqual(t, keys.join(keys.split(image)).Compare(key), 0)
		}
		require.Len(t, images, keys.orbit(s))
		require.True(t, images[keys.State(key)])
		require.Equal(t, key.B == 0 || keys.wide, true)
		for m := range p.Legal().Cells() {
			require.Less(t, keys.Layer(keys.Of(p.Play(variants.Move(m)).State())), keys.Layer(key))
		}
	})
}

// Every position of a table has the distance that memo finds, and the table has no
// others.
func TestRetrogradeTableIsMemos(t *testing.T) {
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
		w := newWatch(context.Background(), "", Options{})
		m := &memo{rules: p.Game().Rules(), watch: w, known: map[variants.State]distance{}, most: 1 << 40}
		_, ok := m.search(p.State())
		require.True(t, ok)

		got := tableMap{}
		built, err := Retrograde{Writer: got, Before: true}.Build(context.Background(), p, Options{Workers: 2})
		require.NoError(t, err)
		keys := NewKeys(p.Game())
		seen := map[Key]bool{}
		for s, d := range m.known {
			k := keys.Of(s)
			seen[k] = true
			if got, ok := got[k]; !ok || got != d {
				t.Fatalf("%s %v: %v is %d, not %d", c.variant, p, s, d, got)
			}
		}
		require.Len(t, got, len(seen))
		before := uint64(0)
		for _, l := range built.Layers {
			before += l.Before
		}
		require.Len(t, m.known, int(before))
	}
}

// tableMap is a TableWriter that keeps what it is given.
type tableMap map[Key]distance

func (m tableMap) Block(_ int, keys []Key, distances []uint8) error {
	for i, k := range keys {
		m[k] = distance(distances[i])
	}
	return nil
}

func TestKeysAllocateNothing(t *testing.T) {
	for _, v := range variants.All() {
		keys, s := NewKeys(v.Default()), v.Default().Start().State()
		require.Zero(t, testing.AllocsPerRun(100, func() { s = keys.State(keys.Of(s)) }))
	}
}
