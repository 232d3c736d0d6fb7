package report

import (
	"gridlock/internal/puzzle"
)

// Puzzle is a position in which only equivalent moves win, with the solution.
type Puzzle struct {
	Named
	Board      string     `json:"board"`
	Position   string     `json:"position"`
	ToMove     string     `json:"to_move"`
	Depth      int        `json:"depth"`
	Difficulty Difficulty `json:"difficulty"`
	Themes     []string   `json:"themes"` // what decides it
	Move       string     `json:"move"`   // the move with which Line begins
	Moves      []string   `json:"moves"`  // the winning moves, which are equivalent
	Line       []string   `json:"line"`
	Seed       uint64     `json:"seed"`   // 0 for the puzzle of a day
	Number     int        `json:"number"` // the number among the puzzles of the seed
	Day        *string    `json:"day"`    // the day as in 2026-11-22; null for the puzzle of a seed
}

// NewPuzzle returns a puzzle in JSON, by its seed or, if day is set, by its day.
func NewPuzzle(z puzzle.Puzzle, number int, seed uint64, day string) Puzzle {
	p := z.Position
	out := Puzzle{
		Named: NewNamed(p.Game().Variant()), Board: p.Game().Grid().String(), Position: p.String(), ToMove: p.Side().String(),
		Depth: z.Depth, Difficulty: *newDifficulty(&z.Difficulty), Themes: puzzle.Words(z.Themes),
		Move: p.MoveText(z.Line[0]), Moves: p.MoveTexts(z.Moves), Line: p.Record(z.Line),
		Seed: seed, Number: number,
	}
	if day != "" {
		out.Seed, out.Day = 0, &day
	}
	return out
}
