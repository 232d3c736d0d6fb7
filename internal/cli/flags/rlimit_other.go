//go:build !darwin && !freebsd && !linux && !netbsd

package flags

import "errors"

// processLimit fails: no limit of the process is known.
func processLimit() (uint64, error) { return 0, errors.ErrUnsupported }
