package play

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// player is the perfect player: it searches every position to the end, as far as
// time and memory allow.
type player struct {
	moveTime cli.Timeout
	memory   int64
}

// choice is a move and what is known about it.
type choice struct {
	move   variants.Move
	result solver.Result
	limit  error // why the search was not finished, or nil
}

// choose returns a best move of a position that has one: a winner's quickest win
// or a loser's longest resistance. When a limit comes first, it is a move known
// to win, or else a guess.
func (pl player) choose(ctx context.Context, p variants.Position) (choice, error) {
	limited, cancel := pl.moveTime.Context(ctx)
	defer cancel()
	result, err := solver.Memo{}.Solve(limited, p, solver.Options{Memory: pl.memory})
	if err != nil && !errors.Is(err, solver.ErrLimit) {
		return choice{}, err
	}
	move, ok := result.BestMove()
	if !ok {
		move = fewestReplies(p)
	}
	return choice{move, result, err}, nil
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

// doubt says, after a move, how sure it is: nothing when it is best for certain.
func (c choice) doubt() string {
	switch {
	case c.limit == nil:
		return ""
	case c.result.Outcome == solver.Win:
		return fmt.Sprintf(" (it wins, perhaps not the quickest way: %v)", c.limit)
	}
	return fmt.Sprintf(" (a guess: %v)", c.limit)
}

// prospect says, after a hint, what the move leads to.
func (c choice) prospect() string {
	switch {
	case c.limit != nil:
		return c.doubt() + "."
	case c.result.Outcome == solver.Win:
		return fmt.Sprintf(" wins in %s.", cli.Plies(c.result.Distance))
	}
	return fmt.Sprintf(" lasts longest, but every move loses; the game is over in %s.", cli.Plies(c.result.Distance))
}
