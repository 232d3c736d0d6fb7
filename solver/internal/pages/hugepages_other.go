//go:build unix && !linux && !race

package pages

// adviseHugePages does nothing: the system decides by itself.
func adviseHugePages([]byte) {}
