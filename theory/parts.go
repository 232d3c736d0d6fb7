package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// parts finds the cells that belong together. Two near cells do if both are in the same set; with across, if one cell
// is in one set and the other cell in the other.
type parts struct {
	near   *bitboard.Near
	sets   func(variants.State) [2]bitboard.Board
	across bool
}

// freeCells is for games in which both players may play to the free cells. Like the functions below,
// it returns the sets of cells that may still be played to.
func freeCells(s variants.State) [2]bitboard.Board { return [2]bitboard.Board{s.Free} }

// freeAndMarkers is for games in which the cells under markers become free again.
func freeAndMarkers(s variants.State) [2]bitboard.Board {
	return [2]bitboard.Board{s.Free | s.Mine | s.Yours}
}

// bothSides is for games in which some cells are open to one player and not to the other.
func bothSides(s variants.State) [2]bitboard.Board { return [2]bitboard.Board{s.Mine, s.Yours} }

// of returns the parts, the largest first.
func (p parts) of(s variants.State) []bitboard.Board {
	from, found := p.sets(s), []bitboard.Board{}
	for all := from[0] | from[1]; all != 0; {
		part := p.around(all&-all, from)
		found, all = append(found, part), all&^part
		for i := len(found) - 1; i > 0 && found[i-1].Count() < part.Count(); i-- {
			found[i-1], found[i] = part, found[i-1]
		}
	}
	return found
}

// around returns the part with the given cell.
func (p parts) around(cell bitboard.Board, from [2]bitboard.Board) (part bitboard.Board) {
	to, near := from, p.near.Both()
	if p.across {
		to[0], to[1] = to[1], to[0]
	}
	for last := part; ; last = part {
		if part |= cell; part == last {
			return part
		}
		for i, set := range from {
			cell |= near.Dilate(part&set) & to[i]
		}
	}
}
