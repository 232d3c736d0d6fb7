// Package territory divides the free cells between two markers, and estimates from the division who wins. The estimate
// only steers a search.
package territory

import (
	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// Territory divides the free cells between two markers: each gets the cells that it reaches
// first when both spread by a step in turn, the mover first. It divides nothing in games without
// markers that take steps.
type Territory struct {
	near     *bitboard.Near // nil where there are no such markers
	blocks   bool
	confined bool // cells that neither marker can reach do not matter
}

// New returns the Territory of a game.
func New(game *variants.Game) Territory {
	return Territory{game.Steps(), game.Traits().Blocks, theory.For(game).Confined}
}

// Prune removes from a child's state the free cells that neither marker can ever reach. Positions that differ only
// there become the same. It does so only if there are markers and such cells do not matter. It returns the remaining
// cells that the mover, and the opponent, reaches first.
func (t Territory) Prune(s *variants.State) (mine, yours bitboard.Board) {
	mine, yours = t.divide(*s)
	if mine != 0 && t.confined {
		s.Free &= mine | yours
	}
	return mine, yours
}

// divide returns the free cells and markers' cells that the mover reaches first, and those that the opponent reaches
// first. Both are empty unless there are two markers.
func (t Territory) divide(s variants.State) (mine, yours bitboard.Board) {
	if t.near == nil || s.Mine == 0 || s.Yours == 0 {
		return 0, 0
	}
	return t.near.Race(s.Mine, s.Yours, s.Free)
}

// Apart reports whether the markers may be separated, so that a test is worth while: the two territories do not touch.
// Without blocks they may touch at the markers' own cells, which are never entered again.
func (t Territory) Apart(s variants.State, mine, yours bitboard.Board) bool {
	if t.near == nil {
		return false
	}
	if t.blocks {
		return t.near.Dilate(mine)&yours == 0
	}
	return t.near.Dilate(mine&^s.Mine)&yours == 0 && t.near.Dilate(yours&^s.Yours)&mine == 0
}
