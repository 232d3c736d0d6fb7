package pn

import "gridlock/solver/internal/table"

// patience limits a commitment. A worker stays with a child until the child's number is that many times the least
// number of the other children.
const patience = 4

// fork is a position of the first plies, with the child to which a worker is committed, and the nodes visited below
// each child.
type fork struct {
	main  table.Key
	below map[table.Key]uint64
}

// fork returns what the worker knows of a position of the first plies.
func (w *worker) fork(k table.Key) *fork {
	f := w.forks[k]
	if f == nil {
		f = &fork{below: map[table.Key]uint64{}}
		w.forks[k] = f
	}
	return f
}

// commit may change the child to search at one of the first plies, and returns how many nodes the child may take. By
// numbers alone a search alternates between children of about the same worth, and takes as long as all these children
// together. So the worker is committed to the child that it searched first:
//
//   - The others, if their numbers are lower, are searched as usual until together they have taken a
//     quarter more nodes than that child. So a proof among them that is as short is found first.
//   - Then the child goes on, until its number is patience times the least of the others. Its threshold rises in steps
//     of ε times its number, as if it were the best. (A threshold raised at once would let the worker stay too long
//     with positions far below.)
//
// At the first two plies no number of a child reaches the limit of its parent, which is infinite.
func (w *worker) commit(n *sums, children []child, f *fork) (most uint64) {
	main := -1
	for i := range children {
		if children[i].key == f.main && children[i].numbers.phi != 0 {
			main = i
		}
	}
	if main < 0 || main == n.best {
		f.main = children[n.best].key
		return forever
	}
	all := uint64(0)
	for _, nodes := range f.below {
		all += nodes
	}
	spent := f.below[f.main]
	if others := all - spent; others < spent+spent/4 {
		return spent + spent/4 - others
	}
	own, least := children[main].numbers.delta, n.sum.phi
	if own > patience*min(least, infinite/patience) {
		f.main = children[n.best].key
		return forever
	}
	n.best, n.leave = main, max(least+least/w.epsilon, min(own+own/w.epsilon, patience*least))+1
	return forever
}
