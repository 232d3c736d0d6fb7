package joblevel

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/variants"
)

// Solution is the top of a proof that a player wins the root: the player's moves, down to leaves that are to be proven
// one by one. Its states are exact, not reduced, so the rules alone suffice to check it.
type Solution struct {
	Root   variants.State
	Wins   bool                             // whether the player to move at the root wins
	Moves  map[variants.State]variants.Move // of the winner
	Leaves []Leaf                           // the leaves in the order in which they are met
}

// Sorted iterates over the moves, in the order of their states.
func (s Solution) Sorted() iter.Seq2[variants.State, variants.Move] {
	return func(yield func(variants.State, variants.Move) bool) {
		for _, state := range slices.SortedFunc(maps.Keys(s.Moves), compare) {
			if !yield(state, s.Moves[state]) {
				return
			}
		}
	}
}

// Leaf is a position that ends the top of a proof.
type Leaf struct {
	State   variants.State
	Reduced variants.State // the reduced state, with which Tree.Reopen reopens the leaf
	Wins    bool           // whether the player to move wins
}

// Solution returns a proof of the verdict, with few leaves. The root must be decided.
func (t *Tree) Solution() Solution {
	w := &walk{t: t, costs: map[*node]int64{}, seen: map[variants.State]bool{}}
	w.Root, w.Wins, w.Moves = t.origin, t.Outcome() == solver.Win, map[variants.State]variants.Move{}
	root := view{exact: t.origin}
	w.visit(root.turned(t.searcher.prover.Reduced(t.origin)), w.Wins)
	return w.Solution
}

// view is an exact state, and the reduced state that stands for it in the tree.
type view struct {
	exact, reduced variants.State
	turns          []bitboard.Symmetry // they turn moves of the exact state into moves of the reduced one
}

// turned returns the view for a reduced state that is an image, by sym, of the reduced state of v.
func (v view) turned(reduced variants.State, sym bitboard.Symmetry) view {
	v.reduced = reduced
	if sym != bitboard.Identity {
		v.turns = append(slices.Clip(v.turns), sym)
	}
	return v
}

// play returns the view after a move of the exact state.
func (v view) play(s *Searcher, m variants.Move) view {
	rules := s.game.Rules()
	v.exact = rules.Play(v.exact, m)
	for _, sym := range v.turns {
		m = s.game.ImageMove(sym, m)
	}
	return v.turned(s.prover.Reduced(rules.Play(v.reduced, m)))
}

// walk collects a solution.
type walk struct {
	Solution
	t     *Tree
	costs map[*node]int64
	seen  map[variants.State]bool
}

// visit adds the moves and leaves that prove a state.
func (w *walk) visit(v view, wins bool) {
	if w.seen[v.exact] {
		return
	}
	w.seen[v.exact] = true
	switch {
	case !w.splits(w.t.nodes[v.reduced]):
		w.Leaves = append(w.Leaves, Leaf{v.exact, v.reduced, wins})
	case wins:
		m := w.choose(v)
		w.Moves[v.exact] = m
		w.visit(v.play(w.t.searcher, m), false)
	default:
		for m := range w.t.searcher.game.Rules().Legal(v.exact).Cells() {
			w.visit(v.play(w.t.searcher, variants.Move(m)), true)
		}
	}
}

// choose returns a winning move with the cheapest proof.
func (w *walk) choose(v view) (best variants.Move) {
	least := int64(-1)
	for m := range w.t.searcher.game.Rules().Legal(v.exact).Cells() {
		c := w.t.nodes[v.play(w.t.searcher, variants.Move(m)).reduced]
		if c.numbers.Outcome() != solver.Loss {
			continue
		}
		if cost := w.cost(c); least < 0 || cost < least {
			least, best = cost, variants.Move(m)
		}
	}
	return best
}

// splits reports whether the children of a decided node prove it.
func (w *walk) splits(n *node) bool {
	return n.expanded && combine(n.children) == n.numbers
}

// cost returns the number of leaves of a proof, counted again for every way that leads to them.
func (w *walk) cost(n *node) int64 {
	if !w.splits(n) {
		return 1
	}
	if cost, known := w.costs[n]; known {
		return cost
	}
	const most int64 = 1 << 40 // sums stay far below the greatest number
	cost := int64(0)
	for _, c := range n.children {
		switch below := c.numbers.Outcome(); {
		case n.numbers.Outcome() == solver.Loss:
			cost = min(cost+w.cost(c), most)
		case below == solver.Loss:
			if each := w.cost(c); cost == 0 || each < cost {
				cost = each
			}
		}
	}
	w.costs[n] = cost
	return cost
}

// Check returns an error unless the solution proves its verdict by the rules of a game. proven reports whether the
// player to move in a state is proven to win, or to lose.
func (s Solution) Check(rules variants.Rules, proven func(s variants.State, wins bool) bool) error {
	type claim struct {
		state variants.State
		wins  bool
	}
	seen := map[claim]bool{}
	var check func(variants.State, bool) error
	check = func(state variants.State, wins bool) error {
		if seen[claim{state, wins}] || proven(state, wins) {
			return nil
		}
		seen[claim{state, wins}] = true
		legal := rules.Legal(state)
		m, answered := s.Moves[state]
		switch {
		case !wins:
			for m := range legal.Cells() {
				if err := check(rules.Play(state, variants.Move(m)), true); err != nil {
					return err
				}
			}
			return nil
		case !answered:
			return fmt.Errorf("joblevel: no proof of %+v, and no move there", state)
		case m >= bitboard.MaxCells || !legal.Has(int(m)):
			return fmt.Errorf("joblevel: the move %d in %+v is not legal", m, state)
		}
		return check(rules.Play(state, m), false)
	}
	return check(s.Root, s.Wins)
}
