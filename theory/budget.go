package theory

// Budget limits computations that may take long. The zero value sets no limit.
//
// A computation that is cut off has no result, and leaves nothing in memory.
type Budget struct {
	// Work counts the positions looked into, in all computations.
	Work uint64

	// Most, if not 0, is the maximum work of one computation.
	Most uint64

	// Stop, if not nil, is called whenever Work is a multiple of PollEvery, and now and then
	// while memory grows. Once it has returned true there is no further call, and every
	// computation is cut off at once, until [Budget.Resume].
	Stop func() bool

	begun   uint64 // Work when the computation began
	stopped bool   // the computation is cut off
	halted  bool   // by Stop
}

// PollEvery is the work between two calls of Budget.Stop: up to two milliseconds for values on 8×8,
// and some microseconds for a marker alone.
const PollEvery = 32

// Resume lets computations go on after Stop has returned true.
func (b *Budget) Resume() { b.halted = false }

// begin begins a computation.
func (b *Budget) begin() { b.begun, b.stopped = b.Work, b.halted }

// spend counts a position and reports whether the computation may continue.
func (b *Budget) spend() bool {
	if b.halted {
		b.stopped = true
		return false
	}
	b.Work++
	if b.Most != 0 && b.Work-b.begun > b.Most || b.Work%PollEvery == 0 && b.halt() {
		b.stopped = true
	}
	return !b.stopped
}

// halt asks Stop, and reports whether the computation is cut off.
func (b *Budget) halt() bool {
	if b.Stop != nil && !b.halted && b.Stop() {
		b.stopped, b.halted = true, true
	}
	return b.stopped
}

// unlessStopped returns the answer of a computation; Open if it was stopped.
func (b *Budget) unlessStopped(is bool) Answer {
	if b.stopped {
		return Open
	}
	return yesOrNo(is)
}
