package puzzle

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gridlock/internal/cli/console"
	"gridlock/internal/puzzle"
	"gridlock/variants"
)

// solutions writes the winning moves.
func solutions(z puzzle.Puzzle) (texts []string) {
	for m := range z.Moves.Cells() {
		texts = append(texts, z.Position.MoveText(variants.Move(m)))
	}
	return texts
}

// seedLine is the line that says how to have the same puzzles again.
func seedLine(seed uint64) string { return console.Field("seed", strconv.FormatUint(seed, 10)) }

// heading says what is asked for.
func heading(number, count int, z puzzle.Puzzle) string {
	which := "Puzzle"
	if count > 1 {
		which = fmt.Sprintf("Puzzle %d of %d", number, count)
	}
	side := z.Position.Side()
	wins := "One move wins"
	if z.Moves.Count() > 1 {
		wins = fmt.Sprintf("One move wins, or any of %d equivalent ones", z.Moves.Count())
	}
	return console.Wrap(fmt.Sprintf("%s: Player %d (%v) to move. %s; the game ends in %s.",
		which, side.Number(), side, wins, console.Moves(z.Depth))) + "\n\n"
}

// rule says what game it is, and its rule in a line.
func rule(game *variants.Game) string {
	return console.Wrap(fmt.Sprintf("%s: %s. Whoever cannot move loses.", console.GameText(game), game.Variant().Summary)) + "\n"
}

// board draws the position.
func board(out io.Writer, z puzzle.Puzzle) string {
	return console.StyleFor(out).Board(z.Position) + "\n\n"
}

// solution shows the winning moves and the line, and why they win, where that is known without
// search.
func solution(z puzzle.Puzzle) string {
	text := console.Field("wins by", strings.Join(solutions(z), " or ")) + console.Field("line", strings.Join(z.Position.Record(z.Line), " "))
	if why := z.Analysis.Move(z.Line[0]).Reason.Text; why != "" {
		text += console.Field("why", why)
	}
	return text
}
