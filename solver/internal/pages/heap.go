//go:build !unix || race

package pages

import (
	"errors"
	"unsafe"
)

// Pages is memory for a table, initially zero. Here it is plain Go memory: on systems that are not Unix, and under the
// race detector, which watches no other memory.
type Pages struct{ words [][8]uint64 }

// maxHeap is a number of bytes that no heap can provide: make panics at such sizes.
const maxHeap = 1 << 46

// New returns at least the given number of bytes.
func New(bytes uint64) (Pages, error) {
	if bytes > maxHeap {
		return Pages{}, errors.New("too large for the heap")
	}
	return Pages{make([][8]uint64, max(1, bytes/uint64(unsafe.Sizeof([8]uint64{}))))}, nil
}

// Start returns the address of the first byte.
func (p Pages) Start() unsafe.Pointer { return unsafe.Pointer(&p.words[0]) }

// Release does nothing: the garbage collector frees the memory.
func (p Pages) Release() {}

// Array is the memory of a table: elements that are zero at first, and take memory as it grows.
type Array[T any] = chunks[T]

// NewArray returns an array with room for count elements. Call Use(n) before the first n of them are used.
func NewArray[T any](count uint64) (Array[T], error) { return newChunks[T](count) }
