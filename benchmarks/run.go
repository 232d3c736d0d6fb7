package benchmarks

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"gridlock/solver"
)

// Measurement is what it took to solve an entry once.
type Measurement struct {
	Outcome solver.Outcome
	Nodes   uint64 // the same every time with one worker
	Elapsed time.Duration

	// Memory is the peak memory, in bytes: the maximum growth of the Go heap, garbage included,
	// plus the part of the search's table in use, which lies outside of the heap except on
	// Windows. The heap is sampled every few milliseconds and at the end, so the value is
	// approximate.
	Memory int64
}

// Run solves the entry with the given number of workers. If the engine stops without an answer,
// because ctx ends for instance, Run returns its error.
func Run(ctx context.Context, e Entry, workers int) (Measurement, error) {
	root, err := e.Root()
	if err != nil {
		return Measurement{}, fmt.Errorf("%v: %w", e, err)
	}
	peak := watchHeap()
	start := time.Now()
	r, err := e.Engine.Solve(ctx, root, e.options(workers))
	m := Measurement{Outcome: r.Outcome, Nodes: r.Stats.Nodes, Elapsed: time.Since(start), Memory: peak()}
	if runtime.GOOS != "windows" {
		m.Memory += r.Stats.Memory
	}
	if err != nil {
		return m, fmt.Errorf("%v: %w", e, err)
	}
	return m, nil
}

func (e Entry) options(workers int) solver.Options {
	return solver.Options{Memory: e.Memory, Workers: workers}
}

// heapEvery is the interval between two samples of the heap's size.
const heapEvery = 5 * time.Millisecond

// watchHeap collects garbage and samples the heap from then on. The function that it returns
// stops that and returns the maximum growth of the heap in bytes.
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
