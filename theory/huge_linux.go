package theory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHugePages asks the system to back words with large pages, which makes random access faster. Errors do not
// matter: the memory works without.
func adviseHugePages(words []uint64) {
	const page = 2 << 20 // bytes
	start, size := unsafe.Pointer(unsafe.SliceData(words)), uintptr(8*len(words))
	if skip := -uintptr(start) % page; size >= skip+page {
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), (size-skip)/page*page), unix.MADV_HUGEPAGE)
	}
}
