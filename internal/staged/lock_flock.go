//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package staged

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file until it is closed, after removeStale had a look at it. On a file system without locks, removeStale
// cannot lock the file either.
func lock(f *os.File) {
	for errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX), unix.EINTR) {
	}
}

// removeStale removes a file that no process has locked.
func removeStale(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = os.Remove(path)
	}
}

// closeAndRename puts a file in its place, where it is not stale even without its lock.
func closeAndRename(f *os.File, from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return f.Close()
}
