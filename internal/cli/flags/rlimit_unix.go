//go:build darwin || freebsd || linux || netbsd

package flags

import "golang.org/x/sys/unix"

// processLimit returns the least limit of the process on its memory: of its address space, and of its data.
func processLimit() (uint64, error) {
	var space, data unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &space); err != nil {
		return 0, err
	}
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &data); err != nil {
		return 0, err
	}
	return min(uint64(space.Cur), uint64(data.Cur)), nil
}
