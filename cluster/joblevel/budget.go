package joblevel

// Budget says how many positions a job may visit. The zero value is not valid; see [NewBudget].
type Budget struct {
	workers     uint64
	least, most uint64
	share       uint64 // a job gets this part of the work so far, divided among the workers
}

// The limits of budgets, in positions. A job of leastAlone takes a millisecond or two, so few
// workers lose nothing by the overhead of more jobs; the server and the coordinator can serve many
// workers only if jobs take leastMany, 20 ms or more.
const (
	leastAlone = 1000
	leastMany  = 10_000
	mostNodes  = 5_000_000
	fewWorkers = 4
)

// NewBudget returns the budgets for a number of workers. A budget grows with the work so far, so
// that the tree remains small, and with many workers it grows more slowly, so that they find
// leaves.
func NewBudget(workers int) Budget {
	b := Budget{workers: uint64(max(workers, 1)), least: leastAlone, most: mostNodes, share: 16}
	if workers > fewWorkers {
		b.least, b.share = leastMany, 64
	}
	return b
}

// Of returns the budget of the next job after that many positions have been visited.
func (b Budget) Of(spent uint64) uint64 {
	return min(b.most, max(b.least, spent/(b.share*b.workers)))
}
