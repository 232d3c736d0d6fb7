//go:build unix && !race

package solver

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// pages is memory for a table, all zeros at first. It comes straight from the
// system, which provides each page when it is first touched, so that a table costs
// only what is used of it; and it goes back at once.
type pages struct{ mapped []byte }

func newPages(bytes uint64) (pages, error) {
	mapped, err := unix.Mmap(-1, 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return pages{}, err
	}
	adviseHugePages(mapped)
	return pages{mapped}, nil
}

func (p pages) start() unsafe.Pointer { return unsafe.Pointer(&p.mapped[0]) }

// release gives the memory back. Unmapping what was mapped cannot fail.
func (p pages) release() { _ = unix.Munmap(p.mapped) }
