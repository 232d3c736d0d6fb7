package certify

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/solver"
)

// share calls do for all i below n, until one call returns an error or ctx has ended. Each worker has a goroutine, and
// takes some numbers at a time; i rises for each worker.
func share[W any](ctx context.Context, workers []W, n, some int, do func(ctx context.Context, w W, i int) error) error {
	var taken atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range workers {
		group.Go(func() error {
			for {
				from := int(taken.Add(int64(some))) - some
				if from >= n {
					return nil
				}
				for i := from; i < min(from+some, n); i++ {
					err := solver.Poll(ctx)
					if err == nil {
						err = do(ctx, w, i)
					}
					if err != nil {
						return err
					}
				}
			}
		})
	}
	return group.Wait()
}

// ended returns a function that gives way, and reports whether ctx has ended.
func ended(ctx context.Context) func() bool {
	return func() bool { return solver.Poll(ctx) != nil }
}
