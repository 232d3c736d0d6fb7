//go:build unix

package files

import (
	"os/signal"
	"syscall"
)

// survivePipes makes it an error to write to a standard stream whose reader has gone; it would end the program
// otherwise.
func survivePipes() { signal.Ignore(syscall.SIGPIPE) }
