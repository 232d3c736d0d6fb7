package interval

import "gridlock/bitboard"

// disjointByOne returns the first index at which first has a set disjoint from noneOf, and second a set disjoint from
// norOf; else the length of the lists.
func disjointByOne(first, second []bitboard.Board, noneOf, norOf bitboard.Board) int {
	for i, cells := range first {
		if cells&noneOf|second[i]&norOf == 0 {
			return i
		}
	}
	return len(first)
}
