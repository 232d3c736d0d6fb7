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

// Copy is a way in which the opponent of the player to move can copy.
type Copy struct {
	Mirror int // the index of the mirror in [Mirrors.Axes]

	// Cell is the only cell that the mover can play to and that is its own image, and Answer the
	// opponent's answer to it. Without such a cell both are -1.
	Cell, Answer int
}

// Copying returns a way in which the opponent can copy: by a mirror that Find finds or, in the
// Mirrors of duel that [For] returns, by one that takes every cell that the mover may take to
// one that the opponent may take, and fixes none of the mover's, or only one that has another
// answer. ok is false if there is none.
func (m *Mirrors) Copying(s variants.State) (c Copy, ok bool) {
	if !m.sided {
		mirror, ok := m.Find(s)
		return Copy{mirror, -1, -1}, ok
	}
	for i, sym := range m.axes {
		image := m.grid.Image(sym, s.Mine)
		if image&^s.Yours != 0 {
			continue
		}
		if own := m.fixed[i] & s.Mine; own == 0 {
			return Copy{i, -1, -1}, true
		} else if answer, answered := answer(m.grid, own, s.Mine, image, s.Yours); answered && !ok {
			c, ok = Copy{i, own.First(), answer}, true
		}
	}
	return c, ok
}

// answer returns the answer to the only cell in the set own, for a player who otherwise copies:
// a cell of theirs, beside that cell or not open to the mover, that takes from the image of the
// mover's cells only what the cell itself takes. ok is false if own has more cells, or there is
// no answer.
func answer(g *bitboard.Grid, own, mine, image, yours bitboard.Board) (cell int, ok bool) {
	if own.Rest() != 0 {
		return 0, false
	}
	near := g.KingAt(own.First())
	for cells := yours & (near | ^mine); cells != 0; cells = cells.Rest() {
		if cell = cells.First(); g.KingAt(cell).With(cell)&image&^(near|own) == 0 {
			return cell, true
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

// copied reports whether Left loses a component at the top left if she begins, because Right can
// copy as in [Mirrors.Copying], by a mirror of the rectangle around the component.
func (s *shapes) copied(p pair) bool {
	if p.a.Count() > p.b.Count() {
		return false
	}
	var images [8]pair
	for i, q := range images[:s.images(p, &images)] {
		image := q.a >> s.room(q.a|q.b)
		if image&^p.b != 0 {
			continue
		}
		own, mirror := s.own(i, p.a|p.b)
		if own &= p.a; !mirror {
			continue
		} else if own == 0 {
			return true
		}
		if _, ok := answer(s.grid, own, p.a, image, p.b); ok {
			return true
		}
	}
	return false
}

// mirrored reports whether some mirror of the rectangle around a position, which is not empty,
// exchanges the players.
func (s *shapes) mirrored(p pair) bool {
	room := s.room(p.a | p.b)
	p = pair{p.a >> room, p.b >> room}
	var images [8]pair
	for i, q := range images[:s.images(p, &images)] {
		if q.a>>s.room(q.a|q.b) != p.b {
			continue
		}
		if _, mirror := s.own(i, p.a|p.b); mirror {
			return true
		}
	}
	return false
}

// own returns the cells of a set at the top left that are their own images, where images are
// those of shapes.images, moved to the top left again. mirror is false if such an image of an
// image is not the cell itself, or if all cells are their own images.
func (s *shapes) own(image int, b bitboard.Board) (own bitboard.Board, mirror bool) {
	rows, cols := 0, 0
	for c := range b.Cells() {
		row, col := s.grid.RowCol(c)
		rows, cols = max(rows, row+1), max(cols, col+1)
	}
	for c := range b.Cells() {
		row, col := s.grid.RowCol(c)
		back, across := 2*row == rows-1, 2*col == cols-1
		if image == 1 && back || image == 2 && back && across || image == 3 && across ||
			image == 4 && row == col || image == 6 && row+col == rows-1 {
			own = own.With(c)
		}
	}
	return own, 1 <= image && image <= 4 || image == 6 && rows == cols
}
