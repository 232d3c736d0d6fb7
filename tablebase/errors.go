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

// The errors of a store. None of them means a wrong answer: the caller can continue without the
// store and compute what it needs.
var (
	// ErrDamaged means that a file of a store is not what was written, or cannot be read because
	// the disk fails.
	ErrDamaged = errors.New("damaged")

	// ErrLocked means that another process is using the store.
	ErrLocked = errors.New("in use by another process")

	// ErrVersion means that another version of the program has written the store.
	ErrVersion = errors.New("written by another version of gridlock")

	// ErrSpace means that there is too little room on the disk.
	ErrSpace = errors.New("not enough room on the disk")

	// ErrNotStore means that a directory holds something else.
	ErrNotStore = errors.New("not a gridlock store")

	// ErrMissing means that what was asked for is not in the store.
	ErrMissing = errors.New("not in the store")

	// ErrSystem means that the system refused to let the store be used: too many files are open,
	// there is no memory, or no permission. The store may be undamaged.
	ErrSystem = errors.New("refused by the system")

	// ErrMisnamed means that a volume has the name of another one.
	ErrMisnamed = errors.New("under a wrong name")
)

// damagedf returns an error that is ErrDamaged and names the place; if the cause is that the
// system refuses something, or the disk is full, it is ErrSystem or ErrSpace instead.
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

// systemError turns an error into ErrSystem, with advice, if it says that the system refuses
// something. Of some errors the library passes on only the text.
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

// guard runs work on the store's library. A panic in it becomes an error, including that of a
// disk that is full or unreadable under mapped memory, and a refusal of the system becomes
// ErrSystem.
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
