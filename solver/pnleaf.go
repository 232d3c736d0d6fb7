package solver

import (
	"math"

	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// separationWork is how many positions the separation lemma may look into at one
// node before it is left to the search.
const separationWork = 1000

// pnLeaf says what is known of a position without searching it: who wins, by a
// lemma, or a guess at its numbers, which only steers the search. One serves one
// goroutine.
type pnLeaf struct {
	grid       *bitboard.Grid
	rules      variants.Rules
	separation *theory.Separation // nil where it does not apply
	rook, king bool               // the steps of markers, if there are any
	hard       [2*mostLead + 1]uint32
}

func newPNLeaf(game *variants.Game, bare bool) *pnLeaf {
	l := &pnLeaf{grid: game.Grid(), rules: game.Rules(), hard: hardness()}
	l.king = game.Variant().ID == variants.Lockdown
	l.rook = game.Variant().ID == variants.Blockade
	if separation, ok := theory.NewSeparation(game); ok && !bare {
		l.separation = separation
		l.separation.Most = separationWork
	}
	return l
}

// look takes the free cells that neither marker can ever reach out of a child's state,
// where there are markers, and returns how the others are divided: what the mover,
// and what the opponent, reaches first. So positions coincide that differ in such
// cells only.
func (l *pnLeaf) look(s *variants.State) (mine, yours bitboard.Board) {
	switch {
	case s.Mine == 0 || s.Yours == 0:
		return 0, 0
	case l.rook:
		mine, yours = l.grid.RaceRook(s.Mine, s.Yours, s.Free)
	case l.king:
		mine, yours = l.grid.RaceKing(s.Mine, s.Yours, s.Free)
	default:
		return 0, 0
	}
	s.Free &= mine | yours
	return mine, yours
}

// numbers returns what is known of a state, which look has divided.
func (l *pnLeaf) numbers(s variants.State, mine, yours bitboard.Board) pnNumbers {
	legal := l.rules.Legal(s)
	switch {
	case legal == 0:
		return pnLost()
	case mine == 0:
		return pnNumbers{1, uint32(legal.Count())}
	case l.separation != nil && l.apart(s, mine, yours):
		if wins, known := l.separation.Decide(s); known && wins {
			return pnWon()
		} else if known {
			return pnLost()
		}
	}
	return l.guess(s, legal.Count(), mine.Count()-yours.Count())
}

// apart reports whether it is worth asking whether the markers are separated: what
// the two reach first does not touch, but for the markers themselves in lockdown,
// whose cells nobody enters again.
func (l *pnLeaf) apart(s variants.State, mine, yours bitboard.Board) bool {
	if l.rook {
		return l.grid.DilateRook(mine)&yours == 0
	}
	return l.grid.DilateKing(mine&^s.Mine)&yours == 0 && l.grid.DilateKing(yours&^s.Yours)&mine == 0
}

// mostLead is the greatest lead there can be, in half cells.
const mostLead = 2*bitboard.MaxCells + 16

// guess returns about what has to be done to prove that the mover wins, and that the
// mover loses. To prove a loss all moves have to be looked into, and whoever reaches
// fewer of the free cells first, or has fewer moves, has more to prove.
func (l *pnLeaf) guess(s variants.State, moves, territory int) pnNumbers {
	replies := l.rules.Legal(variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}).Count()
	lead := 2*territory + moves - replies + 1
	return pnNumbers{
		phi:   1 + l.hard[mostLead-lead],
		delta: 1 + uint32(4*moves) + l.hard[mostLead+lead],
	}
}

// hardness returns how hard it is to prove the win of a player who is some half
// cells behind, from mostLead ahead on: nothing when far ahead, and about eight a
// cell when far behind.
func hardness() (hard [2*mostLead + 1]uint32) {
	for i := range hard {
		behind := float64(i-mostLead) / 2
		hard[i] = uint32(24 * math.Log1p(math.Exp(0.35*behind)))
	}
	return hard
}
