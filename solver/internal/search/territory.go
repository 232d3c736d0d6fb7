package search

import (
	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// Territory divides the free cells between two markers: to each what it reaches first
// when both spread by a step in turn, the mover first. In games without markers that take
// steps it divides nothing.
type Territory struct {
	grid     *bitboard.Grid
	step     variants.Step
	confined bool // cells that neither marker can reach do not matter
}

func NewTerritory(game *variants.Game) Territory {
	return Territory{game.Grid(), game.Traits().Step, theory.For(game).Confined}
}

// Prune takes the free cells that neither marker can ever reach out of a child's state,
// where there are markers and such cells do not matter, and returns how the others are
// divided: what the mover, and what the opponent, reaches first. So positions coincide
// that differ in such cells only.
func (t Territory) Prune(s *variants.State) (mine, yours bitboard.Board) {
	mine, yours = t.divide(*s)
	if mine != 0 && t.confined {
		s.Free &= mine | yours
	}
	return mine, yours
}

// divide returns what the mover, and what the opponent, reaches first of the free cells,
// the markers' own cells with them; nothing where there are no two markers.
func (t Territory) divide(s variants.State) (mine, yours bitboard.Board) {
	switch {
	case s.Mine == 0 || s.Yours == 0:
	case t.step == variants.RookStep:
		return t.grid.RaceRook(s.Mine, s.Yours, s.Free)
	case t.step == variants.KingStep:
		return t.grid.RaceKing(s.Mine, s.Yours, s.Free)
	}
	return 0, 0
}

// Lead returns how many more cells the mover reaches first than the opponent.
func (t Territory) Lead(s variants.State) int {
	mine, yours := t.divide(s)
	return mine.Count() - yours.Count()
}

// Apart reports whether it is worth asking whether the markers are separated: what
// the two reach first does not touch, but for the markers themselves in lockdown,
// whose cells nobody enters again.
func (t Territory) Apart(s variants.State, mine, yours bitboard.Board) bool {
	if t.step == variants.RookStep {
		return t.grid.DilateRook(mine)&yours == 0
	}
	return t.grid.DilateKing(mine&^s.Mine)&yours == 0 && t.grid.DilateKing(yours&^s.Yours)&mine == 0
}
