package solver

import "sync/atomic"

// busy counts how many workers are below a position. Positions share counters,
// which is harmless, since they only steer the search.
type busy [1 << 10]atomic.Int32

func (b *busy) at(k key) *atomic.Int32 { return &b[k.hash()>>54] }
