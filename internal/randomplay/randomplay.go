// Package randomplay makes random positions: on boards with holes, by random play. The same
// generator gives the same positions.
package randomplay

import (
	"math/rand/v2"

	"gridlock/bitboard"
	"gridlock/variants"
)

// New returns the generator of a seed.
func New(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Cells returns a random set of cells of the grid; chance is the probability of each, from 0 to
// 1.
func Cells(r *rand.Rand, g *bitboard.Grid, chance float64) bitboard.Board {
	var set bitboard.Board
	for c := range g.Size() {
		if r.Float64() < chance {
			set = set.With(c)
		}
	}
	return set
}

// Start returns the first position of a game on a board with random holes. Each cell is missing with the given
// probability, except where markers start.
func Start(r *rand.Rand, game *variants.Game, chance float64) variants.Position {
	start := game.Start()
	holes := Cells(r, game.Grid(), chance) &^ (start.Marks(variants.X) | start.Marks(variants.O))
	start, err := game.StartWithHoles(holes)
	if err != nil {
		panic("randomplay: " + err.Error()) // the holes are all on the board, and beside the markers
	}
	return start
}

// Move returns a random one of a set of moves, which must not be empty.
func Move(r *rand.Rand, moves variants.MoveSet) variants.Move {
	for range r.IntN(moves.Count()) {
		moves = moves.Rest()
	}
	return variants.Move(moves.First())
}

// Game plays random moves to the end and returns all positions, the first one first.
func Game(r *rand.Rand, p variants.Position) []variants.Position {
	history := []variants.Position{p}
	for !p.Over() {
		p = p.Play(Move(r, p.Legal()))
		history = append(history, p)
	}
	return history
}
