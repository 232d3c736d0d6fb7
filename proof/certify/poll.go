package certify

import (
	"context"
	"iter"

	"gridlock/solver"
)

// ended returns a function that gives way, and reports whether ctx has ended.
func ended(ctx context.Context) func() bool {
	return func() bool { return solver.Poll(ctx) != nil }
}

// polled iterates like all until ctx has ended.
func polled[T any](ctx context.Context, all iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		n := 0
		for v := range all {
			if n++; n%1024 == 0 && solver.Poll(ctx) != nil || !yield(v) {
				return
			}
		}
	}
}
