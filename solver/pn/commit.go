package pn

import "gridlock/solver/internal/table"

// patience is how many times the least number of the others a worker lets the number of a child grow to
// which it is committed.
const patience = 4

// forever is more nodes than a search visits.
const forever = 1 << 62

// commit changes which child is searched at one of the first plies, and for how long, and returns how
// many nodes that may take. Searches that alternate between children of much the same worth, by numbers
// alone, take as long as all of them together. So the worker is committed to the child that it searched
// first:
//
//   - The others, if their numbers are lower, are searched as usual until together they have taken a
//     quarter more nodes than that child. So a proof among them that is as short is found first.
//   - Then the child goes on, until its number is patience times the least of the others. It takes one
//     step at a time, a share ε of its number, as if it were the best. (A threshold that is raised at
//     once reaches far down, and lets the worker stay too long everywhere below.)
//
// At the first two plies no number of a child reaches the limit of its parent, which is infinite.
func (w *worker) commit(n *sums, children []child, k table.Key) (most uint64) {
	main := -1
	for i := range children {
		if children[i].key == w.main[k] && children[i].numbers.phi != 0 {
			main = i
		}
	}
	spent := w.efforts.of(k, w.main[k])
	if main < 0 || main == n.best {
		w.main[k] = children[n.best].key
		return forever
	}
	if others := w.efforts.all(k) - spent; others < spent+spent/4 {
		return spent + spent/4 - others
	}
	own, least := children[main].numbers.delta, n.sum.phi
	if own > patience*min(least, infinite/patience) {
		w.main[k] = children[n.best].key
		return forever
	}
	n.best, n.leave = main, max(least+least/w.epsilon, min(own+own/w.epsilon, patience*least))+1
	return forever
}

// efforts are what a worker did below the children of each position of the first plies.
type efforts map[table.Key][]effort

type effort struct {
	child table.Key
	nodes uint64
}

// add counts a search below a child.
func (e efforts) add(parent table.Key, c *child, nodes uint64) {
	at := e[parent]
	for i := range at {
		if at[i].child == c.key {
			at[i].nodes += nodes
			return
		}
	}
	e[parent] = append(at, effort{c.key, nodes})
}

// of returns the nodes that were visited below a child.
func (e efforts) of(parent, child table.Key) uint64 {
	for _, c := range e[parent] {
		if c.child == child {
			return c.nodes
		}
	}
	return 0
}

// all returns the nodes that were visited below all children of a position.
func (e efforts) all(parent table.Key) (nodes uint64) {
	for _, c := range e[parent] {
		nodes += c.nodes
	}
	return nodes
}
