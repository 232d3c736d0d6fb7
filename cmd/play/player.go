package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// player is the perfect player. It searches every position to the end, as far as
// time and memory allow: half of them for the quickest win or longest resistance,
// and, where that does not suffice, the other half for a move that wins at all.
type player struct {
	moveTime time.Duration
	memory   int64
}

// choice is a move and what is known about it.
type choice struct {
	move   variants.Move
	result solver.Result
	limit  error // why nothing is known, or nil
}

// choose returns a best move of a position that has one; or a move that wins, the
// quickest way or not; or, when neither is known, a guess.
func (pl player) choose(ctx context.Context, p variants.Position) (choice, error) {
	var c choice
	for _, engine := range []solver.Engine{solver.Memo{}, solver.PN{}} {
		result, err := pl.search(ctx, engine, p)
		if err != nil && !errors.Is(err, solver.ErrLimit) {
			return choice{}, err
		}
		c = choice{result: result, limit: err}
		if result.Proven {
			break
		}
	}
	move, ok := c.result.BestMove()
	if !ok {
		move = fewestReplies(p)
	}
	c.move = move
	return c, nil
}

func (pl player) search(ctx context.Context, engine solver.Engine, p variants.Position) (solver.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, pl.moveTime/2)
	defer cancel()
	return engine.Solve(ctx, p, solver.Options{Memory: pl.memory / 2})
}

// fewestReplies is a guess at a good move: the first of those that leave the
// opponent the least choice.
func fewestReplies(p variants.Position) variants.Move {
	best, fewest := variants.Move(p.Legal().First()), math.MaxInt
	for m := range p.Legal().Cells() {
		if replies := p.Play(variants.Move(m)).Legal().Count(); replies < fewest {
			best, fewest = variants.Move(m), replies
		}
	}
	return best
}

// doubt says, after a move, what is not certain about it: nothing when it is a best
// move.
func (c choice) doubt() string {
	switch {
	case c.result.Distance != solver.NoDistance:
		return ""
	case c.result.Outcome == solver.Win:
		return " (it wins, perhaps not the quickest way)"
	case c.result.Outcome == solver.Loss:
		return " (every move loses; which lasts longest is not known)"
	}
	return fmt.Sprintf(" (a guess: %v)", c.limit)
}

// prospect says, after a hint, what the move leads to.
func (c choice) prospect() string {
	switch {
	case c.result.Distance == solver.NoDistance:
		return c.doubt() + "."
	case c.result.Outcome == solver.Win:
		return fmt.Sprintf(" wins in %s.", cli.Plies(c.result.Distance))
	}
	return fmt.Sprintf(" lasts longest, but every move loses; the game is over in %s.", cli.Plies(c.result.Distance))
}
