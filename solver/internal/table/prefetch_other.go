//go:build !amd64 && !arm64

package table

// prefetch loads a word of a bucket. Where the processor can go on meanwhile, that is enough.
func prefetch(b *bucket) { b[sequenceWord].Load() }
