//go:build !race

package pages

import "golang.org/x/sys/unix"

// adviseHugePages asks the system to back memory with large pages, which makes first touches and random access several
// times faster. Errors do not matter: the memory works without large pages.
func adviseHugePages(mapped []byte) { _ = unix.Madvise(mapped, unix.MADV_HUGEPAGE) }
