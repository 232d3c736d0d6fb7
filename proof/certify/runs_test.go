package certify

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"gridlock/internal/spill"
	"gridlock/internal/testgames"
)

// filed returns runs in scratch files, with few rows each.
func filed(files *scratch, most int) *runs {
	d := &spill.Pool{Create: func() (spill.File, error) { return files.Create() }}
	return &runs{segment: d.NewSegment(), most: most}
}

// What is read of runs is what was added, in order, of each key the least value, from any row on, and
// in ranges.
func TestRunsAreSorted(t *testing.T) {
	dir := t.TempDir()
	testgames.Check(t, 100, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		rows := make([]row, rapid.IntRange(0, 3000).Draw(t, "rows"))
		for i := range rows {
			for j := range rows[i] {
				rows[i][j] = rng.Uint64() >> (rng.Uint32() % 65)
			}
			if i > 0 && rng.IntN(3) == 0 {
				rows[i][0] = rows[rng.IntN(i)][0]
				copy(rows[i][:rng.IntN(4)], rows[rng.IntN(i)][:])
			}
		}
		want := map[row]uint64{}
		for _, r := range rows {
			k := row{r[0], r[1], r[2]}
			if v, ok := want[k]; !ok || r[3] < v {
				want[k] = r[3]
			}
		}
		keys := slices.SortedFunc(maps.Keys(want), row.compare)
		r := filed(newScratch(dir, -1), rapid.IntRange(1, 400).Draw(t, "most"))
		defer r.clear()
		var group errgroup.Group
		for part := range slices.Chunk(rows, rapid.IntRange(1, 300).Draw(t, "part")) {
			group.Go(func() error {
				s := r.sorter()
				for _, row := range part {
					if err := s.add(row); err != nil {
						return err
					}
				}
				return s.keep()
			})
		}
		require.NoError(t, group.Wait())
		n, err := r.count(context.Background())
		require.NoError(t, err)
		require.Len(t, keys, n)
		if n == 0 {
			return
		}
		at := rapid.SampledFrom(keys).Draw(t, "at")
		c, err := r.from(at)
		require.NoError(t, err)
		i, _ := slices.BinarySearchFunc(keys, at, row.compare)
		for ; i < len(keys); i++ {
			got, ok := c.row()
			require.True(t, ok)
			require.Equal(t, row{keys[i][0], keys[i][1], keys[i][2], want[keys[i]]}, got)
			if skip := i + rapid.IntRange(0, 300).Draw(t, "skip"); skip < len(keys) && i%3 == 0 {
				require.NoError(t, c.seek(keys[skip]))
				i = skip - 1
				if got, _ = c.row(); !sameKey(got, keys[i+1]) {
					t.Fatalf("%v, and not %v", got, keys[i+1])
				}
				continue
			}
			require.NoError(t, c.next())
		}
		require.Empty(t, c)
		bounds := r.cut(rapid.IntRange(1, 9).Draw(t, "ranges"))
		require.Zero(t, bounds[0])
		require.True(t, slices.IsSortedFunc(bounds, func(a, b uint64) int { return row{a}.compare(row{b}) }))
	})
}

// Any bit of a scratch file that has changed is an error.
func TestDamagedRun(t *testing.T) {
	files := newScratch(t.TempDir(), -1)
	r := filed(files, 1000)
	defer r.clear()
	s := r.sorter()
	for i := range uint64(1000) {
		require.NoError(t, s.add(row{i / 100, i * i, ^i, i % 7}))
	}
	require.NoError(t, s.keep())
	require.NoError(t, r.seal())
	names, err := os.ReadDir(files.dir)
	require.NoError(t, err)
	require.Len(t, names, 1)
	name := files.dir + "/" + names[0].Name()
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	for at := 0; at < len(content); at += 97 {
		bad := slices.Clone(content)
		bad[at] ^= 1 << (at % 8)
		require.NoError(t, os.WriteFile(name, bad, 0o600))
		_, err := r.count(context.Background())
		require.ErrorIs(t, err, errDamagedRun, at)
	}
	require.NoError(t, os.WriteFile(name, content[:len(content)-1], 0o600))
	_, err = r.count(context.Background())
	require.True(t, err != nil && !errors.Is(err, errDamagedRun))
	require.NoError(t, os.WriteFile(name, content, 0o600))
	n, err := r.count(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1000, n)
}
