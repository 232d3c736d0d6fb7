package pn

import (
	"gridlock/solver/internal/table"
)

// Turn is what a search did at one of the winner's turns, at positions of its proof: positions to which
// the winner's moves in the proof lead, whatever the loser replies.
type Turn struct {
	Nodes  uint64 // positions visited below these positions
	Wasted uint64 // those of them that were visited below moves other than the proof's
}

// turns is the number of the winner's turns that a search counts, and counted that of the plies in which
// they are, whoever begins.
const (
	turns   = 3
	counted = 2 * turns
)

// efforts are what a worker did below the children of each position of the first plies.
type efforts map[table.Key][]effort

type effort struct {
	child table.Key
	nodes uint64
	lost  bool // the child was found to be lost
}

// add counts a search below a child.
func (e efforts) add(parent table.Key, c *child, nodes uint64) {
	at := e[parent]
	lost := c.numbers == lost()
	for i := range at {
		if at[i].child == c.key {
			at[i].nodes, at[i].lost = at[i].nodes+nodes, at[i].lost || lost
			return
		}
	}
	e[parent] = append(at, effort{c.key, nodes, lost})
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

// turns returns what was done at each of the winner's first turns.
func (e efforts) turns(root table.Key, wins bool) []Turn {
	positions := map[table.Key]bool{root: true}
	if !wins {
		positions = e.replies(root)
	}
	var all []Turn
	for range turns {
		var turn Turn
		next := map[table.Key]bool{}
		for at := range positions {
			for _, c := range e[at] {
				turn.Nodes += c.nodes
				if !c.lost {
					turn.Wasted += c.nodes
					continue
				}
				for reply := range e.replies(c.child) {
					next[reply] = true
				}
			}
		}
		all, positions = append(all, turn), next
	}
	return all
}

// turns returns what the worker did at each of the winner's first turns.
func (w *worker) turns(wins bool) []Turn { return w.efforts.turns(w.table.Packing.Key(w.root), wins) }

// replies returns the children of a position that were searched.
func (e efforts) replies(at table.Key) map[table.Key]bool {
	all := map[table.Key]bool{}
	for _, c := range e[at] {
		all[c.child] = true
	}
	return all
}
