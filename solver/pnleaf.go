package solver

import (
	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// leadWeight is what a lead of one cell counts for, in positions to be decided. On
// blockade 7×7 a weight of 1 took 74.0 M nodes, 6 took 17.0 M, 8 took 9.6 M, 10 took
// 11.2 M and 16 took 22.4 M; on 6×6 and 6×7 anything from 4 is much the same.
const leadWeight = 8

// separationWork is how many positions the separation lemma may look into at one
// node before it is left to the search.
const separationWork = 1000

// pnLeaf says what is known of a position without searching it: who wins, by a
// lemma, or a guess at its numbers, which only steers the search. One serves one
// goroutine.
type pnLeaf struct {
	grid       *bitboard.Grid
	dilate     func(bitboard.Board) bitboard.Board // a marker's steps; nil without markers
	separation *theory.Separation                  // nil where it does not apply
}

func newPNLeaf(game *variants.Game, bare bool) pnLeaf {
	g := pnLeaf{grid: game.Grid()}
	switch game.Variant().ID {
	case variants.Lockdown:
		g.dilate = g.grid.DilateKing
	case variants.Blockade:
		g.dilate = g.grid.DilateRook
	}
	if separation, ok := theory.NewSeparation(game); ok && !bare {
		g.separation = separation
		g.separation.Most = separationWork
	}
	return g
}

// numbers returns a guess for a state with the given legal moves: to prove a win one
// move has to be looked into, to prove a loss all of them; and whoever reaches fewer
// of the free cells first has more to prove.
func (g *pnLeaf) numbers(s variants.State, legal variants.MoveSet) pnNumbers {
	if legal == 0 {
		return pnLost()
	}
	if g.separation != nil {
		if wins, known := g.separation.Decide(s); known && wins {
			return pnWon()
		} else if known {
			return pnLost()
		}
	}
	n := pnNumbers{1, uint32(legal.Count())}
	if g.dilate == nil || s.Mine == 0 || s.Yours == 0 {
		return n
	}
	if lead := g.territory(s); lead < 0 {
		n.phi += leadWeight * uint32(-lead)
	} else {
		n.delta += leadWeight * uint32(lead)
	}
	return n
}

// territory returns how many more free cells the mover reaches before the opponent
// than the other way round, when both spread by a step in turn.
func (g *pnLeaf) territory(s variants.State) int {
	mine, yours, free := s.Mine, s.Yours, s.Free
	for {
		grown := g.dilate(mine) & free
		free &^= grown
		mine |= grown
		reply := g.dilate(yours) & free
		free &^= reply
		yours |= reply
		if grown|reply == 0 {
			return mine.Count() - yours.Count()
		}
	}
}
