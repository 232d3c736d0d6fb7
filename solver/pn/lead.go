package pn

import (
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/solver/internal/table"
	"gridlock/variants"
)

// joinAt is the number of nodes after which the other workers join the first one. A shorter search, of some hundredths
// of a second, takes exactly as long with several workers as with one.
//
// It is a multiple of the nodes that are granted at a time. So the first worker holds no granted nodes then, and all
// share the rest of the limit.
const joinAt = 4 * search.CheckEvery

// fewWorkers is the greatest number of workers with which the first worker leads to the end in blockade. With more
// workers it becomes a helper, since many helpers together are faster than a leader alone.
const fewWorkers = 4

// stint is the least number of nodes that a helper visits before it returns to the root. The number grows with time.
// Otherwise a search whose table forgets too much would not advance.
const stint = 256

// role holds the differences between workers. expand and its steps read these fields, and know nothing else about
// leaders and helpers.
type role struct {
	alone   bool   // it does not read siblings' numbers again, and does not return to the root
	epsilon uint32 // 1/ε of the 1+ε trick: it leaves a child at 1+ε times the next number
	chooses int    // the number of first plies at which choose names the child to search
	mark    uint64 // the mark of numbers that it stores
	ignores uint64 // marks of those stored numbers that it does not use

	busy table.Busy // for workers that avoid positions that others are searching; else nil
}

// leader returns the role of the first worker.
//
// Coming back to a child costs little in lockdown, with at most eight moves, and even less with plans.
func (e *tree) leader() role {
	r := role{alone: true, epsilon: 2}
	switch t := e.game.Traits(); {
	case t.Blocks:
		r.chooses, r.ignores = 2, helped
	case t.TwoMarkers() && e.plans:
		r.epsilon = 16
	case t.TwoMarkers():
		r.epsilon = 4
	}
	return r
}

// helper returns the role of the workers that join it.
//
// A finding of another worker changes numbers all over the tree. Workers who follow each change search positions that
// have less in common. So helpers stay longer with a child in classic, duel and claim.
func (e *tree) helper(toTheEnd bool, busy table.Busy) role {
	r := e.leader()
	r.alone, r.chooses, r.ignores, r.busy = false, 0, 0, busy
	if toTheEnd {
		r.chooses, r.mark = 1, helped
	}
	if t := e.game.Traits(); !t.Blocks && !t.TwoMarkers() {
		r.epsilon = 1
	}
	return r
}

// invite makes the others join the worker, who leads, when it has visited that many nodes. start starts a helper, and
// returns at once.
func (w *worker) invite(opt solver.Options, at uint64, start func(helper *worker)) {
	if opt.Workers <= 1 {
		return
	}
	w.returnAt, w.promote = at, func() {
		w.control.Share(opt.Workers)
		toTheEnd := opt.Workers <= fewWorkers && w.game.Traits().Blocks
		helper := w.helper(toTheEnd, table.NewBusy(opt.Workers))
		for range opt.Workers - 1 {
			start(w.newWorker(opt, helper))
		}
		w.returnAt = forever
		if !toTheEnd {
			w.role = helper
		}
	}
}

// run searches from the root until the root is decided, or the search has to stop.
func (w *worker) run() {
	defer w.budget.Flush()
	for !w.budget.Exhausted {
		if !w.alone {
			w.returnAt = w.budget.Nodes + max(stint, w.budget.Nodes/1024)
		}
		n := w.expand(w.root, w.table.Packing.Key(w.root), 0, numbers{infinite, infinite})
		if n == won() || n == lost() {
			w.conclude(n, w.path[0][0].state)
			return
		}
		if w.promote != nil && w.budget.Nodes >= w.returnAt {
			w.promote()
			w.promote = nil
		}
		w.budget.Check()
	}
}

// choose may change the child to search at one of the first plies, and returns how many nodes that child may take. A
// leader is committed to a child. A helper begins with the child of the root that its leader is searching.
func (w *worker) choose(n *sums, children []child, f *fork, ply int) (most uint64) {
	if w.alone {
		most = w.commit(n, children, f)
		if ply == 0 {
			w.first.Store(int32(children[n.best].move))
		}
		return most
	}
	for i := range children {
		if c := &children[i]; c.move == variants.Move(w.first.Load()) && c.numbers.phi != 0 {
			n.best, n.leave = i, c.numbers.delta+c.numbers.delta/w.epsilon+1
		}
	}
	return forever
}
