//go:build unix

package console

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// notifyAsked sends SIGUSR1, by which a user asks for progress, to a channel. The signal is never given back to the
// system, which would end the program: a signal that comes just too late must not cost the answer.
func notifyAsked(asked chan<- os.Signal) { signal.Notify(asked, syscall.SIGUSR1) }

// stop stops the program and its children, as Ctrl-Z does, until it is continued. The system does not stop a program
// that no shell could continue.
func stop() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select { // the signal may come a moment later
	case <-continued:
	case <-time.After(time.Second / 4):
	}
}
