//go:build !unix || race

package solver

import (
	"errors"
	"unsafe"
)

// pages is memory for a table, all zeros at first. Here it is plain Go memory: on
// systems that are not Unix, and under the race detector, which watches no other.
type pages struct{ words [][8]uint64 }

// maxHeap is a number of bytes beyond any heap: who asks for them gets no error, but a panic.
const maxHeap = 1 << 46

func newPages(bytes uint64) (pages, error) {
	if bytes > maxHeap {
		return pages{}, errors.New("no heap is so large")
	}
	return pages{make([][8]uint64, max(1, bytes/uint64(unsafe.Sizeof([8]uint64{}))))}, nil
}

func (p pages) start() unsafe.Pointer { return unsafe.Pointer(&p.words[0]) }

func (p pages) release() {}
