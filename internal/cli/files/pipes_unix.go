//go:build unix

package files

import (
	"os/signal"
	"syscall"
)

// survivePipes makes writing to a standard stream that has no reader any more an error from
// now on, where it would end the program at once.
func survivePipes() { signal.Ignore(syscall.SIGPIPE) }
