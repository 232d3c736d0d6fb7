package play

import (
	"context"
	"fmt"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// adviser chooses moves, to play a side or to give hints.
type adviser interface {
	// choose returns a move of a position that has one. line has the moves that led to it from the start of the game.
	choose(ctx context.Context, p variants.Position, line []variants.Move) (player.Choice, error)
}

// computer is a player with a time for each move.
type computer struct {
	*player.Player
	moveTime flags.Timeout
}

func (c computer) choose(ctx context.Context, p variants.Position, _ []variants.Move) (player.Choice, error) {
	ctx, cancel := c.moveTime.Context(ctx)
	defer cancel()
	return c.Choose(ctx, p)
}

// computers are the computer's players in a match: the perfect one, who also gives hints, and the lower levels that
// play. Their searches share one memory.
type computers struct {
	perfect computer
	seats   [2]computer // indexed by variants.Player, as are levels
	levels  [2]player.Level
	analyst analyst
}

// computers makes the players. The caller closes them.
func (opt *options) computers(game *variants.Game, kept *files.Keeper) (c computers, err error) {
	c.analyst = analyst{store: kept.Library(), workers: opt.workers.Count(), moveTime: opt.moveTime}
	if c.analyst.shared, err = auto.NewShared(game, int64(opt.memory)); err != nil {
		return c, err
	}
	c.perfect.moveTime = opt.moveTime
	c.perfect.Player = player.New(game, player.Options{
		Store: c.analyst.store, Workers: c.analyst.workers, Shared: c.analyst.shared,
	})
	for side := range c.seats {
		c.seats[side] = c.perfect
		c.levels[side] = opt.seats[side].level(opt.level.Value())
		if level := c.levels[side]; level != player.Perfect {
			lower := player.New(game, player.Options{Level: level, Seed: opt.seed + uint64(side)})
			c.seats[side] = computer{lower, opt.moveTime}
		}
	}
	return c, nil
}

// close closes the players; only the perfect one holds anything.
func (c computers) close() {
	c.perfect.Close()
	c.analyst.shared.Release()
}

// doubt says, after a move, what is uncertain about it. It is empty for a best move, and for players who do not claim
// to make best moves.
func doubt(c player.Choice) string {
	switch {
	case c.Result.Distance != solver.NoDistance:
		return ""
	case guessed(c):
		return fmt.Sprintf(" (a guess: the position is won, but no winning move was found: %v)", c.Limit)
	case c.Result.Outcome == solver.Win:
		return " (wins, perhaps not in the fewest plies)"
	case c.Result.Outcome == solver.Loss:
		return " (lost; another move may last longer)"
	case c.Limit != nil:
		return fmt.Sprintf(" (a guess: %v)", c.Limit)
	}
	return ""
}

// guessed reports whether a player knows that the position is won, but knows no winning move.
func guessed(c player.Choice) bool {
	return c.Result.Outcome == solver.Win && !c.Result.Best.Has(int(c.Move))
}

// prospect says, after a hint, what the move achieves.
func prospect(c player.Choice) string {
	switch {
	case c.Result.Distance == solver.NoDistance:
		return doubt(c) + "."
	case c.Result.Outcome == solver.Win:
		return fmt.Sprintf(" wins in %s.", console.Plies(c.Result.Distance))
	}
	return fmt.Sprintf(" lasts longest, but every move loses; the game is over in %s.", console.Plies(c.Result.Distance))
}

// talk is the computer's text after its move, with --talk.
func talk(c player.Choice) string {
	switch {
	case guessed(c):
		return "I can win, but I have not found out how."
	case c.Result.Outcome == solver.Win:
		if c.AtMost == 0 {
			return "I win, but I do not know in how many plies."
		}
		return fmt.Sprintf("I win in at most %s.", console.Plies(c.AtMost))
	case c.Result.Outcome == solver.Loss:
		text := "You win if you make no mistake."
		if c.Result.Distance != solver.NoDistance {
			text = fmt.Sprintf("You win in %s if you make no mistake.", console.Plies(c.Result.Distance))
		}
		if c.Replies > 1 {
			text += fmt.Sprintf(" At most %d of your %d moves win.", c.Answers, c.Replies)
		}
		return text
	}
	return "I do not know who wins."
}
