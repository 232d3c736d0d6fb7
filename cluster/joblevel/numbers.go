package joblevel

import (
	"fmt"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// infinite is the disproof number of a position that is won, and the proof number of a lost one.
const infinite = 1 << 30

// Decided returns the numbers of a position with that outcome, zero numbers if it is unknown.
func Decided(o solver.Outcome) pn.Numbers {
	switch o {
	case solver.Win:
		return pn.Numbers{Disproof: infinite}
	case solver.Loss:
		return pn.Numbers{Proof: infinite}
	}
	return pn.Numbers{}
}

// Result is a worker's result for a position.
type Result struct {
	State variants.State // reduced

	// Numbers are the numbers of a decided position, zero if the search could not decide it.
	Numbers pn.Numbers

	// Children are the numbers of [Searcher.Children] if the position is undecided: as searched, or
	// as guessed.
	Children []pn.Numbers

	Nodes uint64 // visited
}

// Decided reports whether the result says who wins.
func (r Result) Decided() bool { return r.Numbers != pn.Numbers{} }

// Validate returns an error if a state with that many children cannot have the result.
func (r Result) Validate(children int) error {
	if r.Decided() {
		if r.Numbers != Decided(r.Numbers.Outcome()) || len(r.Children) > 0 {
			return fmt.Errorf("joblevel: %+v is no decided result", r)
		}
		return nil
	}
	if len(r.Children) != children {
		return fmt.Errorf("joblevel: a result about %d children of %+v, which has %d", len(r.Children), r.State, children)
	}
	for _, n := range r.Children {
		open := n.Proof > 0 && n.Disproof > 0 && n.Proof < infinite && n.Disproof < infinite
		if !open && (n == pn.Numbers{} || n != Decided(n.Outcome())) {
			return fmt.Errorf("joblevel: %+v are no proof numbers", n)
		}
	}
	return nil
}

// combine computes the numbers of a position from the numbers of its children, as package pn does. The proof number is
// the least disproof number. The disproof number is the greatest proof number, plus one for every two other undecided
// children.
func combine(children []*node) pn.Numbers {
	sum, open := pn.Numbers{Proof: infinite}, uint32(0)
	for _, c := range children {
		switch c.numbers.Outcome() {
		case solver.Loss:
			return Decided(solver.Win)
		case solver.Unknown:
			sum.Proof = min(sum.Proof, c.numbers.Disproof)
			sum.Disproof = max(sum.Disproof, c.numbers.Proof)
			open++
		}
	}
	if open == 0 {
		return Decided(solver.Loss)
	}
	sum.Disproof = min(sum.Disproof+(open-1)/2, infinite-1)
	return sum
}
