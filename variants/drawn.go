package variants

import (
	"strings"

	"gridlock/bitboard"
)

// Drawn returns a position that has the state, in which cells that do not matter are holes. ok
// is false if none is found.
func (g *Game) Drawn(s State) (p Position, ok bool) { return g.variant.def.Drawn(g, s) }

// DrawsAll reports whether Drawn finds a position for every reachable state.
func (g *Game) DrawsAll() bool { return g.variant.draws }

// drawnByTraits is Drawn of games in which the sides' fields are where their marks are.
func drawnByTraits(g *Game, s State) (p Position, ok bool) {
	return drawing{mine: s.Mine, yours: s.Yours, open: s.Free}.position(g, s)
}

// drawing is the marks of the player to move and of the opponent, and the empty cells. All other
// cells are holes.
type drawing struct{ mine, yours, open Board }

// position returns the drawing as a position of either player, if it has the state.
func (d drawing) position(g *Game, s State) (p Position, ok bool) {
	for _, marks := range []string{"XO x", "OX o"} {
		p, err := g.variant.Parse(d.text(g.grid, marks[0], marks[1]) + marks[2:])
		if err == nil && p.State() == s {
			return p, true
		}
	}
	return p, false
}

// text writes a board.
func (d drawing) text(grid *bitboard.Grid, mine, yours byte) string {
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
