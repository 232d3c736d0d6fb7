//go:build unix && !race

package pages

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Pages is memory for a table, initially zero. It comes straight from the system, which provides
// each page when it is first touched, so that a table costs only what is used of it. Release
// returns it at once.
type Pages struct{ mapped []byte }

// New returns at least the given number of bytes.
func New(bytes uint64) (Pages, error) {
	mapped, err := unix.Mmap(-1, 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return Pages{}, err
	}
	adviseHugePages(mapped)
	return Pages{mapped}, nil
}

// Start returns the address of the first byte.
func (p Pages) Start() unsafe.Pointer { return unsafe.Pointer(&p.mapped[0]) }

// Release returns the memory to the system. Unmapping what was mapped cannot fail.
func (p Pages) Release() { _ = unix.Munmap(p.mapped) }
