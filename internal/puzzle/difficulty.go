package puzzle

import (
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Difficulty is how hard a puzzle is to solve for a person, as far as it can be counted. The
// number is the sum of
//
//   - the moves that the player who solves it makes to the end of the game;
//   - the plausible wrong moves, up to 4 of them;
//   - 3 if a shallow search does not find the solution.
//
// A shallow search looks [Glance] plies ahead. It finds the solution if the game is over by
// then, or if all other moves are seen to lose. A wrong move is plausible if the opponent's win
// takes more than one move; moves that lead to images of the same position count once.
type Difficulty struct {
	Number    int
	Plausible int  // wrong moves
	Shallow   bool // a shallow search finds the solution
}

// Glance is the number of plies that a shallow search looks ahead.
const Glance = 4

// What the number is made of.
const (
	mostPlausible = 4
	deepBonus     = 3
)

// Level names a range of difficulties.
type Level string

// The levels, the easiest first.
const (
	Easy   Level = "easy"   // up to 4
	Medium Level = "medium" // up to 6
	Hard   Level = "hard"
)

// Levels returns all levels, the easiest first.
func Levels() []Level { return []Level{Easy, Medium, Hard} }

// Level returns the level of a difficulty.
func (d Difficulty) Level() Level {
	switch {
	case d.Number <= 4:
		return Easy
	case d.Number <= 6:
		return Medium
	}
	return Hard
}

// difficulty rates a puzzle by what its moves lead to.
func (z Puzzle) difficulty(k keys.Keys) Difficulty {
	d := Difficulty{Shallow: true}
	different := map[keys.Key]bool{}
	for m := range (z.Position.Legal() &^ z.Moves).Cells() {
		refuted := z.After(variants.Move(m)).Distance // plies
		if refuted > 1 {
			different[k.Of(z.Position.Play(variants.Move(m)).State())] = true
		}
		d.Shallow = d.Shallow && 1+refuted <= Glance
	}
	d.Plausible, d.Shallow = len(different), d.Shallow || z.Depth <= Glance
	d.Number = (z.Depth+1)/2 + min(d.Plausible, mostPlausible)
	if !d.Shallow {
		d.Number += deepBonus
	}
	return d
}
