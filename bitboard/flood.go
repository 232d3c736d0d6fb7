package bitboard

import "iter"

// FloodRook returns the cells of within that rook steps inside within can reach
// from seed. Only the part of seed that lies in within counts.
func (g *Grid) FloodRook(seed, within Board) Board {
	region := seed & within
	for {
		next := g.DilateRook(region) & within
		if next == region {
			return region
		}
		region = next
	}
}

// FloodKing returns the cells of within that king steps inside within can reach
// from seed. Only the part of seed that lies in within counts.
func (g *Grid) FloodKing(seed, within Board) Board {
	region := seed & within
	for {
		next := g.DilateKing(region) & within
		if next == region {
			return region
		}
		region = next
	}
}

// ComponentsRook iterates over the rook-connected components of b, in the order
// of their lowest cells.
func (g *Grid) ComponentsRook(b Board) iter.Seq[Board] { return components(b, g.FloodRook) }

// ComponentsKing iterates over the king-connected components of b, in the order
// of their lowest cells.
func (g *Grid) ComponentsKing(b Board) iter.Seq[Board] { return components(b, g.FloodKing) }

func components(b Board, flood func(seed, within Board) Board) iter.Seq[Board] {
	return func(yield func(Board) bool) {
		for rest := b; rest != 0; {
			part := flood(rest&-rest, rest)
			if !yield(part) {
				return
			}
			rest &^= part
		}
	}
}
