package theory

import (
	"cmp"
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// parts finds the cells that belong together: neighbours in one of the sets.
type parts struct {
	dilate func(bitboard.Board) bitboard.Board
	sets   func(variants.State) [2]bitboard.Board
}

// freeCells is for games in which both players may play to the free cells. Like the functions below,
// it returns the sets of cells that may still be played to.
func freeCells(s variants.State) [2]bitboard.Board { return [2]bitboard.Board{s.Free} }

// freeAndMarkers is for games in which the cells under markers become free again.
func freeAndMarkers(s variants.State) [2]bitboard.Board {
	return [2]bitboard.Board{s.Free | s.Mine | s.Yours}
}

// bothSides is for cells that one player may take and the other may not.
func bothSides(s variants.State) [2]bitboard.Board { return [2]bitboard.Board{s.Mine, s.Yours} }

// of returns the parts, the largest first.
func (p parts) of(s variants.State) []bitboard.Board {
	sets := p.sets(s)
	all, found := sets[0]|sets[1], []bitboard.Board{}
	for all != 0 {
		part, last := all&-all, bitboard.Board(0)
		for part != last {
			last = part
			for _, set := range sets {
				part |= p.dilate(part&set) & set
			}
		}
		found, all = append(found, part), all&^part
	}
	slices.SortStableFunc(found, func(a, b bitboard.Board) int { return cmp.Compare(b.Count(), a.Count()) })
	return found
}
