package tablebase

import (
	"errors"
	"os"
	"runtime"

	"gridlock/solver/retrograde"
)

// Scratch returns a place for what does not fit into an engine's memory: files in the store's
// directory.
func (s *Store) Scratch() retrograde.Scratch { return scratch{s} }

type scratch struct{ store *Store }

// scratchFile is a file that is removed when it is closed.
type scratchFile struct {
	*os.File
	store *Store
}

// Create implements [retrograde.Scratch]. If the system allows, the file has no name from the
// start, so that it disappears whatever happens.
func (s scratch) Create() (retrograde.ScratchFile, error) {
	if err := s.store.prepare(0); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(s.store.dir, "scratch-*.tmp")
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" {
		_ = os.Remove(f.Name())
	}
	return scratchFile{f, s.store}, nil
}

// WriteAt implements [retrograde.ScratchFile].
func (f scratchFile) WriteAt(data []byte, at int64) (int, error) {
	if err := f.store.room(int64(len(data))); err != nil {
		return 0, err
	}
	n, err := f.File.WriteAt(data, at)
	return n, spaceError(f.Name(), err)
}

// Close implements [retrograde.ScratchFile].
func (f scratchFile) Close() error {
	err := f.File.Close()
	if runtime.GOOS == "windows" {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
