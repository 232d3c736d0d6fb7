package flags

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/solver"
)

// leastMemory is the smallest value of --memory, in bytes.
const leastMemory = 1 << 20

// mostMemory returns the greatest value of --memory: the most that an engine may take.
func mostMemory() uint64 { return uint64(solver.Options{Memory: math.MaxInt64}.MemoryLimit()) }

// MachineMemory returns the memory of a search if the user sets none. It is a quarter of the smallest of these: the
// machine's, the container's (cgroup), the process's (ulimit -v, -d) and the Go runtime's (GOMEMLIMIT). The rest is for
// the program, and for others.
func MachineMemory() Memory { return machineMemory() }

// machineMemory asks once: each verb has the flag, and asking opens four files.
var machineMemory = sync.OnceValue(func() Memory {
	return share(memlimit.FromSystem, memlimit.FromCgroup, processLimit, runtimeLimit)
})

// runtimeLimit returns the limit that GOMEMLIMIT sets.
func runtimeLimit() (uint64, error) { return uint64(debug.SetMemoryLimit(-1)), nil }

// share returns a quarter of the least known limit, or the solver's default if none is known.
func share(limits ...memlimit.Provider) Memory {
	least := uint64(math.MaxUint64)
	for _, limit := range limits {
		if bytes, err := limit(); err == nil && bytes > 0 {
			least = min(least, bytes)
		}
	}
	if least == math.MaxUint64 {
		return Memory(solver.Options{}.MemoryLimit())
	}
	return Memory(min(max(least/4, leastMemory), mostMemory()))
}

// CheckMemory returns an error if the machine has less than need bytes of memory left. If the system does not say how
// much is left, there is no error.
func CheckMemory(need int64) error {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return nil
	}
	return checkMemory(need, string(text))
}

// checkMemory is CheckMemory with the name of /proc/meminfo.
func checkMemory(need int64, meminfo string) error {
	_, after, _ := strings.Cut(meminfo, "MemAvailable:")
	var free int64
	if _, err := fmt.Sscanf(after, "%d kB", &free); err != nil || need <= free<<10 {
		return nil
	}
	return fmt.Errorf("not enough memory: %s free, %s needed; free some, or use less with --memory",
		humanize.IBytes(uint64(free)<<10), humanize.IBytes(uint64(need)))
}

// AddFlag adds the flag --memory to a command, with the default of this machine.
func (m *Memory) AddFlag(cmd *cobra.Command, usage string) {
	*m = MachineMemory()
	cmd.Flags().Var(m, "memory", fmt.Sprintf("%s (default: a quarter of the machine's, or of the least limit on this process; here %v)", usage, m))
	cmd.Flags().Lookup("memory").DefValue = ""
}

// Workers is a flag for a number of goroutines that share some work. The zero value, which the user may give, too,
// stands for one for each processor.
type Workers int

// mostWorkers is far more than any machine has a use for.
const mostWorkers = 1024

// AddFlag adds the flag --workers to a command.
func (w *Workers) AddFlag(cmd *cobra.Command) {
	Number(cmd, (*int)(w), "workers", 0, 0, mostWorkers, "number of parallel workers (default: one for each processor)")
}

// Count returns the number of workers, at least one.
func (w *Workers) Count() int {
	if *w == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return int(*w)
}
