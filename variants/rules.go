package variants

import "gridlock/bitboard"

// Board is a set of cells.
type Board = bitboard.Board

// Move is a legal move of a position, a number from 0 to 63. In classic, duel,
// lockdown and claim it is the cell that is played to. In blockade it is a pair
// of directions, see blockade.go. In every game the order of the numbers is the
// order of the cells.
type Move uint8

// MoveSet is a set of moves: move m is in it when bit m is set. Where moves are
// cells, the set of moves is the set of cells.
type MoveSet = bitboard.Board

// State is a position as a search needs it: from the mover's side, and nothing
// that cannot matter any more. Two positions with the same State have the same
// future. Each game says what it keeps in which field; fields it does not use
// are zero. States are comparable, so they serve as map keys.
type State struct {
	Free  Board // cells that can still be occupied
	Mine  Board // the mover's side
	Yours Board // the opponent's side
}

// Image returns the state rearranged by a symmetry of the grid.
func (s State) Image(g *bitboard.Grid, sym bitboard.Symmetry) State {
	return State{g.Image(sym, s.Free), g.Image(sym, s.Mine), g.Image(sym, s.Yours)}
}

// Rules is one game on one grid. Values go in and values come out; nothing
// allocates, and a Rules may be used by any number of goroutines.
type Rules interface {
	// Legal returns the moves the mover has. When there is none the game is
	// over and the mover has lost.
	Legal(s State) MoveSet

	// Play returns the position after move m, seen by the other player, who is
	// to move there. It must be given one of the legal moves.
	Play(s State, m Move) State
}

// cell returns the set of the one cell that a placing move plays to.
func (m Move) cell() Board { return bitboard.Of(int(m)) }
