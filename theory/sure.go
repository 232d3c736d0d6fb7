package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Sure decides positions by cells that the opponent can never close. It is for games in which marks close cells to the
// opponent. It finds who wins, but no distances. It is immutable and safe for concurrent use.
type Sure struct {
	near *bitboard.Near
}

// Without removes sure cells from a state in pairs, the lowest of each player, until one player has none left. The two
// cells of a pair cancel, so who wins stays the same. A cell is sure if it is open to one player only, and no cell that
// is open to the other player is near it or has it near. It is worth exactly one move.
func (r *Sure) Without(s variants.State) variants.State {
	both := r.near.Both()
	mine, yours := s.Mine&^both.Dilate(s.Yours), s.Yours&^both.Dilate(s.Mine)
	for ; mine != 0 && yours != 0; mine, yours = mine.Rest(), yours.Rest() {
		s.Mine, s.Yours = s.Mine&^(mine&-mine), s.Yours&^(yours&-yours)
	}
	return s
}

// Moves returns the moves that no other move dominates. If any move wins, one of these does. A move to c is at least as
// good as a move to d if it closes every cell of the opponent that is d, is near d, or has d near it: then d is sure.
// Of equally good moves the lowest remains.
func (r *Sure) Moves(s variants.State) (moves variants.MoveSet) {
	var closes, concerns [bitboard.MaxCells]bitboard.Board // cells of the opponent, for each move
	back := r.near.Back()
	for c := range s.Mine.Cells() {
		closes[c] = s.Yours & r.near.At(c).With(c)
		concerns[c] = closes[c] | s.Yours&back.At(c)
	}
	for d := range s.Mine.Cells() {
		others := s.Mine.Without(d)
		if y := concerns[d]; y != 0 { // a move that dominates d closes the first of these cells
			others &= back.At(y.First()).With(y.First())
		}
		dominated := false
		for ; others != 0 && !dominated; others = others.Rest() {
			c := others.First()
			dominated = concerns[d]&^closes[c] == 0 && (c < d || concerns[c]&^closes[d] != 0)
		}
		if !dominated {
			moves = moves.With(d)
		}
	}
	return moves
}

// nearlyDecided is the greatest number of cells that a player may lack, by [Sure.Lacks], to look one or two plies
// ahead.
const nearlyDecided = 6

// Decide reports whether the mover wins, if a count of the cells that the opponent can never close tells it now or at
// most two plies ahead.
func (r *Sure) Decide(s variants.State) Answer {
	switch lack, lacks := r.Lacks(s); {
	case lack < 0:
		return Yes
	case lacks <= 0:
		return No
	case lack <= nearlyDecided && r.wins(s):
		return Yes
	case lacks <= nearlyDecided && r.loses(s):
		return No
	}
	return Open
}

// Lacks returns, for each player, the number of the other's cells minus the number of the player's cells that can never
// be closed. The less it is, the more likely the player wins.
func (r *Sure) Lacks(s variants.State) (mover, opponent int) {
	return s.Yours.Count() - r.kept(s.Mine, s.Yours), s.Mine.Count() - r.kept(s.Yours, s.Mine)
}

// kept counts the cells in mine, of one player, that the other player can never close or take.
func (r *Sure) kept(mine, yours bitboard.Board) int {
	return (mine &^ r.near.Dilate(yours)).Count()
}

// after returns the cells of the mover and of the opponent after a move.
func (r *Sure) after(s variants.State, c int) (mine, yours bitboard.Board) {
	return s.Mine.Without(c), s.Yours &^ r.near.At(c).With(c)
}

// wins reports whether, after some move, the mover has at least as many kept cells as the opponent has cells.
func (r *Sure) wins(s variants.State) bool {
	for c := range s.Mine.Cells() {
		if mine, yours := r.after(s, c); r.kept(mine, yours) >= yours.Count() {
			return true
		}
	}
	return false
}

// loses reports whether the opponent wins after each move, as far as wins tells.
func (r *Sure) loses(s variants.State) bool {
	for c := range s.Mine.Cells() {
		if mine, yours := r.after(s, c); !r.wins(variants.State{Mine: yours, Yours: mine}) {
			return false
		}
	}
	return true
}
