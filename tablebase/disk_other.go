//go:build !unix && !windows

package tablebase

import "math"

// freeSpace does not know here.
func freeSpace(string) (uint64, error) { return math.MaxUint64, nil }
