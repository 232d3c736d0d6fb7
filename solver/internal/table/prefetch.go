//go:build amd64 || arm64

package table

// prefetch starts to fetch a bucket into the cache, and does not wait for it.
//
//go:noescape
func prefetch(b *bucket)
