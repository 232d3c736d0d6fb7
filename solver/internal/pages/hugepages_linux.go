//go:build !race

package pages

import "golang.org/x/sys/unix"

// adviseHugePages asks the system to back memory with large pages, which makes
// touching it for the first time, and random access to it, several times faster.
// Without them it works as well, so errors do not matter.
func adviseHugePages(mapped []byte) { _ = unix.Madvise(mapped, unix.MADV_HUGEPAGE) }
