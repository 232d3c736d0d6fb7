package play

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/variants"
)

// blockade asks for a direction and then for the cell to block. A direction will do for this cell, too, and so will a
// whole move in one entry.
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

// directions are the words for steps, in the order of [neighbours].
var directions = [4]string{"up", "down", "left", "right"}

// played says what the book's sample does: "moves right to (3, 1) and blocks (2, 1)".
func (b blockade) played(p variants.Position, m variants.Move) string {
	to, block, _ := strings.Cut(p.MoveText(m), "@")
	return fmt.Sprintf("%s to %s and blocks %s", b.step(p, m), inParentheses(to), inParentheses(block))
}

// step says in which direction the marker moves.
func (b blockade) step(p variants.Position, m variants.Move) string {
	g := analysis.GeometryOf(p, m)
	for i, cell := range neighbours(p, g.From) {
		if cell.Has(g.To) {
			return "moves " + directions[i]
		}
	}
	return "moves"
}

// neighbours returns the cells beside a cell, in the order of the directions, with an empty set beyond the edge.
func neighbours(p variants.Position, cell int) [4]bitboard.Board {
	grid, at := p.Game().Grid(), bitboard.Of(cell)
	return [4]bitboard.Board{grid.Up(at), grid.Down(at), grid.Left(at), grid.Right(at)}
}

// beside replaces a direction, entered as the cell to block, by the text of a cell: the one in that direction from the
// marker's new cell, which step has. It returns other entries as they are.
func (b blockade) beside(p variants.Position, step, entry string) (string, error) {
	i := slices.IndexFunc(directions[:], func(name string) bool {
		return strings.EqualFold(entry, name) || strings.EqualFold(entry, name[:1])
	})
	if i < 0 {
		return entry, nil
	}
	to, err := p.ParseStep(strings.TrimSuffix(step, "@"))
	if err != nil {
		return entry, err
	}
	cell := neighbours(p, to)[i]
	if cell == 0 {
		return entry, fmt.Errorf("%s from %s leaves the board", directions[i], inParentheses(p.Game().CellText(to)))
	}
	return p.Game().CellText(cell.First()), nil
}

// read keeps the first half of a move as the beginning of its text, "3,1@".
func (b blockade) read(p variants.Position, step, entry string) (reply, error) {
	kept := step
	if words := strings.Fields(entry); len(words) == 2 && strings.Trim(words[0]+words[1], "0123456789") == "" {
		entry = words[0] + "," + words[1]
	}
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
	var err error
	if step != "" {
		if entry, err = b.beside(p, step, entry); err != nil {
			return reply{keep: kept}, err
		}
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
	if announced := strings.TrimSuffix(kept, "@"); step == "" && kept != "" && announced != to {
		text = "Your step to " + inParentheses(announced) + " is taken back.\n" + text
	}
	return reply{move: m, done: true, text: text}, nil
}

// inParentheses writes a cell as the rule book does: "(3, 1)" for "3,1".
func inParentheses(cell string) string { return "(" + strings.ReplaceAll(cell, ",", ", ") + ")" }

func (blockade) over(p variants.Position) string {
	return fmt.Sprintf("Player %d has no valid moves.\nPlayer %d wins!\n", p.Side().Number(), winner(p))
}
