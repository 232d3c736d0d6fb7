package play

import (
	"fmt"

	"gridlock/variants"
)

// claim asks for a cell number.
type claim struct{ plain }

func (claim) welcome() string { return "Welcome to Grid Lock!\n" }

func (claim) heading(begun bool) string {
	if begun {
		return "Updated Grid:\n"
	}
	return "Grid:\n"
}

func (claim) prompt(p variants.Position, _ string) string {
	return fmt.Sprintf("Player %d, enter the number of the cell you want to claim: ", p.Side().Number())
}

func (claim) played(p variants.Position, m variants.Move) string {
	return "claims cell " + p.MoveText(m)
}

func (claim) over(p variants.Position) string {
	return fmt.Sprintf("Player %d has no valid moves and loses the game.\nPlayer %d wins!\n", p.Side().Number(), winner(p))
}
