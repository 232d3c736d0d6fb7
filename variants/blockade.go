package variants

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// blockade is the Two-Player Strategic Blockade Game: step your marker to a rook-adjacent empty
// cell, then block an empty cell rook-adjacent to the marker's new one. The cell just left is
// empty again, so it may be blocked.
//
//	position              State (X to move)
//	     0  1  2
//	 0   .  X  .          Free    # . #      Mine    . . .      Yours   . . .
//	 1  P1  . P2                  . # .              # . .              . . #
//	 2   .  .  .                  # # #              . . .              . . .
//
// Free is the cells that hold neither marker, block nor hole.
//
// A move is 4·step + block, each a direction: the step from the marker, and the block from the
// marker's new cell. Directions are numbered in the order of the cells they lead to, so moves
// come in the order of (new cell, blocked cell). Here "right, then up" is illegal (0,1 is
// blocked already) and "right, then left" blocks the cell just left.
type blockade struct{ grid *bitboard.Grid }

func blockadeGame() Definition {
	return Definition{
		ID: Blockade, Title: "GridLock: Two-Player Strategic Blockade", Rows: 7, Cols: 7, MinCols: 2,
		Names: RowColFrom0, Lower: LowerNone,
		Literature: "a restricted Isola (Isolation): rook steps, and the block touches the mover",
		Summary:    "step your marker, then block a cell beside it",
		Traits: Traits{
			Free: Cells, Mine: Marker, Yours: Marker, Step: RookStep, Symmetric: true, MaxDrop: 1, Blocks: true,
		},
		Rules:      func(g *bitboard.Grid) Rules { return blockade{g} },
		Start:      startBlockade,
		Place:      placeBlockade,
		Check:      checkBlockade,
		Render:     renderBlockade,
		MoveText:   func(p Position, m Move) string { return blockade{p.game.grid}.moveText(p, m) },
		ParseMove:  parseBlockade,
		Moves:      directions * directions,
		RefuseMove: func(p Position, m Move) error { return blockade{p.game.grid}.refuseMove(p, m) },
		ParseStep:  parseBlockadeStep,
		ImageMove:  imageOfTurn,
		Drawn:      drawnByTraits,
	}
}

const (
	up = iota
	left
	right
	down
	directions
)

// directionNames returns the names of the directions in the rule book's prompt.
func directionNames() [directions]string { return [directions]string{"up", "left", "right", "down"} }

// towards moves the cells of b one step in the direction.
func (r blockade) towards(direction Move, b Board) Board {
	switch direction {
	case up:
		return r.grid.Up(b)
	case left:
		return r.grid.Left(b)
	case right:
		return r.grid.Right(b)
	default:
		return r.grid.Down(b)
	}
}

func (r blockade) Legal(s State) MoveSet {
	open := s.Free | s.Mine // once the marker has stepped away
	return r.blocks(r.grid.Up(s.Mine)&s.Free, open)<<(4*up) |
		r.blocks(r.grid.Left(s.Mine)&s.Free, open)<<(4*left) |
		r.blocks(r.grid.Right(s.Mine)&s.Free, open)<<(4*right) |
		r.blocks(r.grid.Down(s.Mine)&s.Free, open)<<(4*down)
}

// blocks returns the directions in which an open cell lies beside the marker's new cell; none if
// there is no new cell.
func (r blockade) blocks(to, open Board) MoveSet {
	var set MoveSet
	if r.grid.Up(to)&open != 0 {
		set |= 1 << up
	}
	if r.grid.Left(to)&open != 0 {
		set |= 1 << left
	}
	if r.grid.Right(to)&open != 0 {
		set |= 1 << right
	}
	if r.grid.Down(to)&open != 0 {
		set |= 1 << down
	}
	return set
}

func (r blockade) Play(s State, m Move) State {
	to := r.towards(m/4, s.Mine)
	block := r.towards(m%4, to)
	return State{Free: (s.Free | s.Mine) &^ (to | block), Mine: s.Yours, Yours: to}
}

// startBlockade puts X at the left end and O at the right end of the middle row, the lower one
// of two.
func startBlockade(p Position) Position {
	grid := p.game.grid
	row := grid.Rows() / 2
	return p.Put(X, bitboard.Of(grid.Cell(row, 0))).Put(O, bitboard.Of(grid.Cell(row, grid.Cols()-1)))
}

func placeBlockade(p Position, m Move) Position {
	r := blockade{p.game.grid}
	to := r.towards(m/4, p.marks[p.side])
	return p.Lift(p.marks[p.side]).Put(p.side, to).Block(r.towards(m%4, to))
}

func checkBlockade(p Position) error {
	for _, player := range []Player{X, O} {
		switch marks := p.marks[player]; {
		case marks == 0:
			return fmt.Errorf("%v has no marker: each player has exactly one", player)
		case marks.Count() > 1:
			return fmt.Errorf("%v has %d markers, a second one at %s: each player has exactly one",
				player, marks.Count(), p.game.describe(marks.Rest().First()))
		}
	}
	return nil
}

// imageOfTurn maps both directions. The three steps of a symmetry, in their order: transposing
// exchanges up with left and down with right, mirroring the rows exchanges up with down, and a
// half turn both up with down and left with right.
func imageOfTurn(_ *bitboard.Grid, sym bitboard.Symmetry, m Move) Move {
	turned := func(d Move) Move {
		if sym&bitboard.Transpose != 0 {
			d = [directions]Move{left, up, down, right}[d]
		}
		if sym&bitboard.MirrorRows != 0 {
			d = [directions]Move{down, left, right, up}[d]
		}
		if sym&bitboard.HalfTurn != 0 {
			d = [directions]Move{down, right, left, up}[d]
		}
		return d
	}
	return 4*turned(m/4) + turned(m%4)
}

// renderBlockade draws coordinates on top and at the left, the markers as P1 and P2, and blocks
// and holes as X.
func renderBlockade(p Position, paint Paint) string {
	grid := p.game.grid
	var b strings.Builder
	b.WriteString("   ")
	for col := range grid.Cols() {
		fmt.Fprintf(&b, " %2d", col)
	}
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		if col == 0 {
			fmt.Fprintf(&b, "\n%2d ", row)
		}
		text := "."
		switch {
		case p.holes.Has(c):
			text = "X"
		case p.marks[X].Has(c):
			text = "P1"
		case p.marks[O].Has(c):
			text = "P2"
		}
		b.WriteString(" " + padded(2, c, text, paint))
	}
	return b.String()
}

// moveText writes a move as the marker's new cell @ the blocked one, and omits a cell that is
// off the board.
func (r blockade) moveText(p Position, m Move) string {
	to := r.towards(m/4, p.marks[p.side])
	block := r.towards(m%4, to)
	if block == 0 {
		return ""
	}
	return p.game.CellText(to.First()) + "@" + p.game.CellText(block.First())
}

// refuseMove returns why a move is not legal.
func (r blockade) refuseMove(p Position, m Move) *MoveError {
	step, block := m/4, m%4
	to := r.towards(step, p.marks[p.side])
	if to == 0 {
		return r.leaves(p, step, p.marks[p.side])
	}
	if err := r.refuseStep(p, to.First()); err != nil {
		return err
	}
	blocked := r.towards(block, to)
	if blocked == 0 {
		return r.leaves(p, block, to)
	}
	return r.refuseBlock(p, to.First(), blocked.First())
}

// leaves returns the refusal of a direction that leads off the board.
func (r blockade) leaves(p Position, direction Move, from Board) *MoveError {
	return refusal(OffBoard, "%s from %s leaves the board", directionNames()[direction], p.game.describe(from.First()))
}

// parseBlockade reads "row,col@row,col", or a direction in place of the first cell.
func parseBlockade(p Position, text string) (Move, error) {
	r := blockade{p.game.grid}
	toText, blockText, found := strings.Cut(text, "@")
	if !found {
		return 0, refusal(Unreadable, `not a move: write where the marker goes @ what is blocked, as in "3,1@2,1"`)
	}
	step, to, err := r.parseStep(p, toText)
	if err != nil {
		return 0, err
	}
	block, err := r.parseBlock(p, to, blockText)
	if err != nil {
		return 0, err
	}
	return 4*step + block, nil
}

// parseBlockadeStep reads the first half of a move.
func parseBlockadeStep(p Position, text string) (cell int, err error) {
	_, to, refused := blockade{p.game.grid}.parseStep(p, text)
	if refused != nil {
		return 0, refused
	}
	return to, nil
}

// parseStep reads the first half of a move, a cell or a direction.
func (r blockade) parseStep(p Position, text string) (step Move, to int, err *MoveError) {
	from := p.marks[p.side]
	for d, name := range directionNames() {
		if strings.EqualFold(strings.TrimSpace(text), name) {
			target := r.towards(Move(d), from)
			if target == 0 {
				return 0, 0, r.leaves(p, Move(d), from)
			}
			return Move(d), target.First(), r.refuseStep(p, target.First())
		}
	}
	to, err = p.game.parseCell(text)
	if err != nil && err.Reason == Unreadable {
		err = refusal(Unreadable, "%s is neither a direction (up, down, left, right) nor a cell such as 2,3",
			quoted(strings.TrimSpace(text)))
	}
	if err != nil {
		return 0, 0, err
	}
	if err := r.refuseStep(p, to); err != nil {
		return 0, 0, err
	}
	return r.direction(from.First(), to), to, nil
}

// refuseStep returns why the mover's marker cannot step to the cell, or nil.
func (r blockade) refuseStep(p Position, to int) *MoveError {
	from := p.marks[p.side].First()
	switch {
	case p.holes.Has(to):
		return refusal(Occupied, "%s is blocked", p.game.describe(to))
	case p.live.Has(to) && to != from:
		return refusal(Occupied, "%s holds the opponent's marker", p.game.describe(to))
	case !r.grid.RookAt(from).Has(to):
		return refusal(NotAdjacent, "%s does not share a side with the marker's cell, %s",
			p.game.describe(to), p.game.describe(from))
	}
	return nil
}

// parseBlock reads the second half of a move whose marker goes to cell to.
func (r blockade) parseBlock(p Position, to int, text string) (Move, *MoveError) {
	block, err := p.game.parseCell(text)
	if err == nil {
		err = r.refuseBlock(p, to, block)
	}
	if err != nil {
		return 0, err
	}
	return r.direction(to, block), nil
}

// refuseBlock returns why a cell cannot be blocked by a marker that goes to cell to, or nil.
func (r blockade) refuseBlock(p Position, to, block int) *MoveError {
	switch {
	case block == to:
		return refusal(Occupied, "block at %s: the marker itself has gone there", p.game.describe(block))
	case !r.grid.RookAt(to).Has(block):
		return refusal(NotAdjacent, "block at %s: it does not share a side with the marker's new cell, %s",
			p.game.describe(block), p.game.describe(to))
	case p.holes.Has(block):
		return refusal(Occupied, "block at %s: it is blocked already", p.game.describe(block))
	case p.marks[p.side.Opponent()].Has(block):
		return refusal(Occupied, "block at %s: it holds the opponent's marker", p.game.describe(block))
	}
	return nil
}

// direction returns the direction from a cell to a rook-adjacent one.
func (r blockade) direction(from, to int) Move {
	d := Move(0)
	for r.towards(d, bitboard.Of(from)) != bitboard.Of(to) {
		d++
	}
	return d
}
