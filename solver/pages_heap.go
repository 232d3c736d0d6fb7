//go:build !unix || race

package solver

import "unsafe"

// pages is memory for a table, all zeros at first. Here it is plain Go memory: on
// systems that are not Unix, and under the race detector, which watches no other.
type pages struct{ words []bucket }

func newPages(bytes uint64) (pages, error) {
	return pages{make([]bucket, max(1, bytes/uint64(unsafe.Sizeof(bucket{}))))}, nil
}

func (p pages) start() unsafe.Pointer { return unsafe.Pointer(&p.words[0]) }

func (p pages) release() {}
