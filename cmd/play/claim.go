package play

import (
	"fmt"

	"gridlock/variants"
)

// claim asks for a cell number.
type claim struct{ plain }

func (claim) welcome() string { return "Welcome to Grid Lock!\n" }

func (claim) before(_ variants.Position, board string, begun bool) string {
	title := "Grid:"
	if begun {
		title = "Updated Grid:"
	}
	return title + "\n" + board + "\n\n"
}

func (claim) prompt(p variants.Position, _ []string) string {
	return fmt.Sprintf("Player %d, enter the number of the cell you want to claim: ", p.Side().Number())
}

func (claim) over(p variants.Position, board string) string {
	return fmt.Sprintf("Updated Grid:\n%s\n\nPlayer %d has no valid moves and loses the game.\nPlayer %d wins!\n",
		board, p.Side().Number(), winner(p))
}
