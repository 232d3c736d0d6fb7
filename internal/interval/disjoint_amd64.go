package interval

import (
	"golang.org/x/sys/cpu"

	"gridlock/bitboard"
)

// disjoint is disjointByOne for sixteen indices at a time, if the processor can do it. No proof rests on it: a branch
// checks its results.
func disjoint(first, second []bitboard.Board, noneOf, norOf bitboard.Board) int {
	n := len(first) &^ 15
	if n == 0 || !cpu.X86.HasAVX2 || !cpu.X86.HasBMI1 {
		return disjointByOne(first, second, noneOf, norOf)
	}
	if i := disjointBySixteen(&first[0], &second[0], n, noneOf, norOf); i < n {
		return i
	}
	return n + disjointByOne(first[n:], second[n:], noneOf, norOf)
}

// disjointBySixteen does what disjointByOne does for lists of length n, a multiple of 16, with the
// instructions of AVX2 and BMI1.
//
//go:noescape
func disjointBySixteen(first, second *bitboard.Board, n int, noneOf, norOf bitboard.Board) int
