package tablebase

import (
	"strings"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/variants"
)

// Position returns a position that has the key, or one of its images: cells that do not
// matter any more are holes. There is one for every position of the table.
func (t *Table) Position(k solver.Key) (p variants.Position, ok bool) {
	return t.position(t.keys.State(k))
}

// Start returns the position from which the table was built.
func (t *Table) Start() (variants.Position, error) { return t.game.Variant().Parse(t.info.Start) }

// position writes a state as a position.
func (t *Table) position(s variants.State) (p variants.Position, ok bool) {
	b := drawn{mine: s.Mine, yours: s.Yours, open: s.Free}
	if t.game.Variant().ID == variants.Duel {
		b, ok = withStones(t.game.Grid(), s)
		if !ok {
			return p, false
		}
	}
	for _, marks := range []string{"XO x", "OX o"} {
		p, err := t.game.Variant().Parse(b.text(t.game.Grid(), marks[0], marks[1]) + marks[2:])
		if err == nil && p.State() == s {
			return p, true
		}
	}
	return p, false
}

// drawn is where the marks of the player to move and of the opponent are on a board, and
// which cells are empty. All others are holes.
type drawn struct{ mine, yours, open bitboard.Board }

// text writes a board.
func (d drawn) text(grid *bitboard.Grid, mine, yours byte) string {
	var b strings.Builder
	for c := range grid.Size() {
		if _, col := grid.RowCol(c); c > 0 && col == 0 {
			b.WriteByte('/')
		}
		switch {
		case d.mine.Has(c):
			b.WriteByte(mine)
		case d.yours.Has(c):
			b.WriteByte(yours)
		case d.open.Has(c):
			b.WriteByte('.')
		default:
			b.WriteByte('#')
		}
	}
	return b.String()
}

// withStones finds stones that leave the cells of a state of duel to the players: each
// cell that just one of them may take touches a stone of the other, no stone touches a
// cell that its owner may take, nor another stone of its owner. In a position that can be
// reached its own stones are like that, so some are found.
func withStones(grid *bitboard.Grid, s variants.State) (d drawn, ok bool) {
	d.open = s.Mine | s.Yours
	return d, d.bar(grid, s)
}

// bar adds stones to those there are until every cell that just one player may take is
// barred to the other, and reports whether it can.
func (d *drawn) bar(grid *bitboard.Grid, s variants.State) bool {
	stones, theirs := &d.yours, s.Yours
	open := s.Mine &^ s.Yours &^ grid.DilateKing(d.yours)
	if open == 0 {
		stones, theirs = &d.mine, s.Mine
		open = s.Yours &^ s.Mine &^ grid.DilateKing(d.mine)
	}
	if open == 0 {
		return true
	}
	places := grid.KingAt(open.First()) &^ (d.open | d.mine | d.yours | grid.DilateKing(*stones|theirs))
	for c := range places.Cells() {
		before := *stones
		*stones |= bitboard.Of(c)
		if d.bar(grid, s) {
			return true
		}
		*stones = before
	}
	return false
}
