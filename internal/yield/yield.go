// Package yield lets long computations give way where all goroutines share one thread that gives
// none of them its turn by force, as in a browser. Elsewhere it does nothing, and costs nothing.
//
// There, a goroutine that computes keeps timers from running, which end contexts and report
// progress. What is worse, the browser's event loop, which delivers messages such as one to cancel
// the computation, only gets its turn when all goroutines wait.
package yield

import (
	"context"
	"runtime"
	"time"
)

// OneThread reports whether the package does anything.
const OneThread = runtime.GOOS == "js"

// interval is the longest time between two turns of the event loop, if [Now] is called often
// enough. A turn takes about a millisecond, or four where browsers delay timers.
const interval = 50 * time.Millisecond

// key is the key of a *turns in contexts.
type key struct{}

// turns notes when the event loop has had its last turn.
type turns struct{ last time.Time }

// Context returns a context for a computation that calls [Now] now and then, with it or one
// derived from it, so that the event loop gets its turn.
func Context(ctx context.Context) context.Context {
	if !OneThread {
		return ctx
	}
	return context.WithValue(ctx, key{}, &turns{time.Now()})
}

// Now gives way if it is time. Without [Context] it lets other goroutines run, which does for
// deadlines, but not the event loop.
func Now(ctx context.Context) {
	if !OneThread {
		return
	}
	t, ok := ctx.Value(key{}).(*turns)
	if !ok {
		runtime.Gosched()
		return
	}
	if time.Since(t.last) > interval {
		time.Sleep(time.Millisecond) // less might be over before there is nothing else to do
		t.last = time.Now()
	}
}
