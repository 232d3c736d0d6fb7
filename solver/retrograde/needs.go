package retrograde

import "gridlock/solver"

// Needs is an upper bound on the bytes that a build takes once all positions are found. It leaves out a few MiB.
type Needs struct {
	Positions uint64
	Memory    int64 // memory in addition to what the build holds
	Scratch   int64 // yet to be written to scratch files
	Journal   int64 // yet to be written to the journal
	Table     int64 // size of the table, with keys stored as differences and distances as bytes
}

// check makes sure that there is room for the rest of the build.
func (r *builder) check(e Engine) error {
	n := r.needs()
	if n.Scratch > 0 && e.Scratch == nil {
		return solver.Limited(solver.LimitMemory, "the table does not fit into the %d MiB of memory allowed: its %d positions take %d MiB",
			r.memory>>20, n.Positions, (r.pool.Limit+n.Scratch)>>20)
	}
	if e.Check == nil {
		return nil
	}
	return e.Check(n)
}

// needs returns what the rest of the build takes: a byte for the rank of each position, in memory or in scratch files,
// besides the ranks of the current layer and the memory to look up its children.
func (r *builder) needs() (n Needs) {
	var work int64
	for _, l := range r.layers {
		if l == nil {
			continue
		}
		n.Positions += l.Positions
		for _, part := range l.parts.All {
			n.Table += int64(part.Size)
		}
		work = max(work, int64(l.Positions)+r.mostLookups(l))
	}
	ranks := int64(n.Positions)
	n.Scratch = max(0, r.pool.Held()+ranks-r.pool.Limit)
	n.Memory = max(0, ranks-n.Scratch) + work
	n.Table += ranks
	if r.journal != nil {
		n.Journal = ranks
	}
	return n
}

// mostLookups returns the memory that it takes to look up the children of a layer, in the
// largest pass.
func (r *builder) mostLookups(l *layer) (most int64) {
	for _, pass := range r.plan(l) {
		size := int64(0)
		for _, p := range pass {
			size += r.lookupBytes(r.layers[p.cells], p)
		}
		most = max(most, size)
	}
	return most
}
