//go:build !unix

package cli

import "os"

// notifyAsked does nothing: there is no SIGUSR1 on this system.
func notifyAsked(chan<- os.Signal) {}

// survivePipes does nothing: writing to a pipe without a reader is an error anyway.
func survivePipes() {}

func stop() {}
