package tablebase_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/tablebase"
)

// unpack writes the files of an archive into a directory.
func unpack(t *testing.T, name, dir string) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	zipped, err := gzip.NewReader(f)
	require.NoError(t, err)
	for files := tar.NewReader(zipped); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		require.True(t, filepath.IsLocal(h.Name), h.Name)
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			require.NoError(t, os.MkdirAll(path, 0o755))
			continue
		}
		content, err := io.ReadAll(files)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, content, 0o600))
	}
}

// A store is read that an earlier version wrote, by Badger's own database: solved positions of three games, and three
// tables.
func TestStoreOfAnEarlierVersion(t *testing.T) {
	dir := t.TempDir()
	unpack(t, "testdata/store-badger.tar.gz", dir)
	s := open(t, dir, tablebase.Options{})
	for _, c := range []struct {
		game       string
		rows, cols int
	}{{"lockdown", 3, 4}, {"duel", 4, 5}, {"snort", 3, 4}, {"claim", 4, 5}, {"classic", 4, 4}, {"snort", 3, 3}} {
		p := start(t, c.game, c.rows, c.cols)
		r, err := s.Find(t.Context(), p)
		require.NoError(t, err, "%v", c)
		want := solve(t, p)
		require.Equal(t, want.Outcome, r.Outcome, "%v", c)
		require.Equal(t, want.Distance, r.Distance, "%v", c)
	}
	tables, err := s.Tables()
	require.NoError(t, err)
	require.Len(t, tables, 3)
	for _, table := range tables {
		checked, err := table.Verify(t.Context(), 0, 1)
		require.NoError(t, err)
		require.Equal(t, table.Info().Positions, checked.Derived)
	}
}
