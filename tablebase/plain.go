package tablebase

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A store has plain files only, since others can be endless, or never begin: a link to
// /dev/zero, or a pipe that nobody writes to.

// errNotPlain says that something is no plain file.
var errNotPlain = errors.New("not a plain file")

// openPlain opens a plain file to be read.
func openPlain(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, damagedf(path, "%w", errNotPlain)
	}
	f, err := os.Open(path)
	return f, info, err
}

// readPlain reads a plain file that is not longer than most bytes.
func readPlain(path string, most int64) ([]byte, error) {
	f, info, err := openPlain(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > most {
		return nil, damagedf(path, "%d bytes, more than %d", info.Size(), most)
	}
	return io.ReadAll(io.LimitReader(f, most))
}

// onlyPlain makes sure that a directory has nothing but plain files.
func onlyPlain(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !e.Type().IsRegular() {
			return damagedf(filepath.Join(dir, e.Name()), "%w", errNotPlain)
		}
	}
	return err
}

// filesLike returns the paths of a directory's entries for whose names match holds. Unlike
// a pattern of filepath.Glob it takes the directory as it is, brackets and all.
func filesLike(dir string, match func(name string) bool) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if match(e.Name()) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, err
}
