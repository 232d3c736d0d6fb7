//go:build !amd64

package interval

import "gridlock/bitboard"

// disjoint is disjointByOne.
func disjoint(first, second []bitboard.Board, noneOf, norOf bitboard.Board) int {
	return disjointByOne(first, second, noneOf, norOf)
}
