package player

import (
	"context"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/variants"
)

// The approximate number of positions that each level visits for a move.
const (
	strongNodes = 5_000
	casualNodes = 300
)

// lookahead is a plain alpha-beta search to a depth, over the rules alone, with [analysis.Guess] at its leaves. Scores
// are from the mover's side. Scores beyond wonScore are for games that it has seen to the end.
type lookahead struct {
	game  *variants.Game
	rules variants.Rules
	nodes int
	most  int
	cut   bool // the depth ended the search somewhere
	stop  func() bool
}

const (
	wonScore = 1 << 16 // less the plies until the end
	noScore  = 1 << 20
)

// ahead deepens until it has visited nodes positions, or ctx has ended. It returns the best move found, a random one of
// several.
func (pl *Player) ahead(ctx context.Context, p variants.Position, nodes int) Choice {
	l := &lookahead{
		game: pl.game, rules: pl.game.Rules(), most: nodes,
		stop: func() bool { return solver.Poll(ctx) != nil },
	}
	choice := Choice{Move: pl.any(p.Legal()), Result: unknown()}
	for depth := 1; ; depth++ {
		l.cut = false
		score, best := l.root(p, depth)
		if best == 0 {
			return choice // the depth was too much
		}
		choice = Choice{Move: pl.any(best), Result: unknown()}
		if plies := wonScore - score; plies <= bitboard.MaxCells {
			choice.Result.Outcome, choice.Result.Proven, choice.AtMost = solver.Win, true, plies
			choice.Result.Best = best
			return choice
		}
		if plies := wonScore + score; plies <= bitboard.MaxCells && !l.cut {
			choice.Result.Outcome, choice.Result.Proven = solver.Loss, true
		}
		if !l.cut {
			return choice
		}
	}
}

// root returns the best score and the moves that have it. It returns no moves if there were too many positions.
func (l *lookahead) root(p variants.Position, depth int) (score int, best variants.MoveSet) {
	score = -noScore
	s := p.State()
	for m := range p.Legal().Cells() {
		child := -l.search(l.rules.Play(s, variants.Move(m)), depth-1, 1, -noScore, -score+1)
		if l.nodes > l.most && depth > 1 || l.most == 0 {
			return 0, 0
		}
		switch {
		case child > score:
			score, best = child, variants.MoveSet(0).With(m)
		case child == score:
			best = best.With(m)
		}
	}
	return score, best
}

// pollEvery is the number of positions between two polls of the context.
const pollEvery = 64

// search returns the score of a state, which is exact if it lies between alpha and beta.
func (l *lookahead) search(s variants.State, depth, ply, alpha, beta int) int {
	if l.nodes++; l.nodes%pollEvery == 0 && l.stop() {
		l.most = 0
	}
	legal := l.rules.Legal(s)
	if legal == 0 {
		return -wonScore + ply
	}
	if depth == 0 {
		l.cut = true
		return analysis.Guess(l.game, s, legal)
	}
	best := -noScore
	for ; legal != 0 && best < beta && l.nodes <= l.most; legal = legal.Rest() {
		child := l.rules.Play(s, variants.Move(legal.First()))
		best = max(best, -l.search(child, depth-1, ply+1, -beta, -max(alpha, best)))
	}
	return best
}
