package flags

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/solver"
)

// Limits holds the flags that limit a search.
type Limits struct {
	Workers Workers
	Memory  Memory
	Nodes   uint64 // 0 for no limit
	Timeout Timeout
}

// AddFlags adds the flags to a command. The texts say to what the limits apply, if not to the whole run: ", for each
// position".
func (l *Limits) AddFlags(cmd *cobra.Command, nodesFor, timeFor string) {
	l.Workers.AddFlag(cmd)
	l.Memory.AddFlag(cmd, "approximate memory for the search")
	Number(cmd, &l.Nodes, "nodes", 0, 0, 0, "stop after visiting this many positions"+nodesFor+" (default: no limit)")
	l.Timeout.AddFlag(cmd, timeFor)
}

// Options returns the limits except the time.
func (l *Limits) Options() solver.Options {
	return solver.Options{Nodes: l.Nodes, Memory: int64(l.Memory), Workers: l.Workers.Count()}
}

// Timeout is a flag for a length of time: "90s", "1h30m", or a number of seconds. Without it there is no limit; 0 is a
// limit that is reached at once.
type Timeout struct {
	limit time.Duration
	set   bool
}

// AddFlag adds the flag to a command. The text says to what the time applies, if not to the whole run: ", for each
// position".
func (t *Timeout) AddFlag(cmd *cobra.Command, timeFor string) {
	cmd.Flags().Var(t, "timeout", "stop after this time, as in 90s"+timeFor)
}

// Type names the kind of value in help texts.
func (t *Timeout) Type() string { return "DURATION" }

// String returns the value as it would be given.
func (t *Timeout) String() string {
	if !t.set {
		return ""
	}
	return t.limit.String()
}

// Set reads the value.
func (t *Timeout) Set(text string) error {
	limit, err := time.ParseDuration(text)
	if err != nil {
		seconds, numberErr := strconv.ParseFloat(text, 64)
		if numberErr != nil || seconds > math.MaxInt64/1e9 || math.IsNaN(seconds) {
			return fmt.Errorf("not a duration; write 90s, 5m or 1h30m")
		}
		limit = time.Duration(seconds * float64(time.Second))
	}
	if limit < 0 {
		return fmt.Errorf("a duration cannot be negative")
	}
	t.limit, t.set = limit, true
	return nil
}

// Limit returns the limit, 0 if there is none.
func (t *Timeout) Limit() time.Duration { return t.limit }

// Given reports whether there is a limit.
func (t *Timeout) Given() bool { return t.set }

// Spend returns a function that subtracts the time since this call from the rest of the limit.
func (t *Timeout) Spend() func() {
	began := time.Now()
	return func() { t.limit = max(0, t.limit-time.Since(began)) }
}

// Context returns a context that ends with the parent or when the time, counted
// from now, is up.
func (t *Timeout) Context(parent context.Context) (context.Context, context.CancelFunc) {
	if !t.set {
		return context.WithCancel(parent)
	}
	return context.WithTimeout(parent, t.limit)
}

// Memory is a flag for an amount of memory: "512MiB", "2GB", or a number of
// bytes.
type Memory int64

// Type names the kind of value in help texts.
func (m *Memory) Type() string { return "SIZE" }

// String returns the value as it would be given.
func (m *Memory) String() string { return humanize.IBytes(uint64(*m)) }

// Set reads the value.
func (m *Memory) Set(text string) error {
	bytes, err := humanize.ParseBytes(text)
	switch {
	case err != nil:
		return fmt.Errorf("not an amount of memory; write 512MiB or 4GiB")
	case bytes < leastMemory || bytes > mostMemory():
		return fmt.Errorf("an amount of memory is from 1MiB to %s", strings.ReplaceAll(humanize.IBytes(mostMemory()), ".0 ", ""))
	}
	*m = Memory(bytes)
	return nil
}
