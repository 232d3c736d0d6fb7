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

// historyBeside is the history where each mark is put near the last one, as in classic: the marker
// takes every cell that it visits, and its path alternates between two colours, if there are such.
func historyBeside(near *bitboard.Near) *History {
	dark, coloured := colours(near)
	both, back := near.Both(), near.Back()
	return &History{
		Before: func(cells bitboard.Board, s variants.State, yield func(variants.State) bool) {
			if s.Yours == 0 {
				return
			}
			gone, free := used(cells, s), s.Free|s.Yours
			for from := range leastFirst(back.At(s.Yours.First())&gone, gone, both) {
				if !yield(variants.State{Free: free, Yours: bitboard.Of(from)}) {
					return
				}
			}
			yield(variants.State{Free: free}) // the first marker of all
		},
		Possible: func(cells bitboard.Board, placed bool, s variants.State) bool {
			taken := cells &^ s.Free
			if s.Yours != 0 && !placed && coloured {
				same, other := (taken & dark).Count(), (taken &^ dark).Count()
				if s.Yours&dark == 0 {
					same, other = other, same
				}
				if same != other && same != other+1 {
					return false
				}
			}
			return both.Flood(s.Yours, taken) == taken && ends(taken&^s.Yours, taken, both) <= 1
		},
	}
}

// historyOfWalks is the history where two markers take every cell that they visit, as in lockdown.
func historyOfWalks(near *bitboard.Near) *History {
	both, back := near.Both(), near.Back()
	return &History{
		Before: func(cells bitboard.Board, s variants.State, yield func(variants.State) bool) {
			if s.Yours == 0 {
				return
			}
			gone, free := used(cells, s), s.Free|s.Yours
			for from := range leastFirst(back.At(s.Yours.First())&gone, gone, both) {
				if !yield(variants.State{Free: free, Mine: bitboard.Of(from), Yours: s.Mine}) {
					return
				}
			}
			yield(variants.State{Free: free, Yours: s.Mine}) // the marker was placed
		},
		Possible: func(cells bitboard.Board, _ bool, s variants.State) bool {
			taken, markers := cells&^s.Free, s.Mine|s.Yours
			return both.Flood(markers, taken) == taken && ends(taken&^markers, taken, both) <= 2
		},
	}
}

// historyOfSiege is the history where a marker steps, and then blocks a cell, as in blockade. The
// neighbourhood is symmetric.
func historyOfSiege(near *bitboard.Near) *History {
	return &History{
		Before: func(cells bitboard.Board, s variants.State, yield func(variants.State) bool) {
			if s.Yours == 0 {
				return
			}
			around := near.At(s.Yours.First())
			for block := range (around & used(cells, s)).Cells() {
				open := s.Free | s.Yours | bitboard.Of(block)
				for from := range (around & open).Cells() {
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
func ends(cells, taken bitboard.Board, near *bitboard.Near) (count int) {
	for c := range cells.Cells() {
		if (near.At(c) & taken).Count() < 2 {
			count++
		}
	}
	return count
}

// leastFirst iterates over cells, those with the fewest neighbours within others first, since
// they are the hardest to reach later (Warnsdorff's rule).
func leastFirst(cells, within bitboard.Board, near *bitboard.Near) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 0; cells != 0; n++ {
			for c := range cells.Cells() {
				if (near.At(c) & within).Count() != n {
					continue
				}
				if cells = cells.Without(c); !yield(c) {
					return
				}
			}
		}
	}
}
