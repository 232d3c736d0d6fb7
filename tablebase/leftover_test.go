package tablebase_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/solver/retrograde"
	"gridlock/tablebase"
)

// copied copies a directory.
func copied(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, os.CopyFS(to, os.DirFS(from)))
}

// litter puts into a store everything that killed processes may leave there.
func (f *contents) litter(t *testing.T) (paths []string) {
	t.Helper()
	checkpoints, err := filepath.Glob(filepath.Join(f.dir, "checkpoints", "*@000001"))
	require.NoError(t, err)
	table := filepath.Join(f.dir, "tables", "lockdown-2x3")
	require.NoError(t, os.Rename(table+"@000001", table+"@000003"))
	copied(t, table+"@000003", table+"@000002")
	require.NoError(t, os.Rename(checkpoints[0], checkpoints[0][:len(checkpoints[0])-1]+"2"))
	copied(t, checkpoints[0][:len(checkpoints[0])-1]+"2", checkpoints[0])
	paths = []string{table + "@000002", checkpoints[0]}
	for _, dir := range []string{"new-1", "tables/new-1", "checkpoints/new-1"} {
		path := filepath.Join(f.dir, dir)
		require.NoError(t, os.Mkdir(path, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(path, "000001.sst"), []byte("half"), 0o644))
		paths = append(paths, path)
	}
	for _, file := range []string{"1.tmp", "positions/1.tmp"} {
		path := filepath.Join(f.dir, file)
		require.NoError(t, os.WriteFile(path, []byte("half"), 0o644))
		paths = append(paths, path)
	}
	builds := filepath.Join(f.dir, "builds", "lockdown-2x3")
	require.NoError(t, os.MkdirAll(builds, 0o755))
	layer := filepath.Join(builds, "keys1-009")
	require.NoError(t, os.WriteFile(layer, []byte("layer"), 0o644))
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(layer, long, long))
	return append(paths, builds)
}

// Leftovers are named, do no harm, and are removed by the next write of any kind.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	p := start(t, "claim", 2, 3)
	for what, write := range map[string]func(*tablebase.Store) error{
		"position":   func(s *tablebase.Store) error { return s.Save(t.Context(), p, solve(t, p)) },
		"table":      func(s *tablebase.Store) error { _, err := s.Build(p, naive(p, 9)); return err },
		"checkpoint": func(s *tablebase.Store) error { return s.SaveCheckpoint(t.Context(), "other", nil, seq(nil)) },
	} {
		f := small(t)
		paths := f.litter(t)
		s := open(t, f.dir, tablebase.Options{})
		all, err := s.Leftovers()
		require.NoError(t, err)
		var named []string
		for _, l := range all {
			named = append(named, l.Path)
			require.Positive(t, l.Bytes, l.Path)
		}
		require.ElementsMatch(t, paths, named)
		unfinished, err := s.Unfinished()
		require.NoError(t, err)
		require.Len(t, unfinished, 1, "that of another table")
		require.Zero(t, f.probe(t, "with leftovers"))

		require.NoError(t, write(s))
		for _, path := range paths {
			if what == "position" || filepath.Base(filepath.Dir(path)) != "positions" {
				require.NoFileExists(t, path, what)
				require.NoDirExists(t, path, what)
			}
		}
		require.Zero(t, f.probe(t, "without leftovers"))
	}
}

// What a process uses is no leftover: a generation that is being read, a volume that is being
// made, a running build.
func TestWhatIsInUseStays(t *testing.T) {
	t.Parallel()
	f := small(t)
	reader := tablebase.LimitCache(open(t, f.dir, tablebase.Options{}), 1)
	table, err := reader.Table(f.start)
	require.NoError(t, err)
	writer := open(t, f.dir, tablebase.Options{})
	j, err := writer.Journal(f.start)
	require.NoError(t, err)
	old := filepath.Join(f.dir, "tables", "lockdown-2x3@000001")
	_, err = writer.Build(f.start, func(w retrograde.TableWriter) (retrograde.Built, error) {
		p := start(t, "claim", 2, 3)
		require.NoError(t, reader.Save(t.Context(), p, solve(t, p)))
		all, err := reader.Leftovers()
		require.NoError(t, err)
		require.Empty(t, all)
		return naive(f.start, 50)(w)
	})
	require.NoError(t, err)
	require.DirExists(t, old)
	for k, want := range f.all {
		d, ok, err := table.Distance(table.Keys().State(k))
		require.NoError(t, err)
		require.True(t, ok && d == int(want))
	}
	all, err := writer.Leftovers()
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.NoError(t, reader.Close())
	require.NoError(t, j.Drop())
	_, err = writer.Build(f.start, naive(f.start, 60))
	require.NoError(t, err)
	require.NoDirExists(t, old)
	require.Zero(t, f.probe(t, "a later generation"))
}

// A build from the layers of an earlier one that are newer than the table is no leftover.
func TestBuildAgainGoesOn(t *testing.T) {
	t.Parallel()
	p := start(t, "lockdown", 3, 3)
	s := stopped(t, p, 5)
	layers := files(t, filepath.Join(s.Dir(), "builds"))
	_, _, err := buildTable(s, p, goOn)
	require.NoError(t, err)
	for path, content := range layers {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		restore(t, path, bytes.Clone(content))
	}
	later := time.Now().Add(time.Minute)
	for path := range layers {
		require.NoError(t, os.Chtimes(path, later, later))
	}
	unfinished, err := s.Unfinished()
	require.NoError(t, err)
	require.Len(t, unfinished, 1)
	_, begun, err := buildTable(s, p, goOn)
	require.NoError(t, err)
	require.Positive(t, begun.Found)
}
