package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Alive is a state without its dead cells, and a bound on the rest of the game.
type Alive struct {
	State variants.State
	Most  int  // maximum number of plies until the game is over
	Apart bool // there are two markers, which can never meet
}

// plyBounds removes the cells that can never be played to, and bounds how long the game can last:
// every ply takes a cell, and players alternate. It is immutable.
type plyBounds struct {
	grid                                   *bitboard.Grid
	evenRows, evenCols, firstRow, firstCol bitboard.Board
	dark                                   bitboard.Board // one colour, as on a chessboard
}

func newPlyBounds(grid *bitboard.Grid) *plyBounds {
	v := &plyBounds{grid: grid}
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		v.evenRows |= only(row%2 == 0, c)
		v.evenCols |= only(col%2 == 0, c)
		v.firstRow |= only(row == 0, c)
		v.firstCol |= only(col == 0, c)
		v.dark |= only((row+col)%2 == 0, c)
	}
	return v
}

// only returns the set of cell c if holds is true, else the empty set.
func only(holds bool, c int) bitboard.Board {
	if !holds {
		return 0
	}
	return bitboard.Of(c)
}

// turns returns the maximum number of plies when the mover can take at most mine turns and the
// opponent at most yours.
func turns(mine, yours int) int { return min(2*mine, 2*yours+1) }

// stones bounds the number of cells of a set no two of which touch: a 2×2 block has at most one
// of them. There are four ways to tile the board with blocks, those at the edge cut off; stones
// uses the best one.
func (v *plyBounds) stones(set bitboard.Board) int {
	wide := set | v.grid.Left(set)
	even := wide & v.evenCols
	odd := wide&^v.evenCols | set&v.firstCol
	return min(v.stacked(even), v.stacked(odd))
}

// stacked counts the blocks that a set of 1×2 blocks, each given by its left cell, lies in.
func (v *plyBounds) stacked(set bitboard.Board) int {
	tall := set | v.grid.Up(set)
	return min((tall & v.evenRows).Count(), (tall&^v.evenRows | set&v.firstRow).Count())
}

// stonesOfBoth is Alive where each player puts stones on cells of their own, no two of which
// touch.
func (v *plyBounds) stonesOfBoth(s variants.State) Alive {
	mine, yours := v.stones(s.Mine), v.stones(s.Yours)
	return Alive{State: s, Most: min(turns(mine, yours), (s.Mine | s.Yours).Count())}
}

// stonesOfAll is Alive where no two stones touch.
func (v *plyBounds) stonesOfAll(s variants.State) Alive {
	return Alive{State: s, Most: v.stones(s.Free)}
}

// follow is Alive where every marker is put beside the previous one.
func (v *plyBounds) follow(s variants.State) Alive {
	if s.Yours == 0 {
		return Alive{State: s, Most: s.Free.Count()}
	}
	at := s.Yours.First()
	s.Free = v.grid.FloodRook(v.grid.RookAt(at), s.Free)
	first, second := (s.Free & v.dark).Count(), (s.Free &^ v.dark).Count()
	if v.dark.Has(at) {
		first, second = second, first
	}
	return Alive{State: s, Most: turns(first, second)}
}

// walk is Alive where markers take king steps and leave used cells behind.
func (v *plyBounds) walk(s variants.State) Alive {
	if s.Mine == 0 || s.Yours == 0 {
		return Alive{State: s, Most: s.Free.Count()}
	}
	mine := v.grid.FloodKing(v.grid.KingAt(s.Mine.First()), s.Free)
	yours := v.grid.FloodKing(v.grid.KingAt(s.Yours.First()), s.Free)
	s.Free = mine | yours
	return Alive{s, min(turns(mine.Count(), yours.Count()), s.Free.Count()), mine&yours == 0}
}

// block is Alive where markers take rook steps, leave free cells behind, and block a cell
// beside them.
func (v *plyBounds) block(s variants.State) Alive {
	open := s.Free | s.Mine | s.Yours
	mine := v.grid.FloodRook(s.Mine, open)
	if mine&s.Yours != 0 {
		s.Free &= mine
		return Alive{State: s, Most: s.Free.Count()}
	}
	yours := v.grid.FloodRook(s.Yours, open)
	s.Free &= mine | yours
	return Alive{s, turns(mine.Count()-1, yours.Count()-1), true}
}
