package tablebase

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// What can be wrong with a store. None of them is ever a wrong answer: whoever meets
// one can go on without the store and find out anew.
var (
	// ErrDamaged says that a file of a store is not what was written.
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

	// ErrMisnamed says that a volume has the name of another one.
	ErrMisnamed = errors.New("under a wrong name")

	// ErrContradiction says that two results of a position cannot both be true.
	ErrContradiction = errors.New("contradicting results")
)

// damagedf makes an error that is ErrDamaged and names the place.
func damagedf(place, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %w", place, ErrDamaged, fmt.Errorf(format, args...))
}

// guard runs work on the store's library. A panic in it, also that of a disk that is
// full or cannot be read under memory that is mapped to a file, becomes an error.
func guard(place string, work func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if r := recover(); r != nil {
			err = damagedf(place, "%v", r)
		}
	}()
	return work()
}
