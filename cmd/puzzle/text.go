package puzzle

import (
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/puzzle"
)

// report is the JSON output.
type report struct {
	Variant  string   `json:"variant"`
	Board    string   `json:"board"`
	Position string   `json:"position"`
	ToMove   string   `json:"to_move"`
	Depth    int      `json:"depth"`
	Move     string   `json:"move"`
	Line     []string `json:"line"`
}

func newReport(z puzzle.Puzzle) report {
	p := z.Position
	return report{
		Variant: p.Game().Variant().ID, Board: p.Game().Grid().String(), Position: p.String(), ToMove: p.Side().String(),
		Depth: z.Depth, Move: p.MoveText(z.Move), Line: p.Record(z.Line),
	}
}

// heading says what is asked for.
func heading(number, count int, z puzzle.Puzzle) string {
	which := "Puzzle"
	if count > 1 {
		which = fmt.Sprintf("Puzzle %d of %d", number, count)
	}
	side := z.Position.Side()
	return fmt.Sprintf("%s: Player %d (%v) to move, and one move wins; the game is over in %s.\n\n",
		which, side.Number(), side, cli.Plies(z.Depth))
}

// board draws the position.
func board(out io.Writer, z puzzle.Puzzle) string {
	return cli.StyleFor(out).Board(z.Position) + "\n\n"
}

// solution tells the winning move and the line.
func solution(z puzzle.Puzzle) string {
	return cli.Field("wins by", z.Position.MoveText(z.Move)) + cli.Field("line", strings.Join(z.Position.Record(z.Line), " "))
}
