package play

import (
	"fmt"
	"strconv"
	"strings"

	"gridlock/bitboard"
	"gridlock/variants"
)

// classic asks for row and column, one after the other. Both in one entry will do
// as well: "2,3" or "2 3".
type classic struct{ plain }

func (classic) welcome() string { return "Welcome to GridLock!\n" }

// turn shows the player to move the last move and the cells above, below, left and right of it.
func (classic) turn(p variants.Position) string {
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

func (classic) prompt(p variants.Position, row string) string {
	if row == "" {
		return fmt.Sprintf("Enter the row number (1-%d): ", p.Game().Grid().Rows())
	}
	return fmt.Sprintf("Enter the column number (1-%d): ", p.Game().Grid().Cols())
}

func (classic) possible(p variants.Position, row string) variants.MoveSet {
	moves := p.Legal()
	for m := range moves.Cells() {
		if r, _ := p.Game().Coordinates(m); row != "" && row != strconv.Itoa(r) {
			moves = moves.Without(m)
		}
	}
	return moves
}

func (classic) read(p variants.Position, row, entry string) (reply, error) {
	grid := p.Game().Grid()
	switch words := strings.Fields(entry); {
	case strings.Contains(entry, ","):
	case row == "" && len(words) == 2:
		entry = words[0] + "," + words[1]
	case row == "":
		n, err := strconv.Atoi(entry)
		if err != nil || n < 1 || n > grid.Rows() {
			return reply{}, fmt.Errorf("%q is not a row number from 1 to %d", entry, grid.Rows())
		}
		return reply{keep: strconv.Itoa(n)}, nil
	default:
		n, err := strconv.Atoi(entry)
		if err != nil || n < 1 || n > grid.Cols() {
			return reply{keep: row}, fmt.Errorf("%q is not a column number from 1 to %d", entry, grid.Cols())
		}
		entry = row + "," + entry
	}
	m, err := p.ParseMove(entry)
	return reply{move: m, done: err == nil}, err
}

func (classic) played(p variants.Position, m variants.Move) string {
	return fmt.Sprintf("places '%v' at %s", p.Side(), rowColumn(p, bitboard.Of(int(m))))
}

func (c classic) over(p variants.Position) string {
	return fmt.Sprintf("%sNo legal moves available. You cannot make a move.\nPlayer %d wins!\n", c.turn(p), winner(p))
}
