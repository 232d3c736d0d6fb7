package interval

import "gridlock/bitboard"

// disjointByOne returns the first index at which both lists have a set that is disjoint from the set given for it, or
// the length of the lists.
func disjointByOne(first, second []bitboard.Board, noneOf, norOf bitboard.Board) int {
	for i, cells := range first {
		if cells&noneOf|second[i]&norOf == 0 {
			return i
		}
	}
	return len(first)
}
