//go:build unix

package benchmarks

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time that the program has taken.
func processorTime() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		panic("benchmarks: " + err.Error()) // every system has it
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
