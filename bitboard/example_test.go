package bitboard_test

import (
	"fmt"

	"gridlock/bitboard"
)

// The cells of a 4×4 board that a king on cell 5 can reach in two steps when
// the second row is walled off at both sides of it.
func Example() {
	grid, err := bitboard.NewGrid(4, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	walls := bitboard.Of(4, 6, 7)
	reached := bitboard.Of(5)
	for range 2 {
		reached = grid.DilateKing(reached) &^ walls
	}
	for row := range grid.Rows() {
		for col := range grid.Cols() {
			if reached.Has(grid.Cell(row, col)) {
				fmt.Print(" *")
			} else {
				fmt.Print(" .")
			}
		}
		fmt.Println()
	}
	// Output:
	//  * * * *
	//  . * . .
	//  * * * *
	//  * * * *
}

func ExampleNear_Components() {
	grid, _ := bitboard.NewGrid(2, 5)
	for part := range grid.King().Components(bitboard.Of(0, 6, 3, 4, 9)) {
		fmt.Println(part.Count(), "cells from cell", part.First())
	}
	// Output:
	// 2 cells from cell 0
	// 3 cells from cell 3
}

func ExampleGrid_Image() {
	grid, _ := bitboard.NewGrid(3, 3)
	corner := bitboard.Of(0)
	for _, s := range []bitboard.Symmetry{bitboard.MirrorCols, bitboard.HalfTurn, bitboard.QuarterTurnLeft} {
		fmt.Println(grid.Image(s, corner).First())
	}
	// Output:
	// 2
	// 8
	// 6
}
