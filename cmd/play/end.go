package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli/console"
	"gridlock/internal/lines"
	"gridlock/solver"
	"gridlock/variants"
)

// reviewMoves is the maximum time of a review, in multiples of the time for a move of the computer. "gridlock analyze"
// has no such limit.
const reviewMoves = 5

// end asks a person what to do when the last game is over. It reports whether moves were taken back, so the game goes
// on. Another game counts in m.games. A script is asked only if its input has an answer.
func (m *match) end(ctx context.Context) (resumed bool, err error) {
	if !m.people() || m.over < m.games {
		return false, nil
	}
	for m.failed == nil {
		if next, ok := m.in.Peek(); !m.in.Terminal() && !(ok && isChoice(next)) {
			return false, nil
		}
		m.say("\n")
		entry, err := m.in.Ask("review, again, undo or quit: ")
		switch {
		case errors.Is(err, lines.ErrLong):
			continue
		case errors.Is(err, io.EOF):
			m.say("\n")
			return false, nil
		case err != nil:
			return false, err
		}
		if file, ok := saving(entry); ok {
			m.saveAs(ctx, file)
			continue
		}
		switch strings.ToLower(entry) {
		case "review":
			if err := m.review(ctx); err != nil {
				return false, err
			}
		case "again":
			m.games++
			return false, nil
		case "undo":
			if m.undo(m.person()) {
				return true, m.keep(ctx)
			}
		case "quit", "exit":
			return false, nil
		default:
			m.tell("Enter review to see where the game was decided, again for another one, undo to take your last move back, " +
				"save FILE to write the game to a file, or quit.\n")
		}
	}
	return false, m.failed
}

// isChoice reports whether end understands an entry.
func isChoice(entry string) bool {
	_, save := saving(entry)
	switch strings.ToLower(entry) {
	case "review", "again", "undo", "quit", "exit":
		return true
	}
	return save
}

// person returns the side of a person, of two persons either one.
func (m *match) person() variants.Player {
	if m.seats[variants.X] == human {
		return variants.X
	}
	return variants.O
}

// review prints the review of the game as "gridlock analyze" does.
func (m *match) review(ctx context.Context) error {
	limit := reviewMoves * m.analyst.moveTime.Limit()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	g, err := analysis.ReviewGame(limited, m.history[0], m.moves, m.analyst.options())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && !errors.Is(err, solver.ErrLimit) {
		return err
	}
	m.say("\n%s", console.ReviewText(g, m.style, m.width))
	if err != nil {
		m.tell(fmt.Sprintf("The review stopped after %v. For more, save the game and run: gridlock analyze --record FILE\n", limit))
	}
	return nil
}
