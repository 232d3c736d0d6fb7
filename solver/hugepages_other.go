//go:build unix && !linux && !race

package solver

// adviseHugePages does nothing: the system decides by itself.
func adviseHugePages([]byte) {}
