package table

import "sync/atomic"

// Busy counts how many workers are below a position. Positions share counters, which is
// harmless: they only steer the search.
type Busy [1 << 10]atomic.Int32

// At returns the counter of a key.
func (b *Busy) At(k Key) *atomic.Int32 { return &b[k.hash()>>54] }
