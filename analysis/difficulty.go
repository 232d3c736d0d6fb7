package analysis

import (
	"context"
	"errors"

	"gridlock/solver"
	"gridlock/variants"
)

// Difficulty is an estimate of how hard it is to win a position, or was to win a game. It is made of exact facts about
// turns at which a player can win: the winner's turns along a line of best play or, in a game, the turns of either
// player.
type Difficulty struct {
	Turns []Turn
	Open  int // further turns at which not every move is known to win or lose
}

// Turn is a turn at which a player can win.
type Turn struct {
	Legal   int `json:"legal"` // moves
	Winning int `json:"winning"`

	// Greedy reports whether a greedy player keeps the win. Such a player looks one move ahead, and makes any of the
	// moves that look best by [Guess].
	Greedy bool `json:"greedy"`
}

// quarter is 4: each full quarter of a turn's moves that loses counts one. That predicts better than other facts, alone
// or added, which puzzles the level Casual of package player solves: see docs/tried.md.
const quarter = 4

// Number is the difficulty as a number: for every turn it adds the quarters of its moves that lose, rounded down, from
// 0 to 3.
func (d Difficulty) Number() (n int) {
	for _, t := range d.Turns {
		n += quarter * (t.Legal - t.Winning) / t.Legal
	}
	return n
}

// Level names a range of difficulties.
type Level string

// The levels, the easiest first.
const (
	Easy   Level = "easy"   // up to 3
	Medium Level = "medium" // 4
	Hard   Level = "hard"
)

// Levels returns all levels, the easiest first.
func Levels() []Level { return []Level{Easy, Medium, Hard} }

// Level returns the level of a difficulty.
func (d Difficulty) Level() Level {
	switch n := d.Number(); {
	case n <= 3:
		return Easy
	case n == 4:
		return Medium
	}
	return Hard
}

// OnlyMoves returns the greatest number of turns in a row with one winning move among several moves.
func (d Difficulty) OnlyMoves() (most int) {
	row := 0
	for _, t := range d.Turns {
		if row++; t.Winning != 1 || t.Legal == 1 {
			row = 0
		}
		most = max(most, row)
	}
	return most
}

// Errs returns the first turn, from 1, at which a greedy player may give the win away; 0 if there is none.
func (d Difficulty) Errs() int {
	for i, t := range d.Turns {
		if !t.Greedy {
			return i + 1
		}
	}
	return 0
}

// turn returns the turn of a player. known is false if some move is not known to win or lose.
func turn(k *solver.Knowledge) (t Turn, known bool) {
	var winning variants.MoveSet
	known = true
	for _, m := range k.Moves() {
		known = known && m.After.Proven
		if t.Legal++; m.After.Proven && m.After.Outcome == solver.Loss {
			t.Winning++
			winning = winning.With(int(m.Move))
		}
	}
	t.Greedy = greedy(k.Position())&^winning == 0
	return t, known
}

// Difficulty returns how hard it was for a player to keep a win in the game.
func (g Review) Difficulty(player variants.Player) (d Difficulty) {
	for _, p := range g.Plies {
		if p.Before.Position.Side() != player {
			continue
		}
		switch t, known := turn(p.Before.Knowledge); {
		case !known:
			d.Open++
		case t.Winning > 0:
			d.Turns = append(d.Turns, t)
		}
	}
	return d
}

// Estimate finds how hard it is for the winner of a position to win it, along a line of best play that ends the game.
// Facts in known need not be found again. It takes at most opt.Nodes nodes. The result is nil if these are not enough,
// or if the line does not end the game. The error is that of ctx, or a contradiction.
func Estimate(ctx context.Context, p variants.Position, known solver.Result, line []variants.Move, opt Options) (*Difficulty, error) {
	winner, _ := solver.Result{Outcome: solver.OutcomeIn(len(line))}.Winner(p)
	release, err := opt.aside(p.Game())
	if err != nil {
		return nil, err
	}
	defer release()
	if p.Game().Grid().Size() <= 16 {
		opt.Workers = 1 // a choice takes less time than starting another worker
	}
	left := opt.Nodes
	d := &Difficulty{}
	for i, m := range line {
		if p.Side() == winner {
			opt.Nodes = left / uint64((len(line)-i+1)/2)
			k, spent, err := choice(ctx, p, known, opt)
			if err != nil {
				return nil, err
			}
			left -= min(left, spent)
			t, all := turn(k)
			if !all {
				return nil, nil
			}
			d.Turns = append(d.Turns, t)
		}
		p, known = p.Play(m), solver.Undecided("")
	}
	if !p.Over() {
		return nil, nil
	}
	return d, nil
}

// addDifficulty finds the difficulty of the position, if a line of best play is known to the end, and if no long search
// is needed.
func (a *Position) addDifficulty(ctx context.Context, opt Options) (err error) {
	if len(a.Moves) == 0 || a.Result.Distance == solver.NoDistance {
		return nil
	}
	line := a.Moves[0].Line()
	if opt.Nodes = a.moment(opt); len(line) != a.Result.Distance || opt.Nodes == 0 {
		return nil
	}
	a.Difficulty, err = Estimate(ctx, a.Position, a.Result, line, opt)
	if errors.Is(err, solver.ErrLimit) {
		return nil // the time is up
	}
	return err
}

// greedy returns the moves that a greedy player may make: those after which the opponent seems to stand worst.
func greedy(p variants.Position) (best variants.MoveSet) {
	rules, least := p.Game().Rules(), 0
	for m := range p.Legal().Cells() {
		after := rules.Play(p.State(), variants.Move(m))
		stands := -1 << 16
		if legal := rules.Legal(after); legal != 0 {
			stands = Guess(p.Game(), after, legal)
		}
		switch {
		case best == 0 || stands < least:
			best, least = variants.MoveSet(0).With(m), stands
		case stands == least:
			best = best.With(m)
		}
	}
	return best
}

// Guess estimates how well the player to move stands, given the legal moves: their number, minus the number of moves
// that the opponent would have. Where markers step, it adds twice the lead in cells that each reaches first.
func Guess(game *variants.Game, s variants.State, legal variants.MoveSet) int {
	score := legal.Count()
	if traits := game.Traits(); traits.Mine == traits.Yours {
		score -= game.Rules().Legal(variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}).Count()
	}
	if steps := game.Steps(); steps != nil && s.Mine != 0 && s.Yours != 0 {
		mine, yours := steps.Race(s.Mine, s.Yours, s.Free)
		score += 2 * (mine.Count() - yours.Count())
	}
	return score
}
