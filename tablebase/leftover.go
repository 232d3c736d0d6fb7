package tablebase

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Leftover is a file or directory of a store that is no longer needed: its process was killed, or other processes were
// still reading it. The next write removes it unless it is in use.
type Leftover struct {
	Path  string `json:"path"`
	What  string `json:"what"`
	Bytes int64  `json:"bytes"`
}

// The kinds of leftovers.
const (
	unfinishedVolume = "a volume that was never finished"
	oldGeneration    = "an earlier generation"
	staleBuild       = "layers of a table that is complete"
	temporary        = "a temporary file"
)

// Leftovers returns the leftovers that the next write will remove.
func (s *Store) Leftovers() ([]Leftover, error) {
	all, err := s.leftovers()
	all = slices.DeleteFunc(all, func(l Leftover) bool {
		if l.What == oldGeneration || l.What == temporary {
			return false
		}
		path := filepath.Join(l.Path, lockName)
		if !exists(path) {
			return false
		}
		lock, err := lockFile(path, false, 0)
		if err == nil {
			err = lock.Unlock()
		}
		return err != nil
	})
	for i := range all {
		all[i].Bytes = sizeOf(all[i].Path)
	}
	return all, err
}

// sizeOf returns the size of a file or a directory in bytes, as far as it is readable.
func sizeOf(path string) (size int64) {
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

// leftovers lists the leftovers that no process uses.
func (s *Store) leftovers() (all []Leftover, err error) {
	all = []Leftover{}
	add := func(what, dir string, match func(name string) bool) {
		paths, listErr := filesLike(dir, match)
		err = errors.Join(err, systemError(dir, listErr))
		for _, path := range paths {
			all = append(all, Leftover{Path: path, What: what})
		}
	}
	for _, kind := range []string{"", tablesName, checkpointName} {
		add(unfinishedVolume, filepath.Join(s.dir, kind), func(name string) bool { return strings.HasPrefix(name, freshPrefix) })
	}
	for _, kind := range []string{tablesName, checkpointName} {
		last := map[string]int{}
		names, listErr := s.volumes(kind)
		err = errors.Join(err, listErr)
		for _, v := range names {
			if name, n, ok := splitGeneration(v); ok {
				last[name] = max(last[name], n)
			}
		}
		add(oldGeneration, filepath.Join(s.dir, kind), func(v string) bool {
			name, n, ok := splitGeneration(v)
			return ok && n < last[name]
		})
	}
	add(staleBuild, filepath.Join(s.dir, buildsName), s.isStale)
	for _, dir := range []string{"", positionsName} {
		add(temporary, filepath.Join(s.dir, dir), isTemporary)
	}
	return all, err
}

// isTemporary reports whether a file is being written, or was when its writer was killed.
func isTemporary(name string) bool { return strings.HasSuffix(name, ".tmp") }

// isStale reports whether all layers of a build are older than the table. Then the build was killed when the table was
// complete. A later build would have newer layers.
func (s *Store) isStale(build string) bool {
	all, err := s.generations(tablesName, build)
	if err != nil || len(all) == 0 {
		return false
	}
	table, err := os.Stat(filepath.Join(s.generation(tablesName, build, all[0]), sealName))
	if err != nil {
		return false
	}
	entries, err := os.ReadDir(filepath.Join(s.dir, buildsName, build))
	newest := time.Time{}
	for _, e := range entries {
		if info, infoErr := e.Info(); infoErr == nil && e.Name() != lockName && info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	return err == nil && !newest.After(table.ModTime())
}

// removeLeftovers removes the leftovers.
func (s *Store) removeLeftovers() error {
	if all, err := s.leftovers(); err != nil || len(all) == 0 {
		return nil
	}
	return s.exclusively(func() error { s.removeLeftoversAlone(); return nil })
}

// removeLeftoversAlone removes the leftovers, and must be called exclusively. It leaves files in use, and files that
// cannot be removed, for the next time.
func (s *Store) removeLeftoversAlone() {
	all, _ := s.leftovers()
	for _, l := range all {
		switch {
		case l.What != temporary:
			removeUnused(l.Path)
		case filepath.Dir(l.Path) == s.dir: // the next writer of positions removes leftovers among them
			_ = os.Remove(l.Path)
		}
	}
}

// removeUnused removes a directory that no process has locked.
func removeUnused(dir string) {
	lock, err := lockFile(filepath.Join(dir, lockName), true, 0)
	if err != nil {
		return
	}
	if runtime.GOOS == "windows" { // Windows cannot remove open files
		_ = lock.Unlock()
	}
	_ = os.RemoveAll(dir)
	_ = lock.Unlock()
}

// removeTemporary removes the temporary files of a directory whose lock the caller has.
func removeTemporary(dir string) error {
	paths, err := filesLike(dir, isTemporary)
	for _, path := range paths {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
