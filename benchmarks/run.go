package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"gridlock/solver"
)

// Measurement is the cost of solving an entry once.
type Measurement struct {
	Outcome solver.Outcome
	Nodes   uint64        // one worker always visits the same number, unless Cut is set
	Elapsed time.Duration // processor time if the entry has a limit
	Cut     bool          // there was no answer within the limit of the entry

	// Memory is the peak memory in bytes. It is the maximum growth of the Go heap, garbage included, plus the used part
	// of the search's table, which lies outside of the heap except on Windows. The heap is sampled every few
	// milliseconds and at the end, so the value is approximate.
	Memory int64
}

// Run solves the entry with the given number of workers. If the engine stops without an answer,
// because ctx ends for instance, Run returns its error.
func Run(ctx context.Context, e Entry, workers int) (Measurement, error) {
	root, err := e.Root()
	if err != nil {
		return Measurement{}, fmt.Errorf("%v: %w", e, err)
	}
	limited, clock := ctx, startClock()
	if e.Limit > 0 {
		var stop func()
		limited, clock, stop = limitProcessor(ctx, e.Limit)
		defer stop()
	}
	peak := watchHeap()
	r, err := e.Engine.Solve(limited, root, e.options(workers))
	m := Measurement{Outcome: r.Outcome, Nodes: r.Stats.Nodes, Elapsed: clock(), Memory: peak()}
	if runtime.GOOS != "windows" {
		m.Memory += r.Stats.Memory
	}
	if m.Cut = errors.Is(err, errCut); err != nil && !m.Cut {
		return m, fmt.Errorf("%v: %w", e, err)
	}
	return m, nil
}

func (e Entry) options(workers int) solver.Options {
	return solver.Options{Memory: e.Memory, Workers: workers}
}

// startClock returns the time since it was called.
func startClock() (elapsed func() time.Duration) {
	begun := time.Now()
	return func() time.Duration { return time.Since(begun) }
}

// errCut is the cause of a context that ended because an entry took more processor time than its limit.
var errCut = errors.New("the processor time is up")

// limitProcessor returns a context that ends with errCut after a given processor time, and a function that returns the
// processor time used. The caller calls stop.
func limitProcessor(ctx context.Context, most time.Duration) (limited context.Context, elapsed func() time.Duration, stop func()) {
	limited, cancel := context.WithCancelCause(ctx)
	begun := processorTime()
	elapsed = func() time.Duration { return max(time.Microsecond, processorTime()-begun) } // some systems count coarsely
	go func() {
		tick := time.NewTicker(heapEvery)
		defer tick.Stop()
		for limited.Err() == nil {
			select {
			case <-tick.C:
				if elapsed() > most {
					cancel(errCut)
				}
			case <-limited.Done():
			}
		}
	}()
	return limited, elapsed, func() { cancel(nil) }
}

// heapEvery is the interval between two samples of the heap's size.
const heapEvery = 5 * time.Millisecond

// watchHeap collects garbage and samples the heap from then on. The function peak ends this and returns the maximum
// growth of the heap in bytes.
func watchHeap() (peak func() int64) {
	runtime.GC()
	before := heapBytes()
	quit, most := make(chan struct{}), make(chan int64)
	go func() {
		tick := time.NewTicker(heapEvery)
		defer tick.Stop()
		top := before
		for {
			select {
			case <-tick.C:
				top = max(top, heapBytes())
			case <-quit:
				most <- top
				return
			}
		}
	}()
	return func() int64 {
		last := heapBytes()
		close(quit)
		return max(<-most, last) - before
	}
}

// heapBytes returns the size of the objects on the heap, garbage included. It does not stop the
// world.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
