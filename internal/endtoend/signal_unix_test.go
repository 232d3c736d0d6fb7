//go:build unix

package endtoend

import (
	"os"
	"syscall"
)

// signals returns the signals that scripts send, by name.
func signals() map[string]os.Signal {
	return map[string]os.Signal{
		"HUP": syscall.SIGHUP, "INT": os.Interrupt, "KILL": os.Kill, "TERM": syscall.SIGTERM, "USR1": syscall.SIGUSR1,
	}
}
