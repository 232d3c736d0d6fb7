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

// seedLine is the line that says how to get the same puzzles again, "" for the puzzle of a day.
func (opt *options) seedLine() string {
	if opt.day.given {
		return ""
	}
	return console.Field("seed", strconv.FormatUint(opt.seed, 10))
}

// heading states the task.
func heading(number, count int, z puzzle.Puzzle) string {
	which := "Puzzle"
	if count > 1 {
		which = fmt.Sprintf("Puzzle %d of %d", number, count)
	}
	wins := "One move wins"
	if z.Moves.Count() > 1 {
		wins = fmt.Sprintf("One move wins, or any of %d equivalent ones", z.Moves.Count())
	}
	return console.Wrap(fmt.Sprintf("%s: %s to move. %s; the game ends in %s.",
		which, z.Position.Side().Name(), wins, console.Plies(z.Depth))) + "\n\n"
}

// rule names the game, and says its rule in a line.
func rule(game *variants.Game) string {
	return console.Wrap(fmt.Sprintf("%s: %s. Whoever cannot move loses.", console.GameText(game), game.Variant().Summary)) + "\n"
}

// board draws the position.
func board(out io.Writer, z puzzle.Puzzle) string {
	return console.StyleFor(out).Board(z.Position) + "\n\n"
}

// solution shows the winning moves, the line, and the reason if it is known without search.
func solution(z puzzle.Puzzle) string {
	text := console.Field("wins by", strings.Join(z.Position.MoveTexts(z.Moves), " or ")) + console.Field("line", strings.Join(z.Position.Record(z.Line), " "))
	if why := z.Analysis.Move(z.Line[0]).Reason.Text; why != "" {
		text += console.Field("why", why)
	}
	return text
}
