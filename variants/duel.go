package variants

import (
	"fmt"
	"strings"
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
// Mine is the cells that the mover may still take, Yours those that the opponent
// may. A cell that neither may take is gone for good.
type duel struct{ common }

func (r duel) Legal(s State) MoveSet { return s.Mine }

func (r duel) Play(s State, m Move) State {
	return State{
		Mine:  s.Yours &^ m.cell(),
		Yours: s.Mine &^ (m.cell() | r.grid.KingAt(int(m))),
	}
}

func (r duel) state(p Position) State {
	open := func(player Player) Board { return p.Empty() &^ r.grid.DilateKing(p.marks[player]) }
	return State{Mine: open(p.side), Yours: open(p.side.Opponent())}
}

func (r duel) place(p Position, m Move) Position { return p.keepLive(m) }

func (r duel) check(p Position) error {
	for _, player := range []Player{X, O} {
		if a, b, found := kingNeighbours(r.grid, p.marks[player]); found {
			return fmt.Errorf("%v has two markers next to each other, at %s and at %s",
				player, p.game.describe(a), p.game.describe(b))
		}
	}
	return nil
}

func (r duel) refuse(p Position, c int) (Reason, string) {
	own := r.grid.KingAt(c) & p.marks[p.side]
	return NextToOwn, fmt.Sprintf("%s is next to %v's own marker at %s",
		p.game.describe(c), p.side, p.game.describe(own.First()))
}

// render draws numbered cells between rulers. Numbers are right-aligned, marks
// left-aligned, as in the rule book.
func (r duel) render(p Position, paint Paint) string {
	ruler := "---" + strings.Repeat("+----", max(0, r.grid.Cols()-2))
	if r.grid.Cols() > 1 {
		ruler += "+---"
	}
	var b strings.Builder
	for c := range r.grid.Size() {
		row, col := r.grid.RowCol(c)
		if col == 0 && row > 0 {
			b.WriteString(ruler + "\n")
		}
		last := col == r.grid.Cols()-1
		switch text := p.glyph(c, number(c)); {
		case p.Empty().Has(c):
			b.WriteString(padded(2, c, text, paint))
		case last:
			b.WriteString(paint(c, text))
		default:
			b.WriteString(paint(c, text) + " ")
		}
		endRow(&b, r.grid, c, " | ")
	}
	return b.String()
}
