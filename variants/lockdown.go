package variants

import (
	"fmt"

	"gridlock/bitboard"
)

// lockdown is GridLockdown: X places a marker on any free cell, then O on any other; from then
// on each player moves their marker to a king-adjacent cell that has never been occupied.
//
//	position           State (X to move)
//	 1  x  X  4        Free    # . . #      Mine    . . # .      Yours   . . . .
//	 5  6  7  8                # # # #              . . . .              . . . .
//	 9  o  O 12                # . . #              . . . .              . . # .
//	13 14 15 16                # # # #              . . . .              . . . .
//
// Free is the cells never occupied, Mine the mover's marker, Yours the
// opponent's. A marker that is not placed yet is the empty set.
type lockdown struct{ grid *bitboard.Grid }

func lockdownGame() Definition {
	return Definition{
		ID: Lockdown, Title: "GridLockdown",
		Literature: "partizan vertex geography, king-move Tron; Generalized King Dirt <1,1,1>",
		Summary:    "place a marker, then move it like a king, never onto a used cell",
		Traits:     Traits{Free: Cells, Mine: Marker, Yours: Marker, Step: KingStep, Symmetric: true, MaxDrop: 1},
		Rules:      func(g *bitboard.Grid) Rules { return lockdown{g} },
		Check:      checkLockdown,
		Refuse:     refuseLockdown,
		Drawn:      drawnByTraits,
	}
}

func (r lockdown) Legal(s State) MoveSet {
	if s.Mine == 0 {
		return s.Free
	}
	return r.grid.KingAt(s.Mine.First()) & s.Free
}

func (r lockdown) Play(s State, m Move) State {
	return State{Free: s.Free &^ m.cell(), Mine: s.Yours, Yours: m.cell()}
}

func checkLockdown(p Position) error {
	for _, player := range []Player{X, O} {
		if live := p.Live(player); live.Count() > 1 {
			return fmt.Errorf("%d live marks of %v, a second one at %s: each player has one marker, and the cells it has left are written %s",
				live.Count(), player, p.game.describe(live.Rest().First()), player.trail())
		}
	}
	marks := p.marks[X] | p.marks[O]
	switch {
	case marks == 0 && p.side != X:
		return fmt.Errorf("it cannot be O's turn before X has placed a marker")
	case marks == 0 || p.live.Count() == 2:
		return nil
	case p.live.Count() == 0:
		return fmt.Errorf("no live marks: write the markers as X and O, the cells they have left as x and o")
	case p.Live(X) == 0:
		return fmt.Errorf("a marker of O, at %s, and none of X: X places first", p.game.describe(p.live.First()))
	case marks != p.live:
		return fmt.Errorf("%s has been left, yet O has no marker: markers move only after both are placed",
			p.game.describe((marks &^ p.live).First()))
	case p.side != O:
		return fmt.Errorf("it cannot be X's turn: X's marker is placed, at %s, and O's is not", p.game.describe(p.live.First()))
	}
	return nil
}

func refuseLockdown(p Position, c int) (Reason, string) {
	return NotAdjacent, fmt.Sprintf("%s does not touch %v's marker, at %s",
		p.game.describe(c), p.side, p.game.describe(p.Live(p.side).First()))
}
