package tablebase

import (
	"gridlock/internal/staged"
	"gridlock/solver/retrograde"
)

// Scratch returns a folder in the store for data that does not fit into an engine's memory.
func (s *Store) Scratch() retrograde.Scratch {
	return scratch{s.dir, "scratch-", func() error { return s.prepare(0) }, s.room}
}

// NewScratch returns scratch files in a directory that exists. Their names, if they have any, begin with a prefix. The
// error of a full disk is ErrSpace.
func NewScratch(dir, prefix string) retrograde.Scratch {
	return scratch{dir, prefix, func() error { return nil }, func(int64) error { return nil }}
}

type scratch struct {
	dir, prefix string
	prepare     func() error
	room        func(n int64) error // returns an error if there is no room for n bytes
}

// scratchFile is a file that is removed when it is closed.
type scratchFile struct {
	staged.Scratch
	scratch
}

// Create implements [retrograde.Scratch]. If the system allows, the file has no name, so that it disappears in any
// case.
func (s scratch) Create() (retrograde.ScratchFile, error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}
	f, err := staged.NewScratch(s.dir, s.prefix)
	if err != nil {
		return nil, err
	}
	return scratchFile{f, s}, nil
}

// WriteAt implements [retrograde.ScratchFile].
func (f scratchFile) WriteAt(data []byte, at int64) (int, error) {
	if err := f.room(int64(len(data))); err != nil {
		return 0, err
	}
	n, err := f.File.WriteAt(data, at)
	return n, systemError(f.dir, err)
}
