package tablebase

import (
	"io/fs"
	"os"
	"path/filepath"
)

// inside returns the paths of what is in a directory and has a name of the pattern. The name
// of the directory itself is no pattern, whatever is in it.
func inside(dir, pattern string) ([]string, error) {
	paths, err := fs.Glob(os.DirFS(dir), pattern)
	for i, name := range paths {
		paths[i] = filepath.Join(dir, name)
	}
	return paths, err
}
