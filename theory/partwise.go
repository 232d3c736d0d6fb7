package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// partwise searches the parts of positions in games where marks close cells to their owners alone, and remembers its
// findings about each part. It is not safe for concurrent use.
type partwise struct {
	parts  parts
	shapes *shapes
	known  *table // a table of parts in canonical form
	large  int    // parts of more cells are not searched
	most   int    // maximum number of parts searched for a question
	looks  int    // how many of these are left
}

const (
	largePart = 12      // cells: searching larger parts costs more than it saves
	longPart  = 24      // the same for boards of two rows, where positions have few parts
	mostLooks = 300     // for a question
	mostParts = 1 << 17 // that are remembered
)

func newPartwise(game *variants.Game) partwise {
	v := partwise{shapes: newShapes(game), known: newTable(ofPairs), large: largePart, most: mostLooks}
	v.parts.near = v.shapes.near
	switch {
	case inRow(v.shapes.near):
		v.large, v.most = bitboard.MaxCells, bitboard.MaxCells*bitboard.MaxCells // a part is determined by its length and its two ends
	case narrow(game, 2):
		v.large = longPart
	}
	return v
}

// inRow reports whether the cells near a cell are among the one before it and the one after it.
func inRow(near *bitboard.Near) bool {
	for c := range near.Grid().Size() {
		if near.At(c)&^(bitboard.Of(c)<<1|bitboard.Of(c)>>1) != 0 {
			return false
		}
	}
	return true
}

// ask begins a question about a player of a state: the mover, or else the opponent. It returns the position with that
// player's set first.
func (v *partwise) ask(s variants.State, mover bool) pair {
	if v.looks = v.most; v.known.used > mostParts {
		v.known = newTable(ofPairs)
	}
	if !mover {
		s.Mine, s.Yours = s.Yours, s.Mine
	}
	return pair{v.shapes.place(s.Mine), v.shapes.place(s.Yours)}
}

// cut removes a part of p, which has one, and returns it.
func (v *partwise) cut(p *pair) (part pair) {
	all := p.a | p.b
	cells := v.parts.around(all&-all, [2]bitboard.Board{p.a, p.b})
	part = pair{p.a & cells, p.b & cells}
	p.a, p.b = p.a&^cells, p.b&^cells
	return part
}

func (v *partwise) tooLarge(p pair) bool { return (p.a | p.b).Count() > v.large }

// begin reports whether one more part may be looked into.
func (v *partwise) begin() bool {
	if v.looks == 0 {
		return false
	}
	v.looks--
	return true
}

// after returns a position after a move of the player of its first set.
func (v *partwise) after(p pair, m int) pair {
	return pair{p.a &^ v.shapes.closed(m), p.b.Without(m)}
}

// afterOther is after for the player of the second set.
func (v *partwise) afterOther(p pair, m int) pair {
	return pair{p.a.Without(m), p.b &^ v.shapes.closed(m)}
}
