package staged

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// nameless makes a file without a name on the disk of a folder; errors call it by name. Not all file systems can do
// that.
func nameless(dir, name string, mode fs.FileMode) (*os.File, error) {
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, uint32(mode.Perm()))
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// link gives a file without a name a name that is free.
func link(f *os.File, name string) error {
	err := unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", f.Fd()), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.PathError{Op: "link", Path: name, Err: err}
	}
	return nil
}
