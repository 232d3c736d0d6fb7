package play

import (
	"fmt"
	"strings"

	"gridlock/variants"
)

// blockade asks for a direction and then for the cell to block. A whole move in
// one entry will do as well.
type blockade struct{ plain }

func (blockade) welcome() string { return "Welcome to GridLock!\n" }

func (blockade) before(_ variants.Position, board string, _ bool) string { return board + "\n\n" }

func (blockade) prompt(p variants.Position, entered []string) string {
	if len(entered) == 0 {
		return fmt.Sprintf("Player %d, enter your move (up/down/left/right):\n> ", p.Side().Number())
	}
	return "Enter block position to place a block adjacent to your current position:\n> "
}

func (b blockade) read(p variants.Position, entered []string, entry string) (reply, error) {
	if len(entered) == 0 && !strings.Contains(entry, "@") {
		to, err := p.ParseStep(entry)
		if err != nil {
			return reply{}, err
		}
		return reply{keep: []string{entry}, text: moved(p, to)}, nil
	}
	m, err := p.ParseMove(strings.Join(append(entered, entry), "@"))
	if err != nil {
		return reply{keep: entered}, err
	}
	to, block, _ := strings.Cut(p.MoveText(m), "@")
	text := fmt.Sprintf("Block placed at (%s).\n", strings.ReplaceAll(block, ",", ", "))
	if len(entered) == 0 {
		text = fmt.Sprintf("You moved to (%s).\n", strings.ReplaceAll(to, ",", ", ")) + text
	}
	return reply{move: m, done: true, text: text}, nil
}

func moved(p variants.Position, to int) string {
	row, col := p.Game().Coordinates(to)
	return fmt.Sprintf("You moved to (%d, %d).\n", row, col)
}

func (blockade) over(p variants.Position, board string) string {
	return fmt.Sprintf("%s\n\nPlayer %d has no valid moves.\nPlayer %d wins!\n",
		board, p.Side().Number(), winner(p))
}
