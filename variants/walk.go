package variants

import (
	"fmt"

	"gridlock/bitboard"
)

// walk is the rules of games like lockdown, in which each player steps a marker, and the cell that it leaves is used
// up. Free is the cells never occupied, Mine the mover's marker, and Yours the opponent's. A marker that is not placed
// yet is the empty set.
type walk struct{ near *bitboard.Near }

func (r walk) Legal(s State) MoveSet {
	if s.Mine == 0 {
		return s.Free
	}
	return r.near.At(s.Mine.First()) & s.Free
}

func (r walk) Play(s State, m Move) State {
	return State{Free: s.Free &^ m.cell(), Mine: s.Yours, Yours: m.cell()}
}

// defineWalk sets what all games of [Walk] have in common.
func (f Family) defineWalk(d *Definition) {
	d.Check, d.Refuse = checkWalk, f.refuseWalk
	if f.Ends || f.From != nil {
		d.Start, d.Check = f.start, checkMarkers
	}
	if f.Ends {
		d.MinCols = 2
	}
	if f.Block {
		d.defineSiege()
	}
}

// starts returns the cells where the markers start, X's first, or none if the players place them. Ends are in the
// middle row, the lower one of two.
func (f Family) starts(grid *bitboard.Grid) (cells []int) {
	if f.Ends {
		row := grid.Rows() / 2
		return []int{grid.Cell(row, 0), grid.Cell(row, grid.Cols()-1)}
	}
	for _, at := range f.From {
		cells = append(cells, grid.Cell(at.Rows, at.Cols))
	}
	return cells
}

// start puts the markers where they start.
func (f Family) start(p Position) Position {
	at := f.starts(p.game.grid)
	return p.Put(X, bitboard.Of(at[0])).Put(O, bitboard.Of(at[1]))
}

// checkWalk returns why there cannot be such marks in a game that begins without markers.
func checkWalk(p Position) error {
	for _, player := range []Player{X, O} {
		if live := p.Live(player); live.Count() > 1 {
			return p.game.wrongAt(live.Rest(), "%d live marks of %v, a second one at %s: each player has one marker, and the cells it has left are written %s",
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
		return p.game.wrongAt(p.live, "a marker of O, at %s, and none of X: X places first", p.game.describe(p.live.First()))
	case marks != p.live:
		return p.game.wrongAt(marks&^p.live, "%s has been left, yet O has no marker: markers move only after both are placed",
			p.game.describe((marks &^ p.live).First()))
	case p.side != O:
		return p.game.wrongAt(p.live, "it cannot be X's turn: X's marker is placed, at %s, and O's is not", p.game.describe(p.live.First()))
	}
	return nil
}

// checkMarkers returns why there cannot be such marks in a game that begins with both markers.
func checkMarkers(p Position) error {
	for _, player := range []Player{X, O} {
		switch marks := p.Live(player); {
		case marks == 0:
			return fmt.Errorf("%v has no marker: each player has exactly one", player)
		case marks.Count() > 1:
			return p.game.wrongAt(marks.Rest(), "%v has %d markers, a second one at %s: each player has exactly one",
				player, marks.Count(), p.game.describe(marks.Rest().First()))
		}
	}
	return nil
}

func (f Family) refuseWalk(p Position, c int) (Reason, string) {
	return NotAdjacent, fmt.Sprintf("%s does not %s %v's marker, at %s",
		p.game.describe(c), f.beside(), p.side, p.game.describe(p.Live(p.side).First()))
}
