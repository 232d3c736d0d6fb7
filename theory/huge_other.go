//go:build !linux

package theory

// adviseHugePages does nothing: the system decides by itself.
func adviseHugePages([]uint64) {}
