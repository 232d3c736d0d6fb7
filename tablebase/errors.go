package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"syscall"
)

// The errors of a store. None of them means a wrong answer: the caller can continue without the store and compute
// results itself.
var (
	// ErrDamaged means that a file of a store has changed since it was written: its checksum is wrong, or data written
	// with it disagree.
	ErrDamaged = errors.New("damaged")

	// ErrLocked means that another process is using the store.
	ErrLocked = errors.New("in use by another process")

	// ErrVersion means that another version of the program has written the store.
	ErrVersion = errors.New("written by another version of gridlock")

	// ErrSpace means that there is too little room on the disk.
	ErrSpace = errors.New("not enough room on the disk")

	// ErrNotStore means that a directory holds something else.
	ErrNotStore = errors.New("not a gridlock store")

	// ErrMissing means that the store does not have the requested item.
	ErrMissing = errors.New("not in the store")

	// ErrSystem means that the system refused to let the store be used: too many files are open,
	// there is no memory, or no permission, or the disk fails. That is no sign of damage.
	ErrSystem = errors.New("refused by the system")

	// ErrMisnamed means that a volume has the name of another one.
	ErrMisnamed = errors.New("under a wrong name")
)

// damagedf returns an ErrDamaged that names the place. If the system has refused something, it returns an ErrSystem
// instead, and if the disk is full, an ErrSpace.
func damagedf(place, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	err = systemError(place, err)
	if errors.Is(err, ErrSystem) || errors.Is(err, ErrSpace) || errors.Is(err, errUnreadable) {
		return err
	}
	return fmt.Errorf("%s: %w: %w", place, ErrDamaged, err)
}

// gone returns the error for a file of a volume that cannot be opened. If only the file is missing, and not its
// directory, that is damage.
func gone(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) || exists(path) || !exists(filepath.Dir(path)) {
		return systemError(path, err)
	}
	return fmt.Errorf("%s: %w: it is gone", path, ErrDamaged)
}

// systemError turns an error of the system into ErrSystem or ErrSpace, with advice.
func systemError(place string, err error) error {
	var errno syscall.Errno
	if errors.Is(err, ErrSystem) || errors.Is(err, ErrSpace) || !errors.As(err, &errno) {
		return err
	}
	kind, advice := ErrSystem, "see whether the disk is there, and in order"
	switch errno {
	case syscall.ENOSPC, syscall.EDQUOT:
		kind, advice = ErrSpace, "remove something"
	case syscall.EMFILE, syscall.ENFILE:
		advice = "allow more open files (ulimit -n), or end other programs"
	case syscall.EFBIG:
		advice = "allow larger files (ulimit -f)"
	case syscall.ENOMEM:
		advice = "free some memory"
	case syscall.EACCES, syscall.EPERM, syscall.EROFS:
		advice = "see who may read and write it"
	case syscall.ENOENT, syscall.ENOTDIR:
		advice = "see whether something else removes files there"
	}
	return fmt.Errorf("%s: %w: %w; %s", place, kind, err, advice)
}

// guard runs work that reads files mapped into memory by the library. A fault in the mapping, from an unreadable disk
// or a file cut short, becomes ErrSystem. Any other panic becomes errUnreadable.
func guard(place string, work func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			err = fmt.Errorf("%s: %w: %v; see whether the disk is there, and in order", place, ErrSystem, r)
		default:
			err = fmt.Errorf("%s: %w: %v", place, errUnreadable, r)
		}
	}()
	return systemError(place, work())
}
