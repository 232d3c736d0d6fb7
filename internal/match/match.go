// Package match lets two players play each other from many openings: levels of this program,
// or programs that speak the protocol of package pipe.
//
// For most uses, make players with [NewLevel] and [NewEngine], openings with [Openings], and
// call [Pair] for each of them. A player who makes an illegal move, takes too long or crashes
// has lost the game; [Game].Fault says so.
package match

import (
	"context"
	"errors"
	"math/rand/v2"

	"gridlock/internal/random"
	"gridlock/variants"
)

// Player plays games, one at a time.
type Player interface {
	// Begin prepares for a game. The seed decides what the player leaves to chance. An error
	// ends the match.
	Begin(ctx context.Context, game *variants.Game, seed uint64) error

	// Choose returns the text of a move of a position that has one. The error is a *Fault if
	// the player is to blame; any other ends the match.
	Choose(ctx context.Context, p variants.Position) (string, error)

	// Close ends the player.
	Close()
}

// The kinds of faults.
const (
	Illegal  = "illegal"  // a move that the rules forbid, or none
	Timeout  = "timeout"  // no move in time
	Crash    = "crash"    // the program ended
	Protocol = "protocol" // an output that is no reply
	Refused  = "refused"  // a problem instead of a move
)

// Fault is why a player loses a game that is not over.
type Fault struct {
	Kind   string
	Detail string
	By     variants.Player
	At     variants.Position // in which it was to move
}

// Error says what the fault is.
func (f *Fault) Error() string { return f.Kind + ": " + f.Detail }

// fault makes a fault, without the player and the position.
func fault(kind, detail string) *Fault { return &Fault{Kind: kind, Detail: detail} }

// Opening is the moves with which a game begins.
type Opening struct{ variants.GameRecord }

// tries is how often an opening is drawn again that was there before.
const tries = 50

// Openings returns n openings of the given number of random plies from a position. The game
// is not over after them; where that cannot be, they are shorter. They lead to different
// positions as far as there are enough.
func Openings(r *rand.Rand, start variants.Position, plies, n int) []Opening {
	var all []Opening
	seen := map[string]bool{}
	for range n {
		o := opening(r, start, plies)
		for again := 0; again < tries && seen[o.Position().String()]; again++ {
			o = opening(r, start, plies)
		}
		seen[o.Position().String()] = true
		all = append(all, o)
	}
	return all
}

// opening draws an opening.
func opening(r *rand.Rand, start variants.Position, plies int) Opening {
	o, p := Opening{variants.GameRecord{Start: start}}, start
	for range plies {
		var lasting variants.MoveSet
		for m := range p.Legal().Cells() {
			if !p.Play(variants.Move(m)).Over() {
				lasting = lasting.With(m)
			}
		}
		if lasting == 0 {
			break
		}
		m := random.Move(r, lasting)
		o.Moves, p = append(o.Moves, m), p.Play(m)
	}
	return o
}

// Game is a game that was played.
type Played struct {
	Opening
	Moves  []variants.Move // behind those of the opening
	A      variants.Player // the side of A
	Winner variants.Player
	Fault  *Fault // of the loser, if that is why the game ended
}

// WonByA reports whether A has won.
func (g Played) WonByA() bool { return g.Winner == g.A }

// Pair plays an opening twice, with A as X and then as O. The games are those that ended.
func Pair(ctx context.Context, a, b Player, o Opening, seeds *rand.Rand) (games []Played, err error) {
	for _, side := range []variants.Player{variants.X, variants.O} {
		players := [2]Player{a, b}
		if side == variants.O {
			players = [2]Player{b, a}
		}
		g, err := play(ctx, players, o, [2]uint64{seeds.Uint64(), seeds.Uint64()})
		if err != nil {
			return games, err
		}
		g.A = side
		games = append(games, g)
	}
	return games, nil
}

// play plays a game between X and O.
func play(ctx context.Context, players [2]Player, o Opening, seeds [2]uint64) (Played, error) {
	g, p := Played{Opening: o}, o.Position()
	for side, pl := range players {
		if err := pl.Begin(ctx, p.Game(), seeds[side]); err != nil {
			return g, err
		}
	}
	for !p.Over() {
		m, err := turn(ctx, players[p.Side()], p)
		if errors.As(err, &g.Fault) {
			g.Fault.By, g.Fault.At = p.Side(), p
			break
		}
		if err != nil {
			return g, err
		}
		g.Moves, p = append(g.Moves, m), p.Play(m)
	}
	g.Winner = p.Side().Opponent()
	return g, nil
}

// turn asks a player for a move, which has to be legal.
func turn(ctx context.Context, pl Player, p variants.Position) (variants.Move, error) {
	text, err := pl.Choose(ctx, p)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, err
	}
	m, err := p.ParseMove(text)
	if err != nil {
		return 0, fault(Illegal, err.Error())
	}
	return m, nil
}
