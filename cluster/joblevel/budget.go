package joblevel

// Budget says how many positions a job may visit. The zero value is not valid; see [NewBudget].
type Budget struct {
	workers uint64
	least   uint64
	share   uint64 // a job gets this part of the work so far, divided among the workers
}

// mostNodes is the greatest budget: a few seconds of work, which is lost if the worker ends.
const mostNodes = 5_000_000

const (
	// fewWorkers is the greatest number of workers for which a job gets a sixteenth of the work so far, divided by the
	// number of workers. With more it gets a quarter.
	fewWorkers = 4

	// perWorker is about how many positions a worker visits while the server and the coordinator deal with one job. A
	// job gets at least that many positions for each worker, or the server could not keep up.
	perWorker = 350
)

// NewBudget returns the budgets for a number of workers. A budget grows with the work so far, so
// that the tree remains small.
//
// Simulations of blockade with a share of 1/16 and of 1/4 took these millions of positions and seconds. With 4 workers
// on 6×8: 1/16 7.9 and 2.2, 1/4 6.4 and 1.7. On 7×7: 1/16 1.1 and 0.35, 1/4 1.9 and 0.58. On 8×6: 1/16 0.67 and 0.22,
// 1/4 1.35 and 0.41. With 8 workers on 6×8: 1/16 10.8 and 1.5, 1/4 10.4 and 1.4, 1/4 of at least 20,000 positions 9.9
// and 1.3. With 64 workers: 1/16 21.1 and 0.76, 1/4 20.3 and 0.59. One process solves 6×8 in 3.2 million positions.
func NewBudget(workers int) Budget {
	n := uint64(max(workers, 1))
	b := Budget{workers: n, least: max(10_000, perWorker*n), share: 4}
	if n <= fewWorkers {
		b.share = 16
	}
	return b
}

// Of returns the budget of the next job after that many positions have been visited.
func (b Budget) Of(spent uint64) uint64 {
	return min(mostNodes, max(b.least, spent/(b.share*b.workers)))
}
