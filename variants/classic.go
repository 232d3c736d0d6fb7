package variants

import (
	"fmt"
	"strings"
)

// classic is GridLock: the first marker goes anywhere, every later one on an
// empty cell beside the last placed marker, whoever placed it.
//
//	position          State
//	[ ][x][ ][ ]      Free    # . # #      Yours   . . . .
//	[ ][o][X][ ]              # . . #              . . # .
//	[ ][ ][ ][ ]              # # # #              . . . .
//	[ ][ ][ ][ ]              # # # #              . . . .
//
// Free is the empty cells. Yours is the last placed marker, which is always the
// opponent's, or nothing at the start. Here O may play 1,3 or 2,4 or 3,3.
type classic struct{ common }

func (r classic) Legal(s State) MoveSet {
	if s.Yours == 0 {
		return s.Free
	}
	return r.grid.RookAt(s.Yours.First()) & s.Free
}

func (r classic) Play(s State, m Move) State {
	return State{Free: s.Free &^ m.cell(), Yours: m.cell()}
}

func (r classic) state(p Position) State { return State{Free: p.Empty(), Yours: p.live} }

func (r classic) place(p Position, m Move) Position {
	p.marks[p.side] |= m.cell()
	p.live = m.cell()
	return p
}

func (r classic) check(p Position) error {
	switch marks := p.marks[X] | p.marks[O]; {
	case marks == 0 && p.side != X:
		return fmt.Errorf("it cannot be O's turn on a board without marks: X moves first")
	case marks == 0:
		return nil
	case p.live == 0:
		return fmt.Errorf("no live mark: write the last placed marker as X or O, the others as x and o")
	case p.live.Count() > 1:
		return fmt.Errorf("%d live marks, a second one at %s: only the last placed marker is written X or O, the others x and o",
			p.live.Count(), p.game.describe(p.live.Rest().First()))
	case p.marks[p.side]&p.live != 0:
		return fmt.Errorf("it cannot be %v's turn: the last marker, at %s, is %v's own",
			p.side, p.game.describe(p.live.First()), p.side)
	}
	return nil
}

func (r classic) refuse(p Position, c int) (Reason, string) {
	return NotAdjacent, fmt.Sprintf("%s does not share a side with the last marker, at %s",
		p.game.describe(c), p.game.describe(p.live.First()))
}

// render draws bracketed cells: [ ][X][O][ ].
func (r classic) render(p Position, paint Paint) string {
	var b strings.Builder
	for c := range r.grid.Size() {
		b.WriteString("[" + paint(c, p.glyph(c, " ")) + "]")
		endRow(&b, r.grid, c, "")
	}
	return b.String()
}
