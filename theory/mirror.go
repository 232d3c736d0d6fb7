package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Mirrors are the symmetries of a board by which a player can copy moves: those that are their
// own inverse. Make them with [NewMirrors].
type Mirrors struct {
	grid  *bitboard.Grid
	axes  []bitboard.Symmetry
	fixed []bitboard.Board // the cells that each of them fixes
	sided bool             // each player has cells of their own, as in duel
}

// NewMirrors returns the mirrors of a board: the half turn and the two mirrors, on a square also
// the two diagonals.
func NewMirrors(g *bitboard.Grid) *Mirrors {
	m := &Mirrors{grid: g}
	for _, sym := range g.Symmetries() {
		if sym == bitboard.Identity || sym.Inverse() != sym {
			continue
		}
		var fixed bitboard.Board
		for c := range g.Size() {
			if one := bitboard.Of(c); g.Image(sym, one) == one {
				fixed |= one
			}
		}
		m.axes, m.fixed = append(m.axes, sym), append(m.fixed, fixed)
	}
	return m
}

// Axes returns the mirrors, which [Mirrors.Find] counts from 0.
func (m *Mirrors) Axes() []bitboard.Symmetry { return m.axes }

// Lost reports whether the mover loses because the opponent can copy, see [Mirrors.Copying]. It
// takes tens of nanoseconds.
func (m *Mirrors) Lost(s variants.State) bool {
	_, lost := m.Copying(s)
	return lost
}

// Copying returns the index in [Mirrors.Axes] of a mirror by which the opponent can copy every
// move: one that Find finds or, in the Mirrors of duel that [For] returns, one that takes every
// cell that the mover may take to another one, which the opponent may take. ok is false if there
// is none.
func (m *Mirrors) Copying(s variants.State) (mirror int, ok bool) {
	if !m.sided {
		return m.Find(s)
	}
	for i, sym := range m.axes {
		if m.fixed[i]&s.Mine == 0 && m.grid.Image(sym, s.Mine)&^s.Yours == 0 {
			return i, true
		}
	}
	return 0, false
}

// Find returns the index in [Mirrors.Axes] of a mirror by which the opponent can copy every move
// in duel or lockdown, and is left with nothing else: it exchanges the two sides of the State,
// keeps the free cells, and fixes none that can still be played to. ok is false if there is none.
func (m *Mirrors) Find(s variants.State) (mirror int, ok bool) {
	for i, sym := range m.axes {
		if m.fixed[i]&(s.Free|s.Mine) == 0 && m.grid.Image(sym, s.Mine) == s.Yours && m.grid.Image(sym, s.Free) == s.Free {
			return i, true
		}
	}
	return 0, false
}
