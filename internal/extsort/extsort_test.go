package extsort

import (
	"errors"
	"maps"
	"math"
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

// filed returns runs in scratch files of a folder, with few rows each.
func filed[R Row](dir string, f Format, most int) *Runs[R] {
	d := &spill.Pool{Create: func() (spill.File, error) { return os.CreateTemp(dir, "") }}
	return &Runs[R]{Format: f, Segment: d.NewSegment(), AtOnce: most}
}

// What is read of runs is what was added, in order, of each key the least row, from any row on, and in
// ranges.
func TestRunsAreSorted(t *testing.T) {
	for _, f := range []Format{{1, 1, 7}, {2, 2, 100}, {2, 1, 256}} {
		t.Run("", func(t *testing.T) { sorted[[2]uint64](t, f) })
	}
	for _, f := range []Format{{4, 3, 256}, {4, 4, 7}, {3, 1, 100}} {
		t.Run("", func(t *testing.T) { sorted[[4]uint64](t, f) })
	}
}

func sorted[R Row](t *testing.T, f Format) {
	dir := t.TempDir()
	testgames.Check(t, 60, func(t *rapid.T) {
		rows := drawn[R](t, f)
		r := filed[R](dir, f, rapid.IntRange(1, 400).Draw(t, "most"))
		defer r.Clear()
		add(t, r, rows, rapid.IntRange(1, 300).Draw(t, "part"))
		want := leastOf(rows, f)
		require.Equal(t, want, all(t, r, from[R](0)))
		if len(want) == 0 {
			return
		}
		at := rapid.SampledFrom(want).Draw(t, "at")
		i, _ := slices.BinarySearchFunc(want, at, compare[R])
		require.Equal(t, want[i:], all(t, r, at))
		seekIn(t, r, want)
		var divided []R
		ranges := r.Ranges(rapid.IntRange(1, 9).Draw(t, "ranges"))
		require.Zero(t, ranges[0].From)
		for _, in := range ranges {
			some := all(t, r, from[R](in.From))
			divided = append(divided, some[:len(some)-len(after(some, in.To))]...)
		}
		require.Equal(t, want, divided)
	})
}

// drawn returns rows of which some have numbers in common.
func drawn[R Row](t *rapid.T, f Format) []R {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	rows := make([]R, rapid.IntRange(0, 3000).Draw(t, "rows"))
	least, firsts := rapid.Uint64Max(math.MaxUint64-400).Draw(t, "least"), uint64(0) // how many; 0 for any
	if rapid.Bool().Draw(t, "close") {
		firsts = rapid.Uint64Range(1, 400).Draw(t, "firsts")
	}
	for i := range rows {
		same := rng.IntN(3 * (f.Numbers + 1)) // numbers of another row
		for j := range f.Numbers {
			rows[i][j] = rng.Uint64() >> (rng.Uint32() % 65)
			if i > 0 && same <= f.Numbers && j < same {
				rows[i][j] = rows[rng.IntN(i)][j]
			}
		}
		if firsts > 0 {
			rows[i][0] = least + rng.Uint64N(firsts)
		}
	}
	return rows
}

// add lets several goroutines add rows, that many each.
func add[R Row](t require.TestingT, r *Runs[R], rows []R, part int) {
	var group errgroup.Group
	for some := range slices.Chunk(rows, part) {
		group.Go(func() error {
			s := r.Sorter()
			for _, row := range some {
				if err := s.Add(row); err != nil {
					return err
				}
			}
			return s.Keep()
		})
	}
	require.NoError(t, group.Wait())
	require.NoError(t, r.Seal())
}

// leastOf returns the rows that count, in order.
func leastOf[R Row](rows []R, f Format) []R {
	least := map[R]R{}
	for _, r := range rows {
		key := r
		for i := f.Key; i < len(r); i++ {
			key[i] = 0
		}
		if known, ok := least[key]; !ok || less(&r, &known) {
			least[key] = r
		}
	}
	return slices.SortedFunc(maps.Values(least), compare[R])
}

// all returns the rows from one on.
func all[R Row](t require.TestingT, r *Runs[R], least R) []R {
	rows, err := read(r, least)
	require.NoError(t, err)
	return rows
}

func read[R Row](r *Runs[R], least R) (rows []R, err error) {
	c, err := r.From(least)
	if err != nil {
		return nil, err
	}
	for row := c.Row(); row != nil && err == nil; row = c.Row() {
		rows = append(rows, *row)
		err = c.Next()
	}
	return slices.Clip(rows), err
}

// from returns a row with a first number.
func from[R Row](first uint64) (r R) {
	r[0] = first
	return r
}

// after returns the rows whose first number is greater than another one.
func after[R Row](rows []R, to uint64) []R {
	i := slices.IndexFunc(rows, func(r R) bool { return r[0] > to })
	if i < 0 {
		return nil
	}
	return rows[i:]
}

// seekIn moves a cursor forward in steps of all sizes.
func seekIn[R Row](t *rapid.T, r *Runs[R], want []R) {
	c, err := r.From(want[0])
	require.NoError(t, err)
	for i := 0; i < len(want); i += rapid.IntRange(0, 300).Draw(t, "skip") {
		require.NoError(t, c.Seek(want[i]))
		require.Equal(t, &want[i], c.Row())
	}
	last := want[len(want)-1]
	require.NoError(t, c.Seek(last))
	require.NoError(t, c.Next())
	require.Nil(t, c.Row())
}

// Any bit of a scratch file that has changed is an error.
func TestDamagedRun(t *testing.T) {
	dir := t.TempDir()
	r := filed[[4]uint64](dir, Format{4, 3, 256}, 1000)
	defer r.Clear()
	var rows [][4]uint64
	for i := range uint64(1000) {
		rows = append(rows, [4]uint64{i / 100, i * i, ^i, i % 7})
	}
	add(t, r, rows, 1000)
	names, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, names, 1)
	name := dir + "/" + names[0].Name()
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	for at := 0; at < len(content); at += 97 {
		bad := slices.Clone(content)
		bad[at] ^= 1 << (at % 8)
		require.NoError(t, os.WriteFile(name, bad, 0o600))
		_, err := read(r, [4]uint64{})
		require.ErrorIs(t, err, spill.ErrDamaged, at)
	}
	require.NoError(t, os.WriteFile(name, content[:len(content)-1], 0o600))
	_, err = read(r, [4]uint64{})
	require.True(t, err != nil && !errors.Is(err, spill.ErrDamaged))
	require.NoError(t, os.WriteFile(name, content, 0o600))
	require.Equal(t, rows, all(t, r, [4]uint64{}))
}
