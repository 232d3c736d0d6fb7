package analysis

import (
	"cmp"
	"context"

	"gridlock/solver"
	"gridlock/variants"
)

// Review is the analysis of a game, finished or not.
type Review struct {
	Plies []Ply
	End   Position // the position that the moves lead to
}

// Ply is a move of a game and the position in which it was made.
type Ply struct {
	Before Position
	Played Move // the played move among Before.Moves
}

// ReviewGame analyses every position of a game, from the last one back, since a later position helps with the one
// before it. If a limit is reached, results are missing mostly for early positions, which are harder. The moves must be
// legal.
//
// Options.Nodes is a limit for each position. The error is the first one.
func ReviewGame(ctx context.Context, start variants.Position, moves []variants.Move, opt Options) (g Review, err error) {
	positions := []variants.Position{start}
	for _, m := range moves {
		positions = append(positions, positions[len(positions)-1].Play(m))
	}
	var after solver.Result // the result of the position after the one being analysed
	g.Plies = make([]Ply, len(moves))
	last, class, worth, watch := opt.Difficulty, opt.Class, opt.Worth, opt.Watch
	l := newLemmas(ctx, start.Game())
	for i := len(moves); i >= 0; i-- {
		opt.Difficulty, opt.Class, opt.Worth = last && i == len(moves), class && i == len(moves), worth && i == len(moves)
		opt.Auto.Known = solver.NewKnowledge(positions[i])
		if i < len(moves) {
			opt.Auto.Known.LearnMove(moves[i], after)
		}
		if watch != nil {
			opt.Watch = func(_ int, p variants.Position) (*solver.Monitor, func()) { return watch(i, p) }
		}
		a, failed := l.analyze(ctx, positions[i], opt)
		err = cmp.Or(err, failed)
		after = a.Result
		if i == len(moves) {
			g.End = a
		} else {
			g.Plies[i].Before = a
		}
	}
	for i, m := range moves {
		l.learn(ctx, g.at(i+1), opt, g.at(i).After(m))
		g.Plies[i].Played = g.Plies[i].Before.Move(m)
		err = cmp.Or(err, g.at(i+1).Err())
	}
	return g, err
}

// at is Position for changes.
func (g *Review) at(ply int) *Position {
	if ply < len(g.Plies) {
		return &g.Plies[ply].Before
	}
	return &g.End
}

// learn adds the result of the next position to an analysis. For example, the move may only have been decided as the
// image of another one.
func (l *lemmas) learn(ctx context.Context, a *Position, opt Options, r solver.Result) {
	if a.Result.Proven || !r.Proven {
		return
	}
	a.Learn(r)
	l.explain(ctx, a, opt)
}

// Move returns the result of a legal move of the position.
func (a Position) Move(m variants.Move) Move {
	for _, known := range a.Moves {
		if known.Move == m {
			return known
		}
	}
	return Move{Move: m, Score: solver.UnknownScore(), After: solver.Result{Distance: solver.NoDistance}}
}

// Position returns the analysis after a number of plies, from 0 to len(g.Plies).
func (g Review) Position(ply int) Position {
	if ply < len(g.Plies) {
		return g.Plies[ply].Before
	}
	return g.End
}

// FirstBlunder returns the number, from 1, of the first ply that gave a win away. ok is false if no such ply is known.
func (g Review) FirstBlunder() (ply int, ok bool) {
	for i, p := range g.Plies {
		if p.Played.Mistake == Blunder {
			return i + 1, true
		}
	}
	return 0, false
}

// OnlyMove reports whether one move of the position is known to win, and all others to lose.
func (a Position) OnlyMove() bool { return a.Facts.Tally.OnlyMove() }

// OnlyMoves returns the plies, from 1, at which a player had a single winning move. streak is the length of the longest
// run of such turns.
func (g Review) OnlyMoves(player variants.Player) (plies []int, streak int) {
	row := 0
	for i, p := range g.Plies {
		switch {
		case p.Before.Position.Side() != player:
		case p.Before.OnlyMove():
			plies, row = append(plies, i+1), row+1
			streak = max(streak, row)
		default:
			row = 0
		}
	}
	return plies, streak
}
