package theory

// Budget limits computations that may take long. The zero value sets no limit.
type Budget struct {
	// Work counts the positions looked into, in all computations.
	Work uint64

	// Most, if not 0, is the maximum work of one computation.
	Most uint64

	// Stop, if not nil, is called at intervals and reports whether to give up.
	Stop func() bool

	begun   uint64 // Work when the computation began
	stopped bool
}

// begin begins a computation.
func (b *Budget) begin() { b.begun, b.stopped = b.Work, false }

// spend counts a position and reports whether the computation may continue.
func (b *Budget) spend() bool {
	b.Work++
	if b.Most != 0 && b.Work-b.begun > b.Most || b.Stop != nil && b.Work%1024 == 0 && b.Stop() {
		b.stopped = true
	}
	return !b.stopped
}
