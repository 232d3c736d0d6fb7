package staged

import (
	"errors"
	"os"
	"runtime"
)

// Scratch is a file for data that does not fit into memory. It is gone when it is closed.
type Scratch struct{ *os.File }

// NewScratch makes a file in an existing folder. Its name, if it has one, begins with a prefix; its errors name the
// folder.
func NewScratch(dir, prefix string) (Scratch, error) {
	f, err := nameless(dir, dir, 0o600)
	if err == nil {
		return Scratch{f}, nil
	}
	if f, err = named(dir, prefix, 0o600); err != nil {
		return Scratch{}, Called(err, dir)
	}
	if removesOpen {
		_ = os.Remove(f.Name())
	}
	return Scratch{f}, nil
}

// removesOpen reports whether the system can remove a file that is open.
const removesOpen = runtime.GOOS != "windows" && runtime.GOOS != "plan9"

// Close closes and removes the file.
func (s Scratch) Close() error {
	err := s.File.Close()
	if !removesOpen {
		err = errors.Join(err, os.Remove(s.Name()))
	}
	return err
}
