package tablebase

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A store has plain files only. Reading others may never end, as from a link to /dev/zero, or may block, as from a pipe
// without a writer.

// errNotPlain is the error of something that is not a plain file.
var errNotPlain = errors.New("not a plain file")

// openPlain opens a plain file for reading.
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

// readPlain reads a plain file of at most most bytes.
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

// onlyPlain verifies that a directory has only plain files.
func onlyPlain(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !e.Type().IsRegular() {
			return damagedf(filepath.Join(dir, e.Name()), "%w", errNotPlain)
		}
	}
	return err
}

// filesLike returns the paths of a directory's entries whose names match accepts. Unlike
// filepath.Glob it takes the directory literally, brackets included.
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
