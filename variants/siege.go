package variants

import (
	"strings"

	"gridlock/bitboard"
)

// siege is the rules of games in which each player steps a marker like a rook, then blocks a cell near
// its new one: blockade. Free is the cells that hold neither marker, block nor hole.
//
// A move is 4·step + block, each a direction: the step from the marker, and the block from the
// marker's new cell. Directions are numbered in the order of the cells they lead to, so moves
// come in the order of (new cell, blocked cell).
type siege struct{ grid *bitboard.Grid }

// defineSiege sets what is alike in all games of [Walk] with blocks.
func (d *Definition) defineSiege() {
	d.Lower, d.Moves = LowerNone, directions*directions
	d.Place = placeSiege
	d.MoveText = func(p Position, m Move) string { return siege{p.game.grid}.moveText(p, m) }
	d.ParseMove, d.ParseStep = parseSiege, parseSiegeStep
	d.RefuseMove = func(p Position, m Move) error { return siege{p.game.grid}.refuseMove(p, m) }
	d.ImageMove = imageOfTurn
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
func (r siege) towards(direction Move, b Board) Board {
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

func (r siege) Legal(s State) MoveSet {
	open := s.Free | s.Mine // once the marker has stepped away
	return r.blocks(r.grid.Up(s.Mine)&s.Free, open)<<(4*up) |
		r.blocks(r.grid.Left(s.Mine)&s.Free, open)<<(4*left) |
		r.blocks(r.grid.Right(s.Mine)&s.Free, open)<<(4*right) |
		r.blocks(r.grid.Down(s.Mine)&s.Free, open)<<(4*down)
}

// blocks returns the directions in which an open cell lies beside the marker's new cell; none if
// there is no new cell.
func (r siege) blocks(to, open Board) MoveSet {
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

func (r siege) Play(s State, m Move) State {
	to := r.towards(m/4, s.Mine)
	block := r.towards(m%4, to)
	return State{Free: (s.Free | s.Mine) &^ (to | block), Mine: s.Yours, Yours: to}
}

func placeSiege(p Position, m Move) Position {
	r := siege{p.game.grid}
	to := r.towards(m/4, p.marks[p.side])
	return p.Lift(p.marks[p.side]).Put(p.side, to).Block(r.towards(m%4, to))
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

// moveText writes a move as the marker's new cell @ the blocked one, and omits a cell that is
// off the board.
func (r siege) moveText(p Position, m Move) string {
	to := r.towards(m/4, p.marks[p.side])
	block := r.towards(m%4, to)
	if block == 0 {
		return ""
	}
	return p.game.CellText(to.First()) + "@" + p.game.CellText(block.First())
}

// refuseMove returns why a move is not legal.
func (r siege) refuseMove(p Position, m Move) *MoveError {
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
func (r siege) leaves(p Position, direction Move, from Board) *MoveError {
	return refusal(OffBoard, "%s from %s leaves the board", directionNames()[direction], p.game.describe(from.First()))
}

// parseSiege reads "row,col@row,col", or a direction in place of the first cell.
func parseSiege(p Position, text string) (Move, error) {
	r := siege{p.game.grid}
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

// parseSiegeStep reads the first half of a move.
func parseSiegeStep(p Position, text string) (cell int, err error) {
	_, to, refused := siege{p.game.grid}.parseStep(p, text)
	if refused != nil {
		return 0, refused
	}
	return to, nil
}

// parseStep reads the first half of a move, a cell or a direction.
func (r siege) parseStep(p Position, text string) (step Move, to int, err *MoveError) {
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
func (r siege) refuseStep(p Position, to int) *MoveError {
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
func (r siege) parseBlock(p Position, to int, text string) (Move, *MoveError) {
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
func (r siege) refuseBlock(p Position, to, block int) *MoveError {
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
func (r siege) direction(from, to int) Move {
	d := Move(0)
	for r.towards(d, bitboard.Of(from)) != bitboard.Of(to) {
		d++
	}
	return d
}
