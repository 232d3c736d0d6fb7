package tablebase

import "golang.org/x/sys/windows"

// freeSpace returns how many bytes may be written to the disk of a directory.
func freeSpace(dir string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return free, err
}
