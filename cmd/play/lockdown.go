package play

import (
	"fmt"

	"gridlock/variants"
)

// lockdown asks for a cell number, with one text for placing and another for moving.
type lockdown struct{ plain }

func (lockdown) welcome() string { return "Welcome to GridLockdown!\n" }

func (lockdown) turn(p variants.Position) string {
	marker := p.Live(p.Side())
	if marker == 0 {
		return ""
	}
	return fmt.Sprintf("Player %d's turn. Your marker is at cell %s.\nAvailable moves: %s\n",
		p.Side().Number(), numbers(marker), numbers(p.Legal()))
}

func (lockdown) prompt(p variants.Position, _ string) string {
	if p.Live(p.Side()) != 0 {
		return "Enter the cell number to move to: "
	}
	excluding := ""
	if p.Empty() != p.Game().Grid().All() {
		excluding = ", excluding occupied cells"
	}
	return fmt.Sprintf("Player %d, place your marker (enter cell number 1-%d%s): ",
		p.Side().Number(), p.Game().Grid().Size(), excluding)
}

func (lockdown) between(p variants.Position) string {
	if p.Side() == variants.O && p.Live(variants.O) == 0 {
		return "\nGame Start!\n"
	}
	return ""
}

func (lockdown) played(p variants.Position, m variants.Move) string {
	if marker := p.Live(p.Side()); marker != 0 {
		return fmt.Sprintf("moves %v from cell %s to cell %s", p.Side(), numbers(marker), p.MoveText(m))
	}
	return fmt.Sprintf("places %v on cell %s", p.Side(), p.MoveText(m))
}

func (lockdown) over(p variants.Position) string {
	return fmt.Sprintf("Player %d has no valid moves left!\nPlayer %d wins the game!\n", p.Side().Number(), winner(p))
}
