package bitboard

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
