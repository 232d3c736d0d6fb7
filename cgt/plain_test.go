package cgt

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree is a game by its options, with nothing left out: the measure of canonical forms.
type tree struct{ lefts, rights []*tree }

// random returns a random tree of at most so many levels.
func random(r *rand.Rand, levels int) *tree {
	g := &tree{}
	if levels == 0 {
		return g
	}
	for range r.IntN(3) {
		g.lefts = append(g.lefts, random(r, r.IntN(levels)))
	}
	for range r.IntN(3) {
		g.rights = append(g.rights, random(r, r.IntN(levels)))
	}
	if r.IntN(4) == 0 { // a switch
		g.lefts = append(g.lefts, integer(r.IntN(4)))
		g.rights = append(g.rights, integer(-r.IntN(4)))
	}
	return g
}

func integer(n int) *tree {
	switch {
	case n > 0:
		return &tree{lefts: []*tree{integer(n - 1)}}
	case n < 0:
		return &tree{rights: []*tree{integer(n + 1)}}
	}
	return &tree{}
}

func (g *tree) plus(h *tree) *tree {
	sum := &tree{}
	for _, option := range g.lefts {
		sum.lefts = append(sum.lefts, option.plus(h))
	}
	for _, option := range h.lefts {
		sum.lefts = append(sum.lefts, g.plus(option))
	}
	for _, option := range g.rights {
		sum.rights = append(sum.rights, option.plus(h))
	}
	for _, option := range h.rights {
		sum.rights = append(sum.rights, g.plus(option))
	}
	return sum
}

// negative returns the tree with the players exchanged.
func (g *tree) negative() *tree {
	n := &tree{}
	for _, option := range g.lefts {
		n.rights = append(n.rights, option.negative())
	}
	for _, option := range g.rights {
		n.lefts = append(n.lefts, option.negative())
	}
	return n
}

// wins reports whether who moves wins.
func (g *tree) wins(left bool) bool {
	options := g.rights
	if left {
		options = g.lefts
	}
	for _, option := range options {
		if !option.wins(!left) {
			return true
		}
	}
	return false
}

func (g *tree) outcome() Outcome {
	switch first, second := g.wins(true), g.wins(false); {
	case first && second:
		return Next
	case first:
		return Left
	case second:
		return Right
	}
	return Previous
}

// atMost reports whether g ≤ h, by the definition.
func (g *tree) atMost(h *tree) bool {
	for _, option := range g.lefts {
		if h.atMost(option) {
			return false
		}
	}
	for _, option := range h.rights {
		if option.atMost(g) {
			return false
		}
	}
	return true
}

// value returns the tree's value.
func (g *tree) value(t testing.TB, a *Arena) Value {
	t.Helper()
	v, err := a.Make(values(t, a, g.lefts), values(t, a, g.rights))
	require.NoError(t, err)
	return v
}

func values(t testing.TB, a *Arena, trees []*tree) (all []Value) {
	t.Helper()
	for _, g := range trees {
		all = append(all, g.value(t, a))
	}
	return all
}

// thermograph returns the tree's thermograph, without its value.
func (g *tree) thermograph(t testing.TB) *Thermograph {
	t.Helper()
	join := func(trees []*tree) (all []*Thermograph) {
		for _, g := range trees {
			all = append(all, g.thermograph(t))
		}
		return all
	}
	joined, err := joined(join(g.lefts), join(g.rights))
	require.NoError(t, err)
	return joined
}

// cooled returns the left and the right stop of a canonical form when each move costs a tax, by the definition: below
// the tax at which they meet they are those of the options, and above it they stay where they met. The tax is a whole
// number of steps.
func cooled(t testing.TB, a *Arena, v Value, tax int64, step *big.Rat, known map[Value][][2]*big.Rat) (left, right *big.Rat) {
	t.Helper()
	if x, ok := v.Number(); ok {
		return rational(x), rational(x)
	}
	if known[v] == nil {
		known[v] = [][2]*big.Rat{}
	}
	for n := int64(len(known[v])); n <= tax; n++ {
		pay := new(big.Rat).Mul(step, big.NewRat(n, 1))
		lefts, rights, err := a.Options(v)
		require.NoError(t, err)
		var l, r *big.Rat
		for _, option := range lefts {
			_, x := cooled(t, a, option, n, step, known)
			if x = new(big.Rat).Sub(x, pay); l == nil || x.Cmp(l) > 0 {
				l = x
			}
		}
		for _, option := range rights {
			x, _ := cooled(t, a, option, n, step, known)
			if x = new(big.Rat).Add(x, pay); r == nil || x.Cmp(r) < 0 {
				r = x
			}
		}
		if n > 0 && known[v][n-1][0].Cmp(known[v][n-1][1]) == 0 {
			l, r = known[v][n-1][0], known[v][n-1][1]
		} else {
			require.GreaterOrEqual(t, l.Cmp(r), 0, "the walls of %v cross between two steps", v)
		}
		known[v] = append(known[v], [2]*big.Rat{l, r})
	}
	return known[v][tax][0], known[v][tax][1]
}

func rational(x Dyadic) *big.Rat {
	n, k := x.Fraction()
	return big.NewRat(n, 1<<k)
}
