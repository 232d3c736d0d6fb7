package variants

import "gridlock/bitboard"

// Board is a set of cells.
type Board = bitboard.Board

// Move is a legal move of a position, a number from 0 to 63.
//
// In classic, duel, lockdown and claim it is the cell that is played to. In blockade it is
// 4·step + block, two directions, each 0 up, 1 left, 2 right or 3 down: the step from the
// marker, and the block from the marker's new cell. In every game the order of the numbers is
// the order of the cells, in blockade of the pairs (new cell, blocked cell).
type Move uint8

// MoveSet is a set of moves: move m is in it if bit m is set. If moves are cells, a set of moves
// is a set of cells.
type MoveSet = bitboard.Board

// State is a position as a search needs it: from the mover's side, and without cells and marks that no longer matter.
// Two positions of one game with the same State have the same future. States are comparable, so they can be map keys.
//
// The fields hold these sets; fields that a game does not use are zero, see [Traits]:
//
//	          Free                      Mine                     Yours
//	classic   empty cells               –                        the last placed marker
//	duel      –                         cells the mover may      cells the opponent may
//	                                    still take               still take
//	lockdown  cells never occupied      the mover's marker       the opponent's marker
//	claim     cells that can be claimed –                        –
//	blockade  cells without marker,     the mover's marker       the opponent's marker
//	          block or hole
//
// A marker is a set of one cell, or the empty set before it is placed.
type State struct {
	Free, Mine, Yours Board
}

// Image returns the state rearranged by a symmetry of the grid.
func (s State) Image(g *bitboard.Grid, sym bitboard.Symmetry) State {
	return State{g.Image(sym, s.Free), g.Image(sym, s.Mine), g.Image(sym, s.Yours)}
}

// Rules is one game on one grid. Values go in and values come out; nothing allocates, and a
// Rules is safe for concurrent use.
type Rules interface {
	// Legal returns the legal moves of the mover. If there is none the game is over and the
	// mover has lost.
	Legal(s State) MoveSet

	// Play returns the state after move m, seen by the other player, who is to move there. The
	// move must be legal.
	Play(s State, m Move) State
}

// cell returns the set of the one cell that a placing move plays to.
func (m Move) cell() Board { return bitboard.Of(int(m)) }
