package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// StagedFile is a file that is written aside and put in its place when it is whole. Make it
// with [StageFile].
type StagedFile struct {
	*os.File
	name string
}

// stagedPrefix begins the names of files that are written aside.
const stagedPrefix = ".gridlock-"

// StageFile prepares to write a file, so that what would fail in the end fails before the
// work. It may replace a plain file that is empty or that readable, given its name, returns
// no error for, and nothing else. From then on the program outlives those who read its
// standard streams, so that the file gets into its place and nothing stays beside it.
func StageFile(name string, readable func(name string) error) (*StagedFile, error) {
	if err := mayReplace(name, readable); err != nil {
		return nil, err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), stagedPrefix+"*")
	if err != nil {
		return nil, err
	}
	survivePipes()
	return &StagedFile{temp, name}, nil
}

// mayReplace returns why a file is not to be replaced.
func mayReplace(name string, readable func(name string) error) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, err := os.Stat(filepath.Dir(name))
		return err
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a plain file", name)
	case info.Size() == 0:
		return nil
	}
	if err := readable(name); err != nil {
		return fmt.Errorf("will not replace this file: %w", err)
	}
	return nil
}

// WrittenBy returns a check for [StageFile]: that a file begins as those do that a verb writes.
func WrittenBy(verb, begin string) func(name string) error {
	return func(name string) error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		text := make([]byte, len(begin))
		if _, err := io.ReadFull(f, text); err != nil || string(text) != begin {
			return fmt.Errorf("%s was not written by gridlock %s; choose another name, or delete it", name, verb)
		}
		return nil
	}
}

// Commit puts the file in its place.
func (f *StagedFile) Commit() error {
	if err := errors.Join(f.Sync(), f.File.Close()); err != nil {
		return err
	}
	if err := os.Chmod(f.File.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.File.Name(), f.name)
}

// Discard removes what was written aside, unless it is in its place already. A nil file is
// none.
func (f *StagedFile) Discard() {
	if f != nil {
		_ = f.File.Close()
		_ = os.Remove(f.File.Name())
	}
}
