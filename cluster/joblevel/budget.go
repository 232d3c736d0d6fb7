package joblevel

// Budget says how many positions a job may visit. The zero value is not valid; see [NewBudget].
type Budget struct {
	workers uint64
	least   uint64
	share   uint64 // a job gets this part of the work so far, divided among the workers
}

// mostNodes is the greatest budget: a few seconds of work, which is what a worker that ends loses.
const mostNodes = 5_000_000

const (
	// fewWorkers is the number of workers up to which a job gets a sixteenth of the work so far,
	// divided among the workers. With more it gets a quarter.
	fewWorkers = 4

	// perWorker is about how many positions a worker visits while the server and the coordinator
	// deal with one job. A job gets so many for each worker, or they would not keep up.
	perWorker = 350
)

// NewBudget returns the budgets for a number of workers. A budget grows with the work so far, so
// that the tree remains small.
//
// Simulated on blockade 6×8, which one process solves in 9.8 million positions, in millions of
// positions and in seconds: a sixteenth took 16.2 and 4.3 with 4 workers, a quarter 22.6 and 5.8.
// With 8 workers a sixteenth took 23.1 and 3.1, a quarter 22.2 and 2.9, and one of at least 20,000
// positions 26.0 and 3.4. With 64 workers, a quarter of at least 20,000 took 55.0 and 1.05, a
// sixteenth 49.4 and 1.29, and one of at least 10,000 60.2 and 3.2.
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
