package play

import (
	"context"
	"fmt"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/variants"
)

// hint is a hint in steps: how many moves win, where the best one is, and the move itself.
type hint struct {
	position variants.Position
	choice   player.Choice
	moves    analysis.Tally
	step     int // the last step that was given
}

// hint gives the next step of a hint. If no move is known to win, or there is only one, the first hint is the move.
func (m *match) hint(ctx context.Context, p variants.Position, possible variants.MoveSet) error {
	if m.hinted.position != p {
		choice, err := m.hints.choose(ctx, p, m.moves)
		if err != nil {
			return err
		}
		if p.Legal().Count() == 1 || guessed(choice) || choice.Result.Best == 0 || choice.Result.Outcome != solver.Win {
			m.tell(lastStep(p, choice, possible) + "\n")
			return nil
		}
		h := hint{position: p, choice: choice}
		if h.moves, err = m.analyst.count(ctx, p); err != nil {
			return err
		}
		h.moves.Winning = max(1, h.moves.Winning) // one is known to win, even if the count has not found it yet
		m.hinted = h
	}
	m.hinted.step++
	switch h := &m.hinted; h.step {
	case 1:
		m.tell("Hint: " + h.moves.HowMany() + " (hint again: where)\n")
	case 2:
		m.tell("Hint: " + h.which() + " is " + report.Where(p, h.choice.Move) + ". (hint again: the move)\n")
	default:
		m.tell(lastStep(p, h.choice, possible) + "\n")
	}
	return nil
}

// which names the move of the hint: the only winning move, the quickest, or one of several.
func (h *hint) which() string {
	switch {
	case h.moves.Winning == 1 && h.moves.Losing == h.moves.Legal-1:
		return "it"
	case h.choice.Result.Distance != solver.NoDistance:
		return "the quickest"
	}
	return "one of them"
}

// lastStep is the hint that names the move.
func lastStep(p variants.Position, c player.Choice, possible variants.MoveSet) string {
	text := fmt.Sprintf("Hint: %s%s", p.MoveText(c.Move), prospect(c))
	if !possible.Has(int(c.Move)) {
		text += " To play it, first undo what you have entered."
	}
	return text
}
