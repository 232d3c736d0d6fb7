// Package joblevel is proof-number search whose nodes are jobs for workers, elsewhere or simulated. A [Tree] holds the
// top of the graph of positions. [Tree.Pick] chooses a leaf for a worker, [Searcher.Search] searches it there, and
// [Tree.Apply] enters the result. In the end [Tree.Solution] lists the leaves that prove the verdict. The package does
// not care how jobs and results travel: results may be late, lost, repeated, and in any order.
//
// The method is job-level proof-number search (Wu, Lin, Sun, Chen, Huang & Guo, "Job-level
// proof-number search", 2013; Saffidine, Jouandeau & Cazenave, "Solving Breakthrough with race
// patterns and job-level proof number search", 2011), on a graph of exact states, with an undecided
// job as the expansion of its leaf.
package joblevel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Tree is the top of the graph of positions below a root. It is not safe for concurrent use. The
// same calls in the same order have the same effect. Make it with [New].
type Tree struct {
	searcher *Searcher
	origin   variants.State // the root, not reduced
	root     *node
	nodes    map[variants.State]*node
	jobs     map[variants.State][]*node // leaves that are out, with the path that led to each
	early    map[variants.State]Result  // results of states that are not in the tree yet
	picks    uint64
	spent    uint64
	looks    uint64 // for useless jobs
	decided  bool   // a position was decided since the last look
}

// node is a position of the tree.
type node struct {
	state    variants.State
	numbers  pn.Numbers
	children []*node // the children of an expanded node
	parents  []*node
	searched bool   // a result has decided it, not its children or its numbers
	expanded bool   // children has the positions after all moves
	busy     uint32 // handed-out jobs whose path leads here
	barren   uint64 // number of the last pick that found nothing below
	needed   uint64 // number of the last look for useless jobs that came here
}

// open reports whether the node is undecided.
func (n *node) open() bool { return n.numbers.Outcome() == solver.Unknown }

// New returns the tree of a root alone. The searcher only gives children and guesses, and never searches. It stays the
// caller's.
func New(searcher *Searcher, root variants.State) *Tree {
	t := &Tree{
		searcher: searcher, origin: root,
		nodes: map[variants.State]*node{}, jobs: map[variants.State][]*node{}, early: map[variants.State]Result{},
	}
	reduced, _ := searcher.prover.Reduced(root)
	t.root = t.add(reduced, searcher.guide.Guess(root))
	return t
}

// add returns the node of a state. A new node gets the numbers. A leaf gets them if their sum is greater than that of
// its numbers, since the sum grows as a position is searched.
func (t *Tree) add(s variants.State, numbers pn.Numbers) *node {
	n := t.nodes[s]
	switch {
	case n == nil:
		n = &node{state: s, numbers: numbers}
		t.nodes[s] = n
	case n.expanded || !n.open():
	case numbers.Proof+numbers.Disproof > n.numbers.Proof+n.numbers.Disproof:
		t.set(n, numbers)
	}
	return n
}

// Outcome returns who wins at the root, solver.Unknown until that is decided.
func (t *Tree) Outcome() solver.Outcome { return t.root.numbers.Outcome() }

// Numbers returns the numbers of the root.
func (t *Tree) Numbers() pn.Numbers { return t.root.numbers }

// Spent returns the number of positions that workers have visited for the results so far.
func (t *Tree) Spent() uint64 { return t.spent }

// Size returns the number of positions in the tree.
func (t *Tree) Size() int { return len(t.nodes) }

// Out returns the number of jobs that are handed out.
func (t *Tree) Out() int { return len(t.jobs) }

// Jobs returns the leaves that are handed out as jobs, in the order of their states.
func (t *Tree) Jobs() []variants.State { return slices.SortedFunc(maps.Keys(t.jobs), compare) }

// IsOut reports whether the job of a state is handed out.
func (t *Tree) IsOut(s variants.State) bool { return t.jobs[s] != nil }

// Pick chooses an open leaf that is not out, and counts it as out from now on. ok is false if there
// is none.
//
// From the root it descends to the child that is easiest to prove lost. A child counts as harder if there are jobs
// below it. If all leaves below are out, it turns to the next child.
func (t *Tree) Pick() (s variants.State, ok bool) {
	t.picks++
	path := t.descend(t.root, nil)
	if path == nil {
		return s, false
	}
	for _, n := range path {
		n.busy++
	}
	leaf := path[len(path)-1]
	t.jobs[leaf.state] = path
	return leaf.state, true
}

// descend returns a path from a node to a leaf that can be picked, appended to another, or nil.
func (t *Tree) descend(n *node, path []*node) []*node {
	if !n.open() || n.barren == t.picks || t.IsOut(n.state) {
		return nil
	}
	path = append(path, n)
	if !n.expanded {
		return path
	}
	for _, c := range n.inOrder() {
		if found := t.descend(c, path); found != nil {
			return found
		}
	}
	n.barren = t.picks
	return nil
}

// inOrder returns the open children, first those that seem easiest to prove lost.
func (n *node) inOrder() []*node {
	open := make([]*node, 0, len(n.children))
	for _, c := range n.children {
		if c.open() {
			open = append(open, c)
		}
	}
	slices.SortStableFunc(open, func(a, b *node) int { return cmp.Compare(a.virtual(), b.virtual()) })
	return open
}

// virtual returns the disproof number, raised by an eighth and one for every job below.
func (n *node) virtual() uint64 {
	delta, busy := uint64(n.numbers.Disproof), uint64(n.busy)
	return delta + delta*busy/8 + busy
}

// Withdraw ends the job of a leaf, if it is out, so that the leaf can be picked again.
func (t *Tree) Withdraw(s variants.State) {
	for _, n := range t.jobs[s] {
		n.busy--
	}
	delete(t.jobs, s)
}

// Apply enters a result, whether its job is out or not. A result about a position that is not in the tree is kept until
// the position is. A result that decides a position is believed, whatever earlier results say. Otherwise the first
// result of a position counts. The error reports a result that cannot be right.
func (t *Tree) Apply(r Result) error {
	if err := r.Validate(len(t.searcher.Children(r.State))); err != nil {
		return err
	}
	t.spent += r.Nodes
	n := t.nodes[r.State]
	if n == nil {
		if old, exists := t.early[r.State]; !exists || !old.Decided() {
			t.early[r.State] = r
		}
		return nil
	}
	t.Withdraw(r.State)
	t.enter(n, r)
	return nil
}

// enter enters a result about a node.
func (t *Tree) enter(n *node, r Result) {
	switch {
	case !n.open() && (n.searched || n.expanded):
	case r.Decided():
		n.searched = true
		t.set(n, r.Numbers)
	case n.open() && !n.expanded:
		t.expand(n, r.Children)
	}
}

// expand adds the children of a node, with their known results.
func (t *Tree) expand(n *node, numbers []pn.Numbers) {
	var children []*node
	for i, s := range t.searcher.Children(n.state) {
		children = append(children, t.add(s, numbers[i]))
	}
	for _, c := range children {
		c.parents = append(c.parents, n)
	}
	n.children, n.expanded = children, true
	t.set(n, combine(n.children))
	for _, c := range n.children {
		if r, exists := t.early[c.state]; exists {
			delete(t.early, c.state)
			t.enter(c, r)
		}
	}
}

// set sets the numbers of a node, and then those of the nodes above it.
func (t *Tree) set(n *node, numbers pn.Numbers) {
	if n.numbers == numbers {
		return
	}
	n.numbers = numbers
	t.decided = t.decided || !n.open()
	for changed := []*node{n}; len(changed) > 0; {
		n, changed = changed[0], changed[1:]
		for _, p := range n.parents {
			if p.searched {
				continue
			}
			if sum := combine(p.children); sum != p.numbers {
				p.numbers = sum
				t.decided = t.decided || !p.open()
				changed = append(changed, p)
			}
		}
	}
}

// Useless returns the jobs that are out although the verdict does not need them any more. It looks
// for them only if a position has been decided since the last call, since it takes time
// proportional to the open part of the tree.
func (t *Tree) Useless() (states []variants.State) {
	if !t.decided {
		return nil
	}
	t.decided = false
	t.looks++
	t.need(t.root)
	for s, path := range t.jobs {
		if path[len(path)-1].needed != t.looks {
			states = append(states, s)
		}
	}
	slices.SortFunc(states, compare)
	return states
}

// need marks the open positions below a node, and the node.
func (t *Tree) need(n *node) {
	if n.needed == t.looks || !n.open() {
		return
	}
	n.needed = t.looks
	for _, c := range n.children {
		t.need(c)
	}
}

// compare orders states, so that nothing depends on the order of a map.
func compare(a, b variants.State) int {
	return cmp.Or(cmp.Compare(a.Free, b.Free), cmp.Compare(a.Mine, b.Mine), cmp.Compare(a.Yours, b.Yours))
}

// Reopen makes a decided leaf open again, because its proof has failed. Numbers above it that follow from it are taken
// back, too.
func (t *Tree) Reopen(s variants.State) error {
	n := t.nodes[s]
	if n == nil || n.open() {
		return fmt.Errorf("joblevel: %+v is not decided, so it cannot be reopened", s)
	}
	n.searched = false
	if n.expanded {
		t.set(n, combine(n.children))
		return nil
	}
	t.set(n, t.searcher.guide.Guess(s))
	return nil
}

// Split makes a decided leaf open again, because nobody can prove it, and lets its children decide it. Their numbers
// are given as in a [Result].
func (t *Tree) Split(s variants.State, children []pn.Numbers) error {
	if err := t.Reopen(s); err != nil {
		return err
	}
	if n := t.nodes[s]; !n.expanded {
		t.expand(n, children)
	}
	return nil
}
