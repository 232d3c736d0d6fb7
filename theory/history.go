package theory

import (
	"iter"

	"gridlock/bitboard"
	"gridlock/variants"
)

// History finds what may have come before a position of a game with markers. In both functions
// cells are the cells of the first position.
type History struct {
	// Before calls yield with each position from which the last move may have led to s,
	// reachable or not, until yield returns false.
	Before func(cells bitboard.Board, s variants.State, yield func(variants.State) bool)

	// Possible reports whether the cells that are no longer free can be the paths of the
	// markers, as far as that is clear without a search. Placed means that the markers were
	// there in the first position.
	Possible func(cells bitboard.Board, placed bool, s variants.State) bool
}

// historyBeside is the history of classic: the marker takes every cell that it visits, and its
// path alternates between the two colours of a chessboard.
func historyBeside(grid *bitboard.Grid) *History {
	dark := newPlyBounds(grid).dark
	return &History{
		Before: func(cells bitboard.Board, s variants.State, yield func(variants.State) bool) {
			if s.Yours == 0 {
				return
			}
			gone, free := used(cells, s), s.Free|s.Yours
			for from := range leastFirst(grid.RookAt(s.Yours.First())&gone, gone, grid.RookAt) {
				if !yield(variants.State{Free: free, Yours: bitboard.Of(from)}) {
					return
				}
			}
			yield(variants.State{Free: free}) // the first marker of all
		},
		Possible: func(cells bitboard.Board, placed bool, s variants.State) bool {
			taken := cells &^ s.Free
			if s.Yours != 0 && !placed {
				same, other := (taken & dark).Count(), (taken &^ dark).Count()
				if s.Yours&dark == 0 {
					same, other = other, same
				}
				if same != other && same != other+1 {
					return false
				}
			}
			return grid.FloodRook(s.Yours, taken) == taken && ends(taken&^s.Yours, taken, grid.RookAt) <= 1
		},
	}
}

// historyOfWalks is the history of lockdown: two markers take every cell that they visit.
func historyOfWalks(grid *bitboard.Grid) *History {
	return &History{
		Before: func(cells bitboard.Board, s variants.State, yield func(variants.State) bool) {
			if s.Yours == 0 {
				return
			}
			gone, free := used(cells, s), s.Free|s.Yours
			for from := range leastFirst(grid.KingAt(s.Yours.First())&gone, gone, grid.KingAt) {
				if !yield(variants.State{Free: free, Mine: bitboard.Of(from), Yours: s.Mine}) {
					return
				}
			}
			yield(variants.State{Free: free, Yours: s.Mine}) // the marker was placed
		},
		Possible: func(cells bitboard.Board, _ bool, s variants.State) bool {
			taken, markers := cells&^s.Free, s.Mine|s.Yours
			return grid.FloodKing(markers, taken) == taken && ends(taken&^markers, taken, grid.KingAt) <= 2
		},
	}
}

// historyOfSiege is the history of blockade: a marker steps, and then blocks a cell.
func historyOfSiege(grid *bitboard.Grid) *History {
	return &History{
		Before: func(cells bitboard.Board, s variants.State, yield func(variants.State) bool) {
			if s.Yours == 0 {
				return
			}
			near := grid.RookAt(s.Yours.First())
			for block := range (near & used(cells, s)).Cells() {
				open := s.Free | s.Yours | bitboard.Of(block)
				for from := range (near & open).Cells() {
					if !yield(variants.State{Free: open &^ bitboard.Of(from), Mine: bitboard.Of(from), Yours: s.Mine}) {
						return
					}
				}
			}
		},
		Possible: func(bitboard.Board, bool, variants.State) bool { return true },
	}
}

// used returns the cells that have been used up since the first position.
func used(cells bitboard.Board, s variants.State) bitboard.Board {
	return cells &^ s.Free &^ s.Mine &^ s.Yours
}

// ends counts taken cells with fewer than two taken neighbours, where a path begins or ends.
func ends(cells, taken bitboard.Board, near func(int) bitboard.Board) (count int) {
	for c := range cells.Cells() {
		if (near(c) & taken).Count() < 2 {
			count++
		}
	}
	return count
}

// leastFirst iterates over cells, those with the fewest neighbours within others first, since
// they are the hardest to reach later (Warnsdorff's rule).
func leastFirst(cells, within bitboard.Board, near func(int) bitboard.Board) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 0; cells != 0; n++ {
			for c := range cells.Cells() {
				if (near(c) & within).Count() != n {
					continue
				}
				if cells = cells.Without(c); !yield(c) {
					return
				}
			}
		}
	}
}
