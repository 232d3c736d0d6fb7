package theory

// Budget watches over a computation that may take long. The zero value lets it
// take as long as it wants.
type Budget struct {
	// Work counts the positions that were looked into.
	Work uint64

	// Stop, if not nil, is asked after every so much work whether to give up.
	Stop func() bool

	stopped bool
}

// spend counts a position and reports whether the computation may go on.
func (b *Budget) spend() bool {
	b.Work++
	if b.Stop != nil && b.Work%1024 == 0 && b.Stop() {
		b.stopped = true
	}
	return !b.stopped
}
