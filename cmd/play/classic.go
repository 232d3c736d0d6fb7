package play

import (
	"fmt"
	"strconv"
	"strings"

	"gridlock/bitboard"
	"gridlock/variants"
)

// classic asks for row and column, one after the other.
type classic struct{ plain }

func (classic) welcome() string { return "Welcome to GridLock!\n" }

func (classic) before(p variants.Position, board string, _ bool) string {
	return board + "\n\n" + classicTurn(p)
}

// classicTurn tells the player to move where the last move was and what is
// beside it: above, below, left, right.
func classicTurn(p variants.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Player %d, it's your turn.\n", p.Side().Number())
	last := p.Live(p.Side().Opponent())
	if last == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "Last move was at %s.\nAvailable adjacent cells:\n", rowColumn(p, last))
	grid := p.Game().Grid()
	for _, cell := range []bitboard.Board{grid.Up(last), grid.Down(last), grid.Left(last), grid.Right(last)} {
		switch {
		case cell == 0:
		case cell&p.Legal() != 0:
			fmt.Fprintf(&b, "- %s\n", rowColumn(p, cell))
		case cell&p.Holes() != 0:
			fmt.Fprintf(&b, "- %s (hole)\n", rowColumn(p, cell))
		default:
			fmt.Fprintf(&b, "- %s (occupied)\n", rowColumn(p, cell))
		}
	}
	return b.String()
}

func rowColumn(p variants.Position, cell bitboard.Board) string {
	row, col := p.Game().Coordinates(cell.First())
	return fmt.Sprintf("Row %d, Column %d", row, col)
}

func (classic) prompt(p variants.Position, entered []string) string {
	if len(entered) == 0 {
		return fmt.Sprintf("Enter the row number (1-%d): ", p.Game().Grid().Rows())
	}
	return fmt.Sprintf("Enter the column number (1-%d): ", p.Game().Grid().Cols())
}

func (classic) read(p variants.Position, entered []string, entry string) (reply, error) {
	if len(entered) == 0 && !strings.Contains(entry, ",") {
		row, err := strconv.Atoi(entry)
		if last := p.Game().Grid().Rows(); err != nil || row < 1 || row > last {
			return reply{}, fmt.Errorf("%q is not a row number from 1 to %d", entry, last)
		}
		return reply{keep: []string{entry}}, nil
	}
	if len(entered) == 1 {
		entry = entered[0] + "," + entry
	}
	m, err := p.ParseMove(entry)
	return reply{move: m, done: err == nil}, err
}

func (classic) over(p variants.Position, board string) string {
	return fmt.Sprintf("%s\n\n%sNo legal moves available. You cannot make a move.\nPlayer %d wins!\n",
		board, classicTurn(p), winner(p))
}
