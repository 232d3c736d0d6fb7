//go:build unix

package staged

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A file has the mode that the umask leaves to a new file, or that of the file which it replaces.
func TestMode(t *testing.T) {
	for _, mask := range []int{0, 0o022, 0o077} {
		ways(t, func(t *testing.T, create func(string) *File) {
			defer unix.Umask(unix.Umask(mask))
			place := filepath.Join(t.TempDir(), "file")
			require.NoError(t, create(place).Commit())
			require.Equal(t, 0o666&^fs.FileMode(mask), modeOf(t, place))
			require.NoError(t, os.Chmod(place, 0o640))
			require.NoError(t, create(place).Commit())
			require.EqualValues(t, 0o640, modeOf(t, place))
		})
	}
}

func modeOf(t *testing.T, name string) fs.FileMode {
	info, err := os.Stat(name)
	require.NoError(t, err)
	return info.Mode()
}
