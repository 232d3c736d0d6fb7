//go:build unix && !race

package pages

import (
	"math"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Pages is memory for a table, initially zero. It comes straight from the system, which provides each page when it is
// first touched. So a table costs only the used part. Release returns it at once.
type Pages struct{ mapped []byte }

// New returns at least the given number of bytes.
func New(bytes uint64) (Pages, error) {
	if bytes > math.MaxInt {
		return Pages{}, unix.ENOMEM
	}
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

// Array is the memory of a table: elements that are zero at first, and take memory as it grows.
// T has no pointers.
type Array[T any] struct {
	pages    Pages
	elements []T
}

// NewArray returns an array with room for count elements. Call Use(n) before the first n of them are used.
func NewArray[T any](count uint64) (Array[T], error) {
	var element T
	size := uint64(unsafe.Sizeof(element))
	if count > math.MaxInt/size {
		return Array[T]{}, unix.ENOMEM
	}
	p, err := New(count * size)
	if err != nil {
		return Array[T]{}, err
	}
	return Array[T]{p, unsafe.Slice((*T)(p.Start()), count)}, nil
}

// Len returns the number of elements that there may ever be.
func (a *Array[T]) Len() uint64 { return uint64(len(a.elements)) }

// At returns an element.
func (a *Array[T]) At(i uint64) *T { return &a.elements[i] }

// Use does nothing: the system provides pages when they are first touched.
func (a *Array[T]) Use(uint64) {}

// Shrink leaves the first n elements, and returns the memory of the others to the system, if that can
// take it: an error does not matter.
func (a *Array[T]) Shrink(n uint64) {
	from := uint64(unsafe.Sizeof(*new(T))) * n
	page := uint64(unix.Getpagesize())
	_ = unix.Madvise(a.pages.mapped[min((from+page-1)/page*page, uint64(len(a.pages.mapped))):], unix.MADV_DONTNEED)
	a.elements = a.elements[:n]
}

// Release returns the memory to the system at once.
func (a *Array[T]) Release() {
	a.pages.Release()
	*a = Array[T]{}
}
