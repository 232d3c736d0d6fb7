package variants

import (
	"fmt"

	"gridlock/bitboard"
)

// classic is GridLock: the first marker goes anywhere, every later one on an empty cell beside
// the last placed marker, of either player.
//
//	position          State
//	[ ][x][ ][ ]      Free    # . # #      Yours   . . . .
//	[ ][o][X][ ]              # . . #              . . # .
//	[ ][ ][ ][ ]              # # # #              . . . .
//	[ ][ ][ ][ ]              # # # #              . . . .
//
// Free is the empty cells. Yours is the last placed marker, which is always the
// opponent's, or nothing at the start. Here O may play 1,3 or 2,4 or 3,3.
type classic struct{ grid *bitboard.Grid }

func classicGame() Definition {
	return Definition{
		ID: Classic, Title: "GridLock", Names: RowColFrom1,
		Literature: "undirected vertex geography with a free first placement",
		Summary:    "place beside the last placed marker",
		Traits:     Traits{Free: Cells, Yours: Marker, Symmetric: true, MaxDrop: 1},
		Rules:      func(g *bitboard.Grid) Rules { return classic{g} },
		Check:      checkClassic,
		Refuse:     refuseClassic,
		Drawn:      drawnByTraits,
	}
}

func (r classic) Legal(s State) MoveSet {
	if s.Yours == 0 {
		return s.Free
	}
	return r.grid.RookAt(s.Yours.First()) & s.Free
}

func (r classic) Play(s State, m Move) State {
	return State{Free: s.Free &^ m.cell(), Yours: m.cell()}
}

func checkClassic(p Position) error {
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

func refuseClassic(p Position, c int) (Reason, string) {
	return NotAdjacent, fmt.Sprintf("%s does not share a side with the last marker, at %s",
		p.game.describe(c), p.game.describe(p.live.First()))
}
