//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd

package staged

import (
	"os"
	"time"
)

// lock does nothing.
func lock(*os.File) {}

// removeStale removes a file that was last written a day ago.
func removeStale(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
		_ = os.Remove(path)
	}
}

// closeAndRename puts a file in its place: some systems cannot rename one that is open.
func closeAndRename(f *os.File, from, to string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}
