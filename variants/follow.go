package variants

import (
	"fmt"

	"gridlock/bitboard"
)

// follow is the rules of games like classic, in which each mark is put near the last one. Free is the empty cells.
// Yours is the last mark, which is always the opponent's; at the start it is empty.
type follow struct{ near *bitboard.Near }

func (r follow) Legal(s State) MoveSet {
	if s.Yours == 0 {
		return s.Free
	}
	return r.near.At(s.Yours.First()) & s.Free
}

func (r follow) Play(s State, m Move) State {
	return State{Free: s.Free &^ m.cell(), Yours: m.cell()}
}

// checkFollow returns why there cannot be such marks.
func checkFollow(p Position) error {
	switch marks := p.marks[X] | p.marks[O]; {
	case marks == 0 && p.side != X:
		return fmt.Errorf("it cannot be O's turn on a board without marks: X moves first")
	case marks == 0:
		return nil
	case p.live == 0:
		return fmt.Errorf("no live mark: write the last placed marker as X or O, the others as x and o")
	case p.live.Count() > 1:
		return p.game.wrongAt(p.live.Rest(), "%d live marks, a second one at %s: only the last placed marker is written X or O, the others x and o",
			p.live.Count(), p.game.describe(p.live.Rest().First()))
	case p.marks[p.side]&p.live != 0:
		return p.game.wrongAt(p.live, "it cannot be %v's turn: the last marker, at %s, is %v's own",
			p.side, p.game.describe(p.live.First()), p.side)
	}
	return nil
}

func (f Family) refuseFollow(p Position, c int) (Reason, string) {
	return NotAdjacent, fmt.Sprintf("%s does not %s the last marker, at %s",
		p.game.describe(c), f.beside(), p.game.describe(p.live.First()))
}
