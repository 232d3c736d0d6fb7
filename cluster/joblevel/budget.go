package joblevel

// Budget says how many positions a job may visit. The zero value is not valid; see [NewBudget].
type Budget struct {
	workers uint64
	least   uint64
	share   uint64 // a job gets this part of the work so far, divided among the workers
}

// mostNodes is the greatest budget: a few seconds of work, which is what a worker that ends loses.
const mostNodes = 5_000_000

// fewWorkers is the number of workers up to which a server is idle most of the time.
const fewWorkers = 4

// NewBudget returns the budgets for a number of workers. A budget grows with the work so far, so
// that the tree remains small.
//
// Simulated on blockade 6×8, which one process solves in 9.8 million positions, in millions of
// positions and in seconds: a sixteenth and 10,000 took 16.0 and 8.3 with 2 workers, 16.2 and 4.3
// with 4; a quarter took 22.6 and 5.8 with 4. With 8 workers a quarter took 22.2 and 2.9, a
// sixteenth 23.1 and 3.1; with 64, where the server is the bottleneck, 55.0 and 1.05 against 49.4
// and 1.29, and with budgets half as large 60.2 and 3.2.
func NewBudget(workers int) Budget {
	if workers <= fewWorkers {
		return Budget{uint64(max(workers, 1)), 10_000, 16}
	}
	return Budget{uint64(workers), 20_000, 4}
}

// Of returns the budget of the next job after that many positions have been visited.
func (b Budget) Of(spent uint64) uint64 {
	return min(mostNodes, max(b.least, spent/(b.share*b.workers)))
}
