package theory

import (
	"math/bits"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Mirrors are the symmetries of a game that are their own inverse, by which a player can copy moves. [For] makes them.
type Mirrors struct {
	near    *bitboard.Near // what a mark closes
	axes    []bitboard.Symmetry
	alone   []bitboard.Board // for each mirror: the cells whose image is no answer
	sided   bool             // each player has cells of their own, as in duel
	answers bool             // one cell may have another answer: marks close cells to their owners alone
}

// newMirrors returns the mirrors of a game: the half turn, the two mirrors and, on a square, the two diagonals, as far
// as they keep the neighbourhood. The image of a cell is no answer to the cell if both are the same, or if a mark on
// the cell closes its image to the opponent.
func newMirrors(game *variants.Game) *Mirrors {
	f, grid := game.Variant().Family(), game.Grid()
	m := &Mirrors{near: closing(game), sided: f.Kind == variants.Place && f.Close != variants.CloseAll}
	closes := f.Close == variants.CloseOther || f.Close == variants.CloseAll // to the opponent
	m.answers = f.Close == variants.CloseOwn
	for _, sym := range game.Symmetries() {
		if sym == bitboard.Identity || sym.Inverse() != sym {
			continue
		}
		var alone bitboard.Board
		for c := range grid.Size() {
			image := grid.Image(sym, bitboard.Of(c))
			if image.Has(c) || closes && m.near.At(c)&image != 0 {
				alone = alone.With(c)
			}
		}
		m.axes, m.alone = append(m.axes, sym), append(m.alone, alone)
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

	// Cell is the only cell of the mover that is its own image, and Answer the opponent's answer to a move there.
	// Without such a cell both are -1.
	Cell, Answer int
}

// Copying returns how the opponent can copy. Either a mirror exchanges the two sides exactly (see Find). Or, where each
// player has cells of their own, a mirror maps Mine into Yours, and the image of each cell is a legal reply to it. One
// cell may be its own image, if another reply to it exists. ok is false, and all numbers are -1, if there is no way.
func (m *Mirrors) Copying(s variants.State) (c Copy, ok bool) {
	if !m.sided {
		mirror, ok := m.Find(s)
		return Copy{mirror, -1, -1}, ok
	}
	c = Copy{-1, -1, -1}
	if s.Mine.Count() > s.Yours.Count() {
		return c, false
	}
	for i, sym := range m.axes {
		image := m.near.Grid().Image(sym, s.Mine)
		if image&^s.Yours != 0 {
			continue
		}
		if own := m.alone[i] & s.Mine; own == 0 {
			return Copy{i, -1, -1}, true
		} else if answer, answered := answer(m.near, own, s.Mine, image, s.Yours); m.answers && answered && !ok {
			c, ok = Copy{i, own.First(), answer}, true
		}
	}
	return c, ok
}

// answer returns the reply to the only cell in the set own, for a player who otherwise copies. The reply is a cell of
// theirs that is near that cell, or not open to the mover. It closes only images of the mover's cells that the cell
// itself closes. ok is false if own has more cells, or there is no reply.
func answer(n *bitboard.Near, own, mine, image, yours bitboard.Board) (cell int, ok bool) {
	if own.Rest() != 0 {
		return 0, false
	}
	near := n.At(own.First())
	for cells := yours & (near | ^mine); cells != 0; cells = cells.Rest() {
		if cell = cells.First(); n.At(cell).With(cell)&image&^(near|own) == 0 {
			return cell, true
		}
	}
	return 0, false
}

// Find returns the index in [Mirrors.Axes] of a mirror by which the opponent can copy every move. It exchanges the two
// sides of the State, keeps the free cells, and is an answer to every cell that is open. ok is false, and mirror is -1,
// if there is none.
func (m *Mirrors) Find(s variants.State) (mirror int, ok bool) {
	grid := m.near.Grid()
	for i, sym := range m.axes {
		if m.alone[i]&(s.Free|s.Mine) == 0 && grid.Image(sym, s.Mine) == s.Yours && grid.Image(sym, s.Free) == s.Free {
			return i, true
		}
	}
	return -1, false
}

// copied reports whether Left, beginning, loses a component at the top left because Right can copy, as in
// [Mirrors.Copying], by a mirror of the rectangle around the component.
func (s *shapes) copied(p pair) bool {
	if p.a.Count() > p.b.Count() {
		return false
	}
	var images [8]pair
	for i, q := range images[:s.images(p, &images)] {
		if q.a&^p.b != 0 {
			continue
		}
		own, mirror := s.own(s.symmetries[i], p.a|p.b)
		if own &= p.a; !mirror {
			continue
		} else if own == 0 {
			return true
		}
		if _, ok := answer(s.near, own, p.a, q.a, p.b); ok {
			return true
		}
	}
	return false
}

// mirrored reports whether some mirror of the rectangle around a position, which is not empty, exchanges the players.
func (s *shapes) mirrored(p pair) bool {
	shift := s.shift(p.a | p.b)
	p = pair{p.a >> shift, p.b >> shift}
	var images [8]pair
	for i, q := range images[:s.images(p, &images)] {
		if q.a != p.b {
			continue
		}
		if _, mirror := s.own(s.symmetries[i], p.a|p.b); mirror {
			return true
		}
	}
	return false
}

// own returns the cells of a set at the top left that are their own images, after the image of the set is moved to the
// top left. mirror is false if the symmetry is not its own inverse there, or moves no cell.
func (s *shapes) own(sym bitboard.Symmetry, b bitboard.Board) (own bitboard.Board, mirror bool) {
	rows, cols := s.grid.Rows(), s.grid.Cols()
	if s.up {
		rows = (bits.Len64(uint64(b))-1)/s.grid.Cols() + 1
	}
	if s.left {
		cols = s.width(b)
	}
	for c := range b.Cells() {
		row, col := s.grid.RowCol(c)
		back, across := 2*row == rows-1, 2*col == cols-1
		if sym == bitboard.MirrorRows && back || sym == bitboard.HalfTurn && back && across || sym == bitboard.MirrorCols && across ||
			sym == bitboard.Transpose && row == col || sym == bitboard.AntiTranspose && row+col == rows-1 {
			own = own.With(c)
		}
	}
	mirror = sym != bitboard.Identity && sym.Inverse() == sym && (sym != bitboard.AntiTranspose || rows == cols)
	return own, mirror
}
