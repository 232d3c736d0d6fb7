//go:build !amd64 && !arm64

package table

// prefetch loads a word of a bucket. That is enough if the processor can go on meanwhile.
func prefetch(b *bucket) { b[sequenceWord].Load() }
