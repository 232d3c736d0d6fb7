package tui

import (
	"slices"

	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/solver"
)

// tree is a game with its variations.
type tree struct {
	root, at *node
}

func newTree(rules report.Rules) *tree {
	root := &node{rules: rules}
	return &tree{root, root}
}

// node is a position of a game with its findings.
type node struct {
	parent   *node
	children []*node // the first is the main line; the others are variations
	chosen   *node   // the child that was shown last
	move     string  // the move that led here; "" at the root
	rules    report.Rules

	study   *report.Study
	exact   bool               // the study was made to find the number of plies
	partial []report.MoveValue // decided so far, until there is a study
	result  *report.Result     // who wins, if only that was asked
	asked   bool               // who wins was asked for, whatever the answer
	choice  *query.Choice      // the moves of the computer
}

// child returns the node after a move, which is a new one if the move has not been played.
func (n *node) child(move string, rules report.Rules) *node {
	for _, c := range n.children {
		if c.move == move {
			return c
		}
	}
	c := &node{parent: n, move: move, rules: rules}
	n.children = append(n.children, c)
	return c
}

// ply returns how many moves lead here.
func (n *node) ply() (ply int) {
	for ; n.parent != nil; n = n.parent {
		ply++
	}
	return ply
}

// last returns the end of the line that was shown last.
func (n *node) last() *node {
	for n.chosen != nil {
		n = n.chosen
	}
	return n
}

// show puts a node on the screen.
func (t *tree) show(n *node) {
	t.at = n
	for ; n.parent != nil; n = n.parent {
		n.parent.chosen = n
	}
}

// line returns the nodes from the root through the one on the screen to the end of its line.
func (t *tree) line() (all []*node) {
	for n := t.at.last(); n != nil; n = n.parent {
		all = append(all, n)
	}
	slices.Reverse(all)
	return all
}

// variation returns the next or the previous variation of the last move that has variations, up to the position on the
// screen. It returns nil if there is none.
func (t *tree) variation(by int) *node {
	for n := t.at; n.parent != nil; n = n.parent {
		if all := n.parent.children; len(all) > 1 {
			i := slices.Index(all, n)
			return all[(i+by+len(all))%len(all)]
		}
	}
	return nil
}

// outcome returns who wins a position, "" if unknown, and in how many plies, nil if unknown. The answer is from the
// analysis of the position, of the move that led to it, or of its own moves.
func (n *node) outcome() (winner string, distance *int) {
	if n.rules.Over {
		return *n.rules.Winner, new(0)
	}
	learn := func(who string, plies *int) {
		if who != "" && distance == nil {
			winner, distance = who, plies
		}
	}
	if n.study != nil {
		learn(deref(n.study.Winner), n.study.Distance)
	}
	if n.result != nil {
		learn(deref(n.result.Winner), n.result.Distance)
	}
	if n.parent != nil {
		for _, m := range n.parent.moves() {
			switch {
			case m.Move != n.move || m.Outcome == solver.Unknown:
			case m.Distance == solver.NoDistance:
				learn(m.winner(n.parent.rules.ToMove), nil)
			default:
				learn(m.winner(n.parent.rules.ToMove), new(m.Distance-1))
			}
		}
	}
	if top, known := best(n.moves()); known {
		learn(top.winner(n.rules.ToMove), nil)
	}
	return winner, distance
}
