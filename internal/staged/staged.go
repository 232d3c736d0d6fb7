// Package staged writes files aside and puts them in their places when they are whole.
//
// Until it is put in its place a file has no name, if the system supports that, so nothing is left of it when its
// process is killed. Otherwise it is locked and has a name of the form .gridlock-*.tmp. The next file that is staged
// in the same folder removes such files that nobody locks. The same is true between the two steps by which a file
// replaces another.
package staged

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Prefix begins the names of files that are not in their places, if they have any.
const Prefix = ".gridlock-"

// suffix ends them.
const suffix = ".tmp"

// File is a file that is written aside. A file without a name of its own is called by the name of its place.
type File struct {
	*os.File
	place   string
	aside   string // its own name, if it has one
	settled bool   // nothing is aside any more
}

// Create prepares to write a plain file in an existing folder. The file gets the mode of the file it replaces, or else
// mode without the bits of the umask, as in os.OpenFile.
func Create(place string, mode fs.FileMode) (*File, error) {
	return create(place, mode, nameless)
}

// create is Create, given a function that makes files without a name.
func create(place string, mode fs.FileMode, nameless func(dir, name string, mode fs.FileMode) (*os.File, error)) (*File, error) {
	dir := filepath.Dir(place)
	removeLeftovers(dir)
	f := &File{place: place}
	var err error
	if f.File, err = nameless(dir, place, mode); err == nil {
		lock(f.File)
	} else if f.File, err = named(dir, Prefix, mode); err != nil {
		return nil, Called(err, place)
	} else {
		f.aside = f.File.Name()
	}
	if old, err := os.Lstat(place); err == nil && old.Mode().IsRegular() {
		_ = f.Chmod(old.Mode().Perm()) // not on every file system
	}
	return f, nil
}

// tries is how often a name is chosen. It is practically impossible that a name is taken.
const tries = 100

// named makes a file of a new name, locked. Others may remove it before it is locked.
func named(dir, prefix string, mode fs.FileMode) (*os.File, error) {
	var err error
	for range tries {
		var f *os.File
		f, err = os.OpenFile(newName(dir, prefix), os.O_CREATE|os.O_EXCL|os.O_RDWR, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		lock(f)
		if isThere(f) {
			return f, nil
		}
		_ = f.Close()
	}
	return nil, fmt.Errorf("%s: no file stays there: %w", dir, err)
}

// newName returns a name that nobody has.
func newName(dir, prefix string) string { return filepath.Join(dir, prefix+rand.Text()+suffix) }

// isThere reports whether a file still has its name.
func isThere(f *os.File) bool {
	here, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(here, there)
}

// Commit closes the file and puts it in its place. At any moment the place has the old file or the new one, unless the
// system crashes; call Sync before, if that matters.
func (f *File) Commit() error { return Called(f.commit(), f.place) }

func (f *File) commit() error {
	if f.aside == "" {
		if err := f.name(); err != nil || f.settled {
			return errors.Join(err, f.File.Close())
		}
	}
	if err := closeAndRename(f.File, f.aside, f.place); err != nil {
		return err
	}
	f.settled = true
	return nil
}

// name gives a file without a name the name of its place if this is free, otherwise a name aside. If the system cannot
// do that after all, a copy gets the name.
func (f *File) name() error {
	err := link(f.File, f.place)
	if err == nil {
		f.settled = true
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		aside := newName(filepath.Dir(f.place), Prefix)
		if err = link(f.File, aside); err == nil {
			f.aside = aside
			return nil
		}
	}
	return f.copy()
}

// copy replaces a file without a name by one with a name.
func (f *File) copy() error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	to, err := named(filepath.Dir(f.place), Prefix, info.Mode().Perm())
	if err != nil {
		return err
	}
	_ = to.Chmod(info.Mode().Perm())
	from := f.File
	f.File, f.aside = to, to.Name()
	_, err = io.Copy(to, io.NewSectionReader(from, 0, info.Size()))
	return errors.Join(err, to.Sync(), from.Close())
}

// Called returns an error of a file with the name that people know.
func Called(err error, name string) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return &os.PathError{Op: path.Op, Path: name, Err: path.Err}
	case errors.As(err, &link):
		return &os.PathError{Op: link.Op, Path: name, Err: link.Err}
	}
	return err
}

// Discard removes what was written aside, unless it is in its place.
func (f *File) Discard() {
	_ = f.File.Close()
	if f.aside != "" && !f.settled {
		_ = os.Remove(f.aside)
		f.settled = true
	}
}

// Write writes a whole file, as os.WriteFile does, but aside.
func Write(place string, content []byte, mode fs.FileMode) error {
	f, err := Create(place, mode)
	if err != nil {
		return err
	}
	defer f.Discard()
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Commit()
	}
	return Called(err, place)
}

// WriteAll writes whole files to a folder and those below it, by their names with slashes.
func WriteAll(dir string, files map[string][]byte, mode fs.FileMode) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := Write(file, files[name], mode); err != nil {
			return err
		}
	}
	return nil
}

// removeLeftovers removes the files of killed processes from a folder, as far as it can.
func removeLeftovers(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && strings.HasPrefix(name, Prefix) && strings.HasSuffix(name, suffix) {
			removeStale(filepath.Join(dir, name))
		}
	}
}
