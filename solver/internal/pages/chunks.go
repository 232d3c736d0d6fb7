package pages

import (
	"errors"
	"slices"
)

// chunks is an Array in plain Go memory, which is allocated as the array grows, in chunks, so
// that nothing moves.
type chunks[T any] struct {
	count uint64
	all   [][]T // each has chunkLen elements, or is not allocated yet; the last one may be shorter
}

// chunkLen is the number of elements of a chunk.
const (
	chunkBits = 13
	chunkLen  = 1 << chunkBits
)

// maxChunked is a number of elements that no heap can hold.
const maxChunked = 1 << 36

// newChunks returns an array with room for count elements, all unused.
func newChunks[T any](count uint64) (chunks[T], error) {
	if count > maxChunked {
		return chunks[T]{}, errors.New("too large for the heap")
	}
	return chunks[T]{count, make([][]T, (count+chunkLen-1)/chunkLen)}, nil
}

// Len returns the number of elements that there may ever be.
func (c *chunks[T]) Len() uint64 { return c.count }

// At returns an element.
func (c *chunks[T]) At(i uint64) *T { return &c.all[i>>chunkBits][i%chunkLen] }

// Use allocates the first n elements. Meanwhile others may use elements allocated before.
func (c *chunks[T]) Use(n uint64) {
	for i := range (n + chunkLen - 1) / chunkLen {
		if c.all[i] == nil {
			c.all[i] = make([]T, min(chunkLen, c.count-i*chunkLen))
		}
	}
}

// Shrink keeps the first n elements, and leaves most of the memory of the others to the garbage collector.
func (c *chunks[T]) Shrink(n uint64) {
	c.count, c.all = n, slices.Clone(c.all[:(n+chunkLen-1)/chunkLen])
}

// Release leaves the memory to the garbage collector.
func (c *chunks[T]) Release() { *c = chunks[T]{} }
