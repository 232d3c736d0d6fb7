package crosscheck

import (
	"fmt"
	"math/rand/v2"

	"gridlock/internal/random"
	"gridlock/variants"
)

// Random describes random positions.
type Random struct {
	Variants   []variants.Variant // the games, all equally likely
	Rows, Cols int                // of the board; 0 for any shape
	Cells      int                // maximum number of cells, if the shape is free; not where a game has only one board
	Holes      float64            // the probability of a hole at each cell, from 0 to 1
}

// Positions returns random positions, each from a random ply of a random game. The same seed
// gives the same positions. It is an error if a game cannot be played on the board.
func (s Random) Positions(seed uint64, count int) ([]variants.Position, error) {
	r := random.New(seed)
	positions := make([]variants.Position, 0, count)
	for range count {
		v := s.Variants[r.IntN(len(s.Variants))]
		rows, cols := s.size(r, v)
		game, err := v.NewGame(rows, cols)
		if err != nil {
			return nil, fmt.Errorf("random positions: %w", err)
		}
		history := random.Game(r, random.Start(r, game, s.Holes))
		positions = append(positions, history[r.IntN(len(history))])
	}
	return positions, nil
}

// size returns the size of the next board.
func (s Random) size(r *rand.Rand, v variants.Variant) (rows, cols int) {
	switch {
	case s.Rows > 0:
		return s.Rows, s.Cols
	case v.Family().Rows > 0:
		return v.Rows, v.Cols
	}
	rows = 1 + r.IntN(s.Cells/v.MinCols)
	return rows, v.MinCols + r.IntN(s.Cells/rows-v.MinCols+1)
}
