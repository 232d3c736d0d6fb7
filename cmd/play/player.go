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

// player is the perfect player. It asks who wins and by which move, and then, for the
// time that is left, for the quickest win or the longest resistance.
type player struct {
	moveTime time.Duration
	memory   int64
	workers  int
	kept     *cli.Keeper
}

// choice is a move and what is known about it.
type choice struct {
	move   variants.Move
	result solver.Result
	limit  error // why nothing is known, or nil
}

// choose returns a best move of a position that has one; or a move that wins, the
// quickest way or not; or, when neither is known, a guess.
func (pl player) choose(ctx context.Context, p variants.Position, _ []variants.Move) (choice, error) {
	result, err := pl.search(ctx, p)
	switch {
	case ctx.Err() != nil:
		return choice{}, ctx.Err()
	case err != nil && !errors.Is(err, solver.ErrLimit):
		return choice{}, err
	}
	move, ok := result.BestMove()
	if !ok {
		move = fewestReplies(p)
	}
	return choice{move, result, err}, nil
}

// search finds out what it can about a position in the time for a move. It is no error
// when that is the outcome alone.
func (pl player) search(ctx context.Context, p variants.Position) (solver.Result, error) {
	if r, _, ok := pl.kept.Find(ctx, p, true); ok {
		return r, nil
	}
	ctx, cancel := context.WithTimeout(ctx, pl.moveTime)
	defer cancel()
	opt := solver.Options{Memory: pl.memory, Workers: pl.workers}
	result, err := solver.Auto{}.Solve(ctx, p, opt)
	if err != nil || result.Distance != solver.NoDistance {
		pl.kept.Save(ctx, p, result, err)
		return result, err
	}
	opt.Distance = true
	exact, exactErr := solver.Auto{}.Solve(ctx, p, opt)
	// One that was stopped may know the distance, and not yet a move for it.
	if exact.Distance != solver.NoDistance && exact.Best != 0 {
		result = exact
	}
	pl.kept.Save(ctx, p, result, exactErr)
	return result, nil
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
