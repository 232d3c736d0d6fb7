package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Lasting reports whether a player of a state, the mover or else the opponent, surely takes that many
// turns, whatever the other one does. If it does not report so, nothing is known.
type Lasting func(s variants.State, mover bool, turns int) bool

// marksLast is Lasting where each player puts marks on cells of their own, which close the cells near
// them to the same player.
func (v *plyBounds) marksLast(s variants.State, mover bool, turns int) bool {
	if !mover {
		s.Mine, s.Yours = s.Yours, s.Mine
	}
	alone, both := v.spread(s.Mine, s.Yours)
	if mover {
		both++
	}
	return alone+both/2 >= turns
}

// spread counts a set of cells of mine none of which is near another one: those that are not cells of
// yours, and those that are.
func (v *plyBounds) spread(mine, yours bitboard.Board) (alone, both int) {
	near, left := v.near.Both(), mine
	for own := left &^ yours; own != 0; own &= left {
		left &^= near.Dilate(own & -own)
		alone++
	}
	for ; left != 0; both++ {
		left &^= near.Dilate(left & -left)
	}
	return alone, both
}

// stonesLast is Lasting where marks close the cells near them to both. It counts a set of cells of which
// a mark takes one at most: no cell is near two of them, or near one and in the set.
func (v *plyBounds) stonesLast(s variants.State, mover bool, turns int) bool {
	near, plies := v.near.Both(), 0
	for left := s.Free; left != 0; plies++ {
		left &^= near.Dilate(near.Dilate(left&-left) & s.Free)
	}
	if mover {
		plies++
	}
	return plies/2 >= turns
}
