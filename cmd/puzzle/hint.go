package puzzle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/puzzle"
	"gridlock/variants"
)

// hints returns the hints for a puzzle in order: its theme, a few moves that include a winning one, and the cell of the
// winning move.
func hints(z puzzle.Puzzle) []string {
	var all []string
	for _, t := range z.Themes {
		all = append(all, themeText(t))
	}
	steps := []string{strings.Join(all, " ")}
	p := z.Position
	if few := candidates(z); few.Count() < p.Legal().Count() {
		steps = append(steps, fmt.Sprintf("It is one of %s.", cli.List(p.MoveTexts(few))))
	}
	return append(steps, fmt.Sprintf("Go to %s.", p.Game().CellText(analysis.Target(p, z.Line[0]))))
}

// candidates returns a winning move and the two losing moves that last longest.
func candidates(z puzzle.Puzzle) variants.MoveSet {
	const wrong = 2
	var others []variants.Move
	for m := range (z.Position.Legal() &^ z.Moves).Cells() {
		others = append(others, variants.Move(m))
	}
	slices.SortStableFunc(others, func(a, b variants.Move) int { return cmp.Compare(z.After(b).Distance, z.After(a).Distance) })
	var few variants.MoveSet
	for _, m := range append(others[:min(wrong, len(others))], z.Line[0]) {
		few = few.With(int(m))
	}
	return few
}

// themeText says how to find the solution of a puzzle with a theme.
func themeText(t puzzle.Theme) string {
	switch t {
	case puzzle.Matching:
		return "Match as many free cells as you can in pairs of neighbours, and go to one that is left over."
	case puzzle.Copying:
		return "Leave a position in which you can copy every move of your opponent."
	case puzzle.Parity:
		return "The board falls into parts, each of nimber 0 or 1. Leave an even number of ones."
	case puzzle.Nimbers:
		return "The board falls into parts. Find the nimber of each, and leave parts whose nimbers add up to 0 by XOR."
	case puzzle.Values:
		return "The board falls into parts. Count who has moves to spare in each, and add up."
	case puzzle.Separation:
		return "Cut yourself off from your opponent, and count the moves that each of you has left."
	}
	return "No shortcut is known: look for the best reply to each of your moves."
}
