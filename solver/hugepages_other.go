//go:build !linux

package solver

// adviseHugePages does nothing: the system decides by itself.
func adviseHugePages([]pnBucket) {}
