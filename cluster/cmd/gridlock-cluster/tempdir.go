package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// A temporary directory has a lock and a folder with data in it. Its process has the lock, so others
// see when it is gone. The lock is removed last.
const (
	tempPrefix = "gridlock-cluster-"
	tempLock   = "use.lock"
	tempData   = "data"
)

// newTempDir makes a temporary directory, and returns its folder for data. First it removes the directories of killed
// processes. The caller calls remove.
func newTempDir() (data string, remove func() error, err error) {
	sweepTempDirs(os.TempDir())
	for {
		dir, err := os.MkdirTemp("", tempPrefix)
		if err != nil {
			return "", nil, err
		}
		lock := flock.New(filepath.Join(dir, tempLock), flock.SetPermissions(0o600))
		ok, err := lock.TryLock()
		_, gone := os.Stat(lock.Path())
		switch {
		case ok && gone == nil:
			return filepath.Join(dir, tempData), func() error { return removeTempDir(dir, lock) }, nil
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return "", nil, errors.Join(err, os.Remove(dir))
		}
		_ = lock.Unlock() // another process has swept it before it was locked
	}
}

// removeTempDir removes a directory whose lock the caller holds.
func removeTempDir(dir string, lock *flock.Flock) error {
	return errors.Join(os.RemoveAll(filepath.Join(dir, tempData)), lock.Unlock(), os.RemoveAll(dir))
}

// sweepTempDirs removes the directories that nobody uses, as far as it can.
func sweepTempDirs(in string) {
	entries, _ := os.ReadDir(in)
	for _, e := range entries {
		dir := filepath.Join(in, e.Name())
		if !e.IsDir() || !strings.HasPrefix(e.Name(), tempPrefix) || os.Remove(dir) == nil { // an empty directory has no lock yet
			continue
		}
		name := filepath.Join(dir, tempLock)
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		lock := flock.New(name, flock.SetFlag(os.O_RDWR))
		if ok, _ := lock.TryLock(); ok {
			_ = removeTempDir(dir, lock)
		}
	}
}
