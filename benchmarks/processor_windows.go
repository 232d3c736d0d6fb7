package benchmarks

import (
	"time"

	"golang.org/x/sys/windows"
)

// processorTime returns the processor time that the program has taken.
func processorTime() time.Duration {
	var begun, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &begun, &ended, &kernel, &user); err != nil {
		panic("benchmarks: " + err.Error()) // every process may ask for its own times
	}
	ticks := func(t windows.Filetime) time.Duration {
		return time.Duration(t.HighDateTime)<<32 | time.Duration(t.LowDateTime)
	}
	return (ticks(kernel) + ticks(user)) * 100 // a tick is 100 ns
}
