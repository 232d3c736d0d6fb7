//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyAsked makes the signal by which a user asks how far a search is, SIGUSR1,
// arrive at a channel until stop is called.
func notifyAsked(asked chan<- os.Signal) (stop func()) {
	signal.Notify(asked, syscall.SIGUSR1)
	return func() { signal.Stop(asked) }
}
