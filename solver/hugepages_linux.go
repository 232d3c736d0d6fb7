package solver

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHugePages asks the system to back a table with large pages, which makes
// touching it for the first time, and random access to it, several times faster.
// Without them the table works as well, so errors do not matter.
func adviseHugePages(buckets []pnBucket) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&buckets[0])), len(buckets)*int(unsafe.Sizeof(pnBucket{})))
	page := unix.Getpagesize()
	// Only whole pages can be advised.
	skip := -int(uintptr(unsafe.Pointer(&bytes[0]))) & (page - 1)
	if n := (len(bytes) - skip) / page * page; n > 0 {
		_ = unix.Madvise(bytes[skip:skip+n], unix.MADV_HUGEPAGE)
	}
}
