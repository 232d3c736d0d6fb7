package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
)

// What can be wrong with a store. None of them is ever a wrong answer: whoever meets
// one can go on without the store and find out anew.
var (
	// ErrDamaged says that a file of a store is not what was written, or cannot be read
	// since the disk fails.
	ErrDamaged = errors.New("damaged")

	// ErrLocked says that another process uses the store at the moment.
	ErrLocked = errors.New("in use by another process")

	// ErrVersion says that another version of the program has written the store.
	ErrVersion = errors.New("written by another version of gridlock")

	// ErrSpace says that there is too little room on the disk.
	ErrSpace = errors.New("not enough room on the disk")

	// ErrNotStore says that a directory holds something else.
	ErrNotStore = errors.New("not a gridlock store")

	// ErrMissing says that something that was asked for is not in the store.
	ErrMissing = errors.New("not in the store")

	// ErrSystem says that the system did not let the store be used: too many files are open,
	// there is no memory, or no permission. The store may well be whole.
	ErrSystem = errors.New("refused by the system")

	// ErrMisnamed says that a volume has the name of another one.
	ErrMisnamed = errors.New("under a wrong name")
)

// damagedf makes an error that is ErrDamaged and names the place; but where the cause is that
// the system refuses something, or the disk is full, it is ErrSystem or ErrSpace.
func damagedf(place, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if refusal := systemError(place, err); errors.Is(refusal, ErrSystem) {
		return refusal
	}
	if full := spaceError(place, err); errors.Is(full, ErrSpace) {
		return full
	}
	return fmt.Errorf("%s: %w: %w", place, ErrDamaged, err)
}

// systemError makes an error ErrSystem if it says that the system refuses something, with what
// to do about it. The library hands on only the text of some errors.
func systemError(place string, err error) error {
	if err == nil || errors.Is(err, ErrSystem) {
		return err
	}
	says := func(causes ...error) bool {
		return slices.ContainsFunc(causes, func(cause error) bool {
			return errors.Is(err, cause) || strings.Contains(err.Error(), cause.Error())
		})
	}
	var advice string
	switch {
	case says(syscall.EMFILE, syscall.ENFILE):
		advice = "allow more open files (ulimit -n), or end other programs"
	case says(syscall.ENOMEM):
		advice = "free some memory"
	case says(syscall.EACCES, syscall.EPERM, syscall.EROFS, fs.ErrPermission):
		advice = "see who may read and write it"
	default:
		return err
	}
	return fmt.Errorf("%s: %w: %w; %s", place, ErrSystem, err, advice)
}

// guard runs work on the store's library. A panic in it, also that of a disk that is
// full or cannot be read under memory that is mapped to a file, becomes an error, and what the
// system refuses is ErrSystem.
func guard(place string, work func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = damagedf(place, "%w", r)
		default:
			err = damagedf(place, "%v", r)
		}
	}()
	return systemError(place, work())
}
