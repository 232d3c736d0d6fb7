// Package yield lets long computations give way: to others that wait for their turn on a few
// slots, and, in a browser, to the event loop.
//
// In a browser all goroutines share one thread, and none is interrupted. A goroutine that computes keeps timers from
// running, which end contexts and report progress. The event loop, which delivers messages such as a cancellation, gets
// its turn only when all goroutines wait.
package yield

import (
	"context"
	"runtime"
	"time"
)

// OneThread reports whether all goroutines share one thread, so that [Now] has to be called often.
const OneThread = runtime.GOOS == "js"

// interval is the longest time between two turns of the event loop, if [Now] is called often
// enough. A turn takes about a millisecond, or four where browsers delay timers.
const interval = 50 * time.Millisecond

// Turn is permission to compute, which may be withdrawn for a while.
type Turn interface {
	// Wait returns when the computation may go on, or has to end: at the latest when ctx ends.
	// All goroutines of the computation call it.
	Wait(ctx context.Context)
}

// key is the key of a *place in contexts.
type key struct{}

// place has the function that ends a computation's turn, and the time of the last turn of the event loop.
type place struct {
	turn Turn      // or nil
	last time.Time // the time of the event loop's last turn
}

// Context returns a context for a computation that calls [Now] now and then, with it or one derived from it. turn says
// when it has to wait; with nil it never has to.
func Context(ctx context.Context, turn Turn) context.Context {
	return context.WithValue(ctx, key{}, &place{turn, time.Now()})
}

// Now gives way if it is time, and returns when the computation may go on or ctx has ended. It may be called every
// millisecond or so. Without [Context] it does nothing, except in a browser. There it lets other goroutines run, which
// is enough for deadlines, but not for the event loop.
func Now(ctx context.Context) {
	p, ok := ctx.Value(key{}).(*place)
	if OneThread {
		p.loop()
	}
	if ok && p.turn != nil {
		p.turn.Wait(ctx)
	}
}

// loop gives the event loop its turn.
func (p *place) loop() {
	switch {
	case p == nil:
		runtime.Gosched()
	case time.Since(p.last) > interval:
		time.Sleep(time.Millisecond) // a shorter sleep might be over before there is nothing else to do
		p.last = time.Now()
	}
}
