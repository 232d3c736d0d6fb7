package tablebase_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/tablebase"
)

// The name of a store is no pattern: a store that is called a[1] works, and leaves alone what
// one called a1 has unfinished.
func TestStoresWithOddNames(t *testing.T) {
	parent := t.TempDir()
	other := filepath.Join(parent, "a1", "tables", "new-1")
	require.NoError(t, os.MkdirAll(other, 0o755))
	p := start(t, "claim", 2, 2)
	for _, name := range []string{"a[1]", "a[", "a*"} {
		s := open(t, filepath.Join(parent, name), tablebase.Options{})
		for range 2 { // the second one finds what the first has left
			_, err := s.Build(p, naive(p, 10))
			require.NoError(t, err, name)
		}
		require.DirExists(t, other, name)
	}
}
