package variants

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// duel is GridLock Duel: place on an empty cell that is not king-adjacent to a
// marker of your own. The opponent's markers do not matter.
//
//	position                  State (X to move)
//	 1 | X  |  3 |  4         Mine    . . . #      Yours   # . . .
//	 5 |  6 |  7 | O                  . . . .              # # . .
//	 9 | 10 | 11 | 12                 # # # #              # # . .
//	13 | 14 | 15 | 16                 # # # #              # # # #
//
// Mine is the cells that the mover may still take, Yours those that the opponent may. A cell
// that neither may take no longer matters.
type duel struct{ grid *bitboard.Grid }

func duelGame() Definition {
	return Definition{
		ID: Duel, Title: "GridLock Duel",
		Literature: "Col, on the king's graph",
		Summary:    "place anywhere but next to a marker of your own",
		Traits:     Traits{Mine: Cells, Yours: Cells, Symmetric: true, MaxDrop: 10},
		Rules:      func(g *bitboard.Grid) Rules { return duel{g} },
		State:      stateOfDuel,
		Check:      checkDuel,
		Refuse:     refuseDuel,
		Render:     renderDuel,
		Drawn:      drawnWithStones,
	}
}

func (r duel) Legal(s State) MoveSet { return s.Mine }

func (r duel) Play(s State, m Move) State {
	return State{
		Mine:  s.Yours &^ m.cell(),
		Yours: s.Mine &^ (m.cell() | r.grid.KingAt(int(m))),
	}
}

func stateOfDuel(p Position) State {
	open := func(player Player) Board { return p.Empty() &^ p.game.grid.DilateKing(p.marks[player]) }
	return State{Mine: open(p.side), Yours: open(p.side.Opponent())}
}

func checkDuel(p Position) error {
	for _, player := range []Player{X, O} {
		if a, b, found := kingNeighbours(p.game.grid, p.marks[player]); found {
			return fmt.Errorf("%v has two markers next to each other, at %s and at %s",
				player, p.game.describe(a), p.game.describe(b))
		}
	}
	return nil
}

func refuseDuel(p Position, c int) (Reason, string) {
	own := p.game.grid.KingAt(c) & p.marks[p.side]
	return NextToOwn, fmt.Sprintf("%s is next to %v's own marker at %s",
		p.game.describe(c), p.side, p.game.describe(own.First()))
}

// renderDuel draws numbered cells between rulers. Numbers are right-aligned, marks
// left-aligned, as in the rule book.
func renderDuel(p Position, paint Paint) string {
	grid := p.game.grid
	ruler := "---" + strings.Repeat("+----", max(0, grid.Cols()-2))
	if grid.Cols() > 1 {
		ruler += "+---"
	}
	var b strings.Builder
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		if col == 0 && row > 0 {
			b.WriteString(ruler + "\n")
		}
		last := col == grid.Cols()-1
		switch text := p.glyph(c, number(c)); {
		case p.Empty().Has(c):
			b.WriteString(padded(2, c, text, paint))
		case last:
			b.WriteString(paint(c, text))
		default:
			b.WriteString(paint(c, text) + " ")
		}
		endRow(&b, grid, c, " | ")
	}
	return b.String()
}

// drawnWithStones finds stones that give a state: each cell that only one player may take
// touches a stone of the other, and no stone touches a cell that its owner may take, nor another
// stone of its owner. The stones of a reachable position satisfy this, so it always finds some
// for its state.
func drawnWithStones(g *Game, s State) (p Position, ok bool) {
	d := drawing{open: s.Mine | s.Yours}
	if !d.bar(g.grid, s) {
		return p, false
	}
	return d.position(g, s)
}

// bar adds stones until every cell that only one player may take is barred to the other, and
// reports whether that is possible.
func (d *drawing) bar(grid *bitboard.Grid, s State) bool {
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
