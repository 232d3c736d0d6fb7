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

func (blockade) prompt(p variants.Position, step string) string {
	if step == "" {
		return fmt.Sprintf("Player %d, enter your move (up/down/left/right):\n> ", p.Side().Number())
	}
	return "Enter block position to place a block adjacent to your current position:\n> "
}

func (blockade) possible(p variants.Position, step string) variants.MoveSet {
	moves := p.Legal()
	for m := range moves.Cells() {
		if !strings.HasPrefix(p.MoveText(variants.Move(m)), step) {
			moves = moves.Without(m)
		}
	}
	return moves
}

// read keeps the first half of a move as the beginning of its text, "3,1@".
func (blockade) read(p variants.Position, step, entry string) (reply, error) {
	kept := step
	switch {
	case strings.Contains(entry, "@"):
		step = ""
	case step == "":
		to, err := p.ParseStep(entry)
		if err != nil {
			return reply{}, err
		}
		cell := p.Game().CellText(to)
		return reply{keep: cell + "@", text: "You moved to " + inParentheses(cell) + ".\n"}, nil
	}
	m, err := p.ParseMove(step + entry)
	if err != nil {
		return reply{keep: kept}, err
	}
	to, block, _ := strings.Cut(p.MoveText(m), "@")
	text := "Block placed at " + inParentheses(block) + ".\n"
	if step == "" {
		text = "You moved to " + inParentheses(to) + ".\n" + text
	}
	return reply{move: m, done: true, text: text}, nil
}

// inParentheses writes a cell as the rule book does: "(3, 1)" for "3,1".
func inParentheses(cell string) string { return "(" + strings.ReplaceAll(cell, ",", ", ") + ")" }

func (blockade) over(p variants.Position) string {
	return fmt.Sprintf("Player %d has no valid moves.\nPlayer %d wins!\n", p.Side().Number(), winner(p))
}
