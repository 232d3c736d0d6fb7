//go:build !unix

package console

import "os"

// notifyAsked does nothing: there is no SIGUSR1 on this system.
func notifyAsked(chan<- os.Signal) {}

func stop() {}
