package report

import (
	"gridlock/internal/puzzle"
)

// Puzzle is a position in which only equivalent moves win, with the solution.
type Puzzle struct {
	Variant    string     `json:"variant"`
	Board      string     `json:"board"`
	Position   string     `json:"position"`
	ToMove     string     `json:"to_move"`
	Depth      int        `json:"depth"`
	Difficulty Difficulty `json:"difficulty"`
	Themes     []string   `json:"themes"` // what decides it
	Move       string     `json:"move"`   // that Line begins with
	Moves      []string   `json:"moves"`  // all that win; they are equivalent
	Line       []string   `json:"line"`
	Seed       uint64     `json:"seed"`
	Number     int        `json:"number"` // of the puzzles of the seed
}

// NewPuzzle returns what there is in JSON of a puzzle.
func NewPuzzle(z puzzle.Puzzle, number int, seed uint64) Puzzle {
	p := z.Position
	return Puzzle{
		Variant: p.Game().Variant().Key(), Board: p.Game().Grid().String(), Position: p.String(), ToMove: p.Side().String(),
		Depth: z.Depth, Difficulty: *newDifficulty(&z.Difficulty), Themes: puzzle.Words(z.Themes),
		Move: p.MoveText(z.Line[0]), Moves: p.MoveTexts(z.Moves), Line: p.Record(z.Line),
		Seed: seed, Number: number,
	}
}
