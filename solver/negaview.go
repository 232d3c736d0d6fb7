package solver

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// negaView says how negamax sees the positions of a game: without what cannot matter
// any more, and all images of a position alike. It is immutable.
type negaView struct {
	game       *variants.Game
	grid       *bitboard.Grid
	symmetries []bitboard.Symmetry
	pack       packing
	bare       bool // see positions as they are
	foldable   int  // cells that must be left for images to be seen alike

	territory territory
	markers   bool // two of them

	evenRows, evenCols, firstRow, firstCol bitboard.Board
	dark                                   bitboard.Board // one colour, as on a chessboard
}

// foldableSet is foldable in games without two markers. On the larger boards images
// hardly ever meet when fewer cells are left, and in games with markers sooner.
const foldableSet = 10

func newNegaView(game *variants.Game, bare bool) *negaView {
	v := &negaView{game: game, grid: game.Grid(), territory: newTerritory(game), pack: packingFor(game), bare: bare, symmetries: game.Grid().Symmetries()}
	for c := range v.grid.Size() {
		row, col := v.grid.RowCol(c)
		v.evenRows |= only(row%2 == 0, c)
		v.evenCols |= only(col%2 == 0, c)
		v.firstRow |= only(row == 0, c)
		v.firstCol |= only(col == 0, c)
		v.dark |= only((row+col)%2 == 0, c)
	}
	v.foldable = foldableSet
	switch game.Variant().ID {
	case variants.Lockdown:
		v.markers, v.foldable = true, 2*v.grid.Size()/3
	case variants.Blockade:
		v.markers, v.foldable = true, 2*v.grid.Size()/3
	}
	return v
}

// only returns the set of cell c if the condition holds, else the empty set.
func only(holds bool, c int) bitboard.Board {
	if !holds {
		return 0
	}
	return bitboard.Of(c)
}

// seen is a position as negamax sees it.
type seen struct {
	state variants.State
	most  int  // plies until the game is over, at most
	apart bool // the markers can never meet
}

// see returns how a state is seen.
func (v *negaView) see(s variants.State) seen {
	if v.bare {
		return seen{state: s, most: (s.Free | s.Mine | s.Yours).Count()}
	}
	n := v.alive(s)
	if n.state.Free.Count()+(n.state.Mine|n.state.Yours).Count() >= v.foldable {
		n.state = v.fold(n.state)
	}
	return n
}

// alive takes away the cells that nobody can ever play to, and finds out how long
// the game can last: every ply takes a cell, and players take turns.
func (v *negaView) alive(s variants.State) seen {
	switch v.game.Variant().ID {
	case variants.Classic:
		return v.aliveClassic(s)
	case variants.Duel:
		mine, yours := v.stones(s.Mine), v.stones(s.Yours)
		return seen{state: s, most: min(turns(mine, yours), (s.Mine | s.Yours).Count())}
	case variants.Lockdown:
		return v.aliveLockdown(s)
	case variants.Claim:
		return seen{state: s, most: v.stones(s.Free)}
	}
	return v.aliveBlockade(s)
}

// turns returns how many plies there are at most when the mover can take so many
// turns and the opponent so many.
func turns(mine, yours int) int { return min(2*mine, 2*yours+1) }

// stones bounds the number of cells of a set no two of which touch: a 2×2 block has
// one of them at most. There are four ways to tile the board with blocks, those at
// the edge cut off; the best one counts.
func (v *negaView) stones(set bitboard.Board) int {
	wide := set | v.grid.Left(set)
	even := wide & v.evenCols
	odd := wide&^v.evenCols | set&v.firstCol
	return min(v.stacked(even), v.stacked(odd))
}

// stacked counts the blocks that a set of 1×2 blocks, each given by its left cell,
// lies in.
func (v *negaView) stacked(set bitboard.Board) int {
	tall := set | v.grid.Up(set)
	return min((tall & v.evenRows).Count(), (tall&^v.evenRows | set&v.firstRow).Count())
}

func (v *negaView) aliveClassic(s variants.State) seen {
	if s.Yours == 0 {
		return seen{state: s, most: s.Free.Count()}
	}
	at := s.Yours.First()
	s.Free = v.grid.FloodRook(v.grid.RookAt(at), s.Free)
	first, second := (s.Free & v.dark).Count(), (s.Free &^ v.dark).Count()
	if v.dark.Has(at) {
		first, second = second, first
	}
	return seen{state: s, most: turns(first, second)}
}

func (v *negaView) aliveLockdown(s variants.State) seen {
	if s.Mine == 0 || s.Yours == 0 {
		return seen{state: s, most: s.Free.Count()}
	}
	mine := v.grid.FloodKing(v.grid.KingAt(s.Mine.First()), s.Free)
	yours := v.grid.FloodKing(v.grid.KingAt(s.Yours.First()), s.Free)
	s.Free = mine | yours
	return seen{s, min(turns(mine.Count(), yours.Count()), s.Free.Count()), mine&yours == 0}
}

func (v *negaView) aliveBlockade(s variants.State) seen {
	open := s.Free | s.Mine | s.Yours
	mine := v.grid.FloodRook(s.Mine, open)
	if mine&s.Yours != 0 {
		s.Free &= mine
		return seen{state: s, most: s.Free.Count()}
	}
	yours := v.grid.FloodRook(s.Yours, open)
	s.Free &= mine | yours
	return seen{s, turns(mine.Count()-1, yours.Count()-1), true}
}

// fold returns the image of a state that has the least key.
func (v *negaView) fold(s variants.State) variants.State {
	least, leastKey := s, v.pack.exact(s)
	for _, sym := range v.symmetries[1:] {
		image := s.Image(v.grid, sym)
		if k := v.pack.exact(image); k.a < leastKey.a || k.a == leastKey.a && k.b < leastKey.b {
			least, leastKey = image, k
		}
	}
	return least
}

// prospects says how well the player to move in n seems to stand: by the number of
// moves, and with markers, by the cells reached first. On blockade 7×7, a move that
// counts for as much as a cell took 1.23 M nodes for the outcome, for two 1.08 M.
func (v *negaView) prospects(n *negaNode) int {
	switch {
	case !v.markers:
		return n.legal.Count() << 16
	case n.state.Mine == 0 || n.state.Yours == 0:
		return n.legal.Count() << 7
	}
	return n.legal.Count()<<8 + v.territory.lead(n.state)<<7
}
