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

// plyBounds removes the cells that can never be played to, and bounds how long the game can last. Every ply takes a
// cell, and players alternate. It is immutable.
type plyBounds struct {
	near                                   *bitboard.Near
	king                                   bool // near is a king's on the plane
	evenRows, evenCols, firstRow, firstCol bitboard.Board
	dark                                   bitboard.Board // one of two colours, as on a chessboard
	coloured                               bool           // no two cells of one colour are near each other
}

func newPlyBounds(near *bitboard.Near) *plyBounds {
	grid := near.Grid()
	v := &plyBounds{near: near, king: near == grid.King()}
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		v.evenRows |= only(row%2 == 0, c)
		v.evenCols |= only(col%2 == 0, c)
		v.firstRow |= only(row == 0, c)
		v.firstCol |= only(col == 0, c)
	}
	v.dark, v.coloured = colours(near)
	return v
}

// only returns the set of cell c if holds is true, else the empty set.
func only(holds bool, c int) bitboard.Board {
	if !holds {
		return 0
	}
	return bitboard.Of(c)
}

// colours gives cells two colours, such that near cells differ, and returns the cells of one colour. ok is false if
// that is impossible.
func colours(near *bitboard.Near) (dark bitboard.Board, ok bool) {
	both, left := near.Both(), near.Grid().All()
	for left != 0 {
		set, fresh := left&-left, left&-left // steps lead from one cell to alternating colours
		for isDark := true; fresh != 0; isDark = !isDark {
			left &^= fresh
			if isDark {
				dark |= fresh
			}
			fresh = both.Of(fresh) & left
			set |= fresh
		}
		if both.Of(set&dark)&dark != 0 || both.Of(set&^dark)&set&^dark != 0 {
			return 0, false
		}
	}
	return dark, true
}

// turns returns the maximum number of plies when the mover can take at most mine turns and the opponent at most yours.
func turns(mine, yours int) int { return min(2*mine, 2*yours+1) }

// stones bounds how many cells of a set can be marked with no two near each other. Of cells that are all near each
// other, at most one can be marked. So stones covers the set with groups of such cells, and counts the groups. With a
// king's neighbourhood the groups are 2×2 blocks. Blocks tile the board in four ways, and are cut off at the edge;
// stones uses the best way.
func (v *plyBounds) stones(set bitboard.Board) int {
	switch {
	case !v.near.Symmetric():
		return set.Count()
	case !v.king:
		return v.cliques(set)
	}
	wide := set | v.near.Grid().Left(set)
	even := wide & v.evenCols
	odd := wide&^v.evenCols | set&v.firstCol
	return min(v.stacked(even), v.stacked(odd))
}

// stacked counts the 2×2 blocks that hold a set of 1×2 blocks, each given by its left cell.
func (v *plyBounds) stacked(set bitboard.Board) int {
	tall := set | v.near.Grid().Up(set)
	return min((tall & v.evenRows).Count(), (tall&^v.evenRows | set&v.firstRow).Count())
}

// cliques covers a set with sets of cells that are all near each other, the lowest cell first, and counts these.
func (v *plyBounds) cliques(set bitboard.Board) (n int) {
	for ; set != 0; n++ {
		near := v.near.At(set.First())
		set = set.Rest()
		for also := near & set; also != 0; also &= near {
			c := also.First()
			near &= v.near.At(c)
			set = set.Without(c)
		}
	}
	return n
}

// stonesOfBoth is Alive for games in which each player puts stones on cells of their own, no two of them near each
// other.
func (v *plyBounds) stonesOfBoth(s variants.State) Alive {
	return ofBoth(s, v.stones(s.Mine), v.stones(s.Yours))
}

// marksOfBoth is Alive where each player puts marks on cells of their own.
func marksOfBoth(s variants.State) Alive { return ofBoth(s, s.Mine.Count(), s.Yours.Count()) }

// ofBoth is Alive where the mover can put at most mine marks on cells of their own, and the opponent at most yours.
func ofBoth(s variants.State, mine, yours int) Alive {
	return Alive{State: s, Most: min(turns(mine, yours), (s.Mine | s.Yours).Count())}
}

// stonesOfAll is Alive where no stone is near another one.
func (v *plyBounds) stonesOfAll(s variants.State) Alive {
	return Alive{State: s, Most: v.stones(s.Free)}
}

// follow is Alive where every marker is put near the previous one.
func (v *plyBounds) follow(s variants.State) Alive {
	if s.Yours == 0 {
		return Alive{State: s, Most: s.Free.Count()}
	}
	at := s.Yours.First()
	s.Free = v.near.Flood(v.near.At(at), s.Free)
	if !v.coloured {
		return Alive{State: s, Most: s.Free.Count()}
	}
	first, second := (s.Free & v.dark).Count(), (s.Free &^ v.dark).Count()
	if v.dark.Has(at) {
		first, second = second, first
	}
	return Alive{State: s, Most: turns(first, second)}
}

// walk is Alive where markers take steps and leave used cells behind.
func (v *plyBounds) walk(s variants.State) Alive {
	if s.Mine == 0 || s.Yours == 0 {
		return Alive{State: s, Most: s.Free.Count()}
	}
	mine := v.near.Flood(v.near.At(s.Mine.First()), s.Free)
	yours := v.near.Flood(v.near.At(s.Yours.First()), s.Free)
	s.Free = mine | yours
	return Alive{s, min(turns(mine.Count(), yours.Count()), s.Free.Count()), mine&yours == 0}
}

// block is Alive where markers take steps, leave free cells behind, and block a cell near them. The
// neighbourhood is symmetric.
func (v *plyBounds) block(s variants.State) Alive {
	open := s.Free | s.Mine | s.Yours
	mine := v.near.Flood(s.Mine, open)
	if mine&s.Yours != 0 {
		s.Free &= mine
		return Alive{State: s, Most: s.Free.Count()}
	}
	yours := v.near.Flood(s.Yours, open)
	s.Free &= mine | yours
	return Alive{s, turns(mine.Count()-1, yours.Count()-1), true}
}
