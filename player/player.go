package player

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// Options says how to play. The zero value plays perfectly, by search alone.
type Options struct {
	Level Level

	// Seed makes random choices repeatable: with the same seed a player makes the same moves in the same game.
	Seed uint64

	// Store, if not nil, is where the perfect player looks positions up, and keeps proven results.
	Store analysis.Store

	// Nodes is the greatest number of positions that the perfect player visits for a move; 0 means that only the context
	// limits it. It does not apply while the player looks for the move that keeps an announced win. With one worker it
	// makes the same moves on every machine.
	Nodes uint64

	// Workers and Memory are those of solver.Options, for the perfect player.
	Workers int
	Memory  int64

	// Shared, if not nil, replaces the memory of the perfect player's searches. The caller releases it.
	Shared *auto.Shared
}

// Player makes moves in one game. It serves one goroutine.
type Player struct {
	game   *variants.Game
	opt    Options
	chance *rand.Rand

	// Of the perfect player:
	shared *auto.Shared // its own; nil until the first search
	store  *recent
	won    map[variants.State]int // positions after an announced win, each with the number of plies promised
}

// New returns a player of a game. Close it in the end.
func New(game *variants.Game, opt Options) *Player {
	return &Player{
		game: game, opt: opt, chance: rand.New(rand.NewPCG(opt.Seed, 0)),
		store: &recent{Store: opt.Store, proven: map[variants.State]solver.Result{}},
		won:   map[variants.State]int{},
	}
}

// Close gives the player's memory back.
func (pl *Player) Close() {
	if pl.shared != nil {
		pl.shared.Release()
	}
}

// Choice is a move, with the player's knowledge about it.
type Choice struct {
	Move variants.Move

	// Result is the proven result of the position. Levels below Perfect give it only if they have seen the end of the
	// game.
	Result solver.Result

	// AtMost is a number of plies within which the move is proven to win, whatever the opponent does; 0 if none is known.
	// In a game it falls from move to move, or is 0.
	AtMost int

	// Replies is the number of the opponent's replies to a losing move. Answers is the number of replies that win or, as
	// far as is known, may win. Both are 0 if they were not counted.
	Answers, Replies int

	// Limit is the reason if nothing is proven, else nil.
	Limit error
}

// Choose returns a legal move of a position that has one. The deadline of ctx is the time to think: Choose returns
// within some milliseconds of this deadline. It is an error if ctx is cancelled, if a search is impossible, or if two
// sources contradict each other.
func (pl *Player) Choose(ctx context.Context, p variants.Position) (Choice, error) {
	if p.Over() {
		return Choice{}, fmt.Errorf("player: %v has no legal move", p)
	}
	c, err := pl.choose(ctx, p)
	if err == nil && !p.Legal().Has(int(c.Move)) {
		err = fmt.Errorf("player: move %d is not legal in %v", c.Move, p)
	}
	return c, err
}

// choose is Choose before the move is checked.
func (pl *Player) choose(ctx context.Context, p variants.Position) (Choice, error) {
	switch pl.opt.Level {
	case Strong:
		return pl.ahead(ctx, p, strongNodes), cancelled(ctx)
	case Casual:
		c := pl.ahead(ctx, p, casualNodes)
		if others := p.Legal().Without(int(c.Move)); others != 0 && pl.chance.IntN(2) == 0 {
			return Choice{Move: pl.any(others), Result: unknown()}, nil
		}
		return c, cancelled(ctx)
	case Random:
		return Choice{Move: pl.any(p.Legal()), Result: unknown()}, nil
	}
	return pl.perfect(ctx, p)
}

// any returns a random one of some moves.
func (pl *Player) any(moves variants.MoveSet) variants.Move {
	for range pl.chance.IntN(moves.Count()) {
		moves = moves.Rest()
	}
	return variants.Move(moves.First())
}

// unknown returns a result that says nothing.
func unknown() solver.Result { return solver.Result{Distance: solver.NoDistance} }
