package table

import (
	"math/bits"
	"sync/atomic"
)

// Busy counts how many workers are searching below each position. It is nil if there is only one worker. It only steers
// the search. Positions share counters, so a child that only seems busy may be searched too late. To make that rare
// there are far more counters than positions being searched.
type Busy []atomic.Int32

// NewBusy returns counters for that many workers, 4,096 for each.
func NewBusy(workers int) Busy { return make(Busy, 1<<(12+bits.Len(uint(workers-1)))) }

// Below returns how many workers are below a position.
func (b Busy) Below(k Key) int32 {
	if b == nil {
		return 0
	}
	return b.at(k).Load()
}

// Add adds to the workers below a position.
func (b Busy) Add(k Key, workers int32) {
	if b != nil {
		b.at(k).Add(workers)
	}
}

// at returns the counter of a key.
func (b Busy) at(k Key) *atomic.Int32 { return &b[k.hash()>>32&uint64(len(b)-1)] }
