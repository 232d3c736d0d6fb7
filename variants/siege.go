package variants

import (
	"cmp"
	"slices"
	"strings"

	"gridlock/bitboard"
)

// rookSiege is the rules of games like blockade, in which each player steps a marker like a rook on the plane, then
// blocks a cell near its new one. Free is the cells without marker, block or hole.
//
// A move is 4·step + block, each a direction: the step from the marker, and the block from the marker's new cell.
// Directions are numbered in the order of the cells that they lead to, so moves are ordered by new cell, then by
// blocked cell.
type rookSiege struct{ grid *bitboard.Grid }

const (
	up = iota
	left
	right
	down
)

// towards moves the cells of b one step in the direction.
func (r rookSiege) towards(direction Move, b Board) Board {
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

func (r rookSiege) Legal(s State) MoveSet {
	open := s.Free | s.Mine // once the marker has stepped away
	return r.blocks(r.grid.Up(s.Mine)&s.Free, open)<<(4*up) |
		r.blocks(r.grid.Left(s.Mine)&s.Free, open)<<(4*left) |
		r.blocks(r.grid.Right(s.Mine)&s.Free, open)<<(4*right) |
		r.blocks(r.grid.Down(s.Mine)&s.Free, open)<<(4*down)
}

// blocks returns the directions in which an open cell lies beside the marker's new cell; none if to is empty.
func (r rookSiege) blocks(to, open Board) MoveSet {
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

func (r rookSiege) Play(s State, m Move) State {
	to := r.towards(m/4, s.Mine)
	block := r.towards(m%4, to)
	return State{Free: (s.Free | s.Mine) &^ (to | block), Mine: s.Yours, Yours: to}
}

// siege is the rules of games with blocks on any neighbourhood, and the notation of their moves. A move is count·step +
// block, each a direction. A direction is the index of an offset, in ascending order of the offsets that differ on the
// board. In a graph it is the index of a cell among the neighbours of another, and count is 8.
//
// Where both apply it gives the same rules as [rookSiege], but is slower.
type siege struct {
	grid    *bitboard.Grid
	near    *bitboard.Near
	wrap    bitboard.Wrap
	beside  string                                         // as [Family.beside]
	offsets []bitboard.Offset                              // the offset of each direction; none in a graph
	count   Move                                           // the number of directions, at most 8
	to      [bitboard.MaxCells][mostBlocks]Board           // for each cell and direction: the cell there, if any
	parts   [bitboard.MaxCells]struct{ step, block uint8 } // by move
	images  [8][mostBlocks]Move                            // for each symmetry: the image of each direction

	symmetries []bitboard.Symmetry // the symmetries that take directions to directions
}

// newSiege returns the directions of a game with blocks.
func (f Family) newSiege(g *bitboard.Grid, near *bitboard.Near, symmetries []bitboard.Symmetry) *siege {
	s := &siege{grid: g, near: near, wrap: f.Wrap, beside: f.beside(), count: mostBlocks}
	if f.Near == ByGraph {
		for c := range g.Size() {
			d := 0
			for to := range near.At(c).Cells() {
				s.to[c][d] = bitboard.Of(to)
				d++
			}
		}
	} else {
		s.byOffsets(f.Around())
	}
	for m := range s.parts[:s.count*s.count] {
		s.parts[m].step, s.parts[m].block = uint8(Move(m)/s.count), uint8(Move(m)%s.count)
	}
	for _, sym := range symmetries {
		if s.setImages(sym) {
			s.symmetries = append(s.symmetries, sym)
		}
	}
	return s
}

// byOffsets makes directions of the offsets that differ on the board, in ascending order, without an offset that leads
// nowhere.
func (s *siege) byOffsets(offsets []bitboard.Offset) {
	for _, o := range offsets {
		if o = s.grid.Reduce(o, s.wrap); o != (bitboard.Offset{}) {
			s.offsets = append(s.offsets, o)
		}
	}
	slices.SortFunc(s.offsets, compareOffsets)
	s.offsets = slices.Compact(s.offsets)
	s.count = Move(len(s.offsets))
	for d, o := range s.offsets {
		for c := range s.grid.Size() {
			if to, ok := s.grid.Move(c, o, s.wrap); ok {
				s.to[c][d] = bitboard.Of(to)
			}
		}
	}
}

// compareOffsets orders offsets by their rows and then columns.
func compareOffsets(a, b bitboard.Offset) int {
	return cmp.Or(cmp.Compare(a.Rows, b.Rows), cmp.Compare(a.Cols, b.Cols))
}

// setImages sets the images of the directions by a symmetry that keeps the neighbourhood. A direction that leads off
// the board from every cell stays unchanged. It reports whether each direction has only one image. On small boards with
// joined edges two directions can lead to the same cell.
func (s *siege) setImages(sym bitboard.Symmetry) bool {
	for d := range s.count {
		const unknown = mostBlocks
		image := Move(unknown)
		for c := range s.grid.Size() {
			to := s.to[c][d]
			if to == 0 {
				continue
			}
			at := s.direction(s.grid.Image(sym, bitboard.Of(c)).First(), s.grid.Image(sym, to).First())
			if image != unknown && at != image {
				return false
			}
			image = at
		}
		if image == unknown {
			image = d
		}
		s.images[sym][d] = image
	}
	return true
}

// image returns the image of a move.
func (s *siege) image(sym bitboard.Symmetry, m Move) Move {
	return s.count*s.images[sym][m/s.count] + s.images[sym][m%s.count]
}

// towards moves a cell, or none, in the direction.
func (s *siege) towards(direction Move, cell Board) Board {
	if cell == 0 {
		return 0
	}
	return s.around(cell)[direction%mostBlocks]
}

// around returns the cells around a cell, by direction.
func (s *siege) around(cell Board) *[mostBlocks]Board {
	return &s.to[uint(cell.First())%bitboard.MaxCells]
}

func (s *siege) Legal(state State) (set MoveSet) {
	if state.Mine == 0 {
		return 0
	}
	open := state.Free | state.Mine // once the marker has stepped away
	first := MoveSet(1)             // the first of the moves in a direction
	for _, to := range s.around(state.Mine)[:s.count] {
		if to &= state.Free; to != 0 {
			move := first
			for _, block := range s.around(to)[:s.count] {
				if block&open != 0 {
					set |= move
				}
				move <<= 1
			}
		}
		first <<= s.count
	}
	return set
}

func (s *siege) Play(state State, m Move) State {
	parts := s.parts[m%bitboard.MaxCells]
	to := s.towards(Move(parts.step), state.Mine)
	block := s.towards(Move(parts.block), to)
	return State{Free: (state.Free | state.Mine) &^ (to | block), Mine: state.Yours, Yours: to}
}

// defineSiege sets what all games of [Walk] with blocks have in common.
func (d *Definition) defineSiege() {
	d.Lower, d.Moves = LowerNone, bitboard.MaxCells
	d.Place = func(p Position, m Move) Position { return p.game.siege.place(p, m) }
	d.MoveText = func(p Position, m Move) string { return p.game.siege.moveText(p, m) }
	d.ParseMove = func(p Position, text string) (Move, error) { return p.game.siege.parse(p, text) }
	d.ParseStep = func(p Position, text string) (int, error) { return p.game.siege.parseCell(p, text) }
	d.RefuseMove = func(p Position, m Move) error { return p.game.siege.refuseMove(p, m) }
}

// cells returns the cell that the marker goes to and the cell that it blocks; a cell off the board is 0.
func (s *siege) cells(p Position, m Move) (to, block Board) {
	to = s.towards(m/s.count, p.marks[p.side])
	return to, s.towards(m%s.count, to)
}

func (s *siege) place(p Position, m Move) Position {
	to, block := s.cells(p, m)
	return p.Lift(p.marks[p.side]).Put(p.side, to).Block(block)
}

// moveText writes a move as the marker's new cell @ the blocked one, and omits a cell that is
// off the board.
func (s *siege) moveText(p Position, m Move) string {
	to, block := s.cells(p, m)
	if block == 0 {
		return ""
	}
	return p.game.CellText(to.First()) + "@" + p.game.CellText(block.First())
}

// refuseMove returns why a move is not legal.
func (s *siege) refuseMove(p Position, m Move) *MoveError {
	to, block := s.cells(p, m)
	if to == 0 {
		return s.leaves(p, m/s.count, p.marks[p.side])
	}
	if err := s.refuseStep(p, to.First()); err != nil {
		return err
	}
	if block == 0 {
		return s.leaves(p, m%s.count, to)
	}
	return s.refuseBlock(p, to.First(), block.First())
}

// leaves refuses a direction that leads off the board.
func (s *siege) leaves(p Position, direction Move, from Board) *MoveError {
	name := "that direction"
	for _, word := range directions {
		if d, ok := s.named(word.name); ok && d == direction {
			name = word.name
			break
		}
	}
	return refusal(OffBoard, "%s from %s leaves the board", name, p.game.describe(from.First()))
}

// directions are the directions in the rule book's prompt.
var directions = []direction{{"up", bitboard.Offset{Rows: -1}}, {"left", bitboard.Offset{Cols: -1}},
	{"right", bitboard.Offset{Cols: 1}}, {"down", bitboard.Offset{Rows: 1}}}

type direction struct {
	name   string
	offset bitboard.Offset
}

// named returns the direction with a name or its first letter; ok is false if there is none.
func (s *siege) named(name string) (d Move, ok bool) {
	for _, word := range directions {
		if strings.EqualFold(word.name, name) || strings.EqualFold(word.name[:1], name) {
			i := slices.Index(s.offsets, s.grid.Reduce(word.offset, s.wrap))
			return Move(max(0, i)), i >= 0
		}
	}
	return 0, false
}

// parse reads "row,col@row,col", or a direction in place of the first cell.
func (s *siege) parse(p Position, text string) (Move, error) {
	toText, blockText, found := strings.Cut(text, "@")
	if !found {
		return 0, refusal(Unreadable, "not a move: write where the marker goes @ what is blocked, as in %q", p.game.CellText(0)+"@"+p.game.CellText(1))
	}
	step, to, err := s.parseStep(p, toText)
	if err != nil {
		return 0, err
	}
	block, err := s.parseBlock(p, to, blockText)
	if err != nil {
		return 0, err
	}
	return s.count*step + block, nil
}

// parseCell reads the first half of a move.
func (s *siege) parseCell(p Position, text string) (cell int, err error) {
	_, to, refused := s.parseStep(p, text)
	if refused != nil {
		return 0, refused
	}
	return to, nil
}

// parseStep reads the first half of a move, a cell or a direction.
func (s *siege) parseStep(p Position, text string) (step Move, to int, err *MoveError) {
	from := p.marks[p.side]
	if d, ok := s.named(strings.TrimSpace(text)); ok {
		target := s.towards(d, from)
		if target == 0 {
			return 0, 0, s.leaves(p, d, from)
		}
		return d, target.First(), s.refuseStep(p, target.First())
	}
	to, err = p.game.parseCell(text)
	if err != nil && err.Reason == Unreadable {
		err = refusal(Unreadable, "%s is neither a direction (up, down, left, right) nor a cell such as 2,3",
			quoted(strings.TrimSpace(text)))
	}
	if err != nil {
		return 0, 0, err
	}
	if err := s.refuseStep(p, to); err != nil {
		return 0, 0, err
	}
	return s.direction(from.First(), to), to, nil
}

// refuseStep returns why the mover's marker cannot step to the cell, or nil.
func (s *siege) refuseStep(p Position, to int) *MoveError {
	from := p.marks[p.side].First()
	switch {
	case p.holes.Has(to):
		return refusal(Occupied, "%s is blocked", p.game.describe(to))
	case p.live.Has(to) && to != from:
		return refusal(Occupied, "%s holds the opponent's marker", p.game.describe(to))
	case !s.near.At(from).Has(to):
		return refusal(NotAdjacent, "%s does not %s the marker's cell, %s",
			p.game.describe(to), s.beside, p.game.describe(from))
	}
	return nil
}

// parseBlock reads the second half of a move whose marker goes to cell to.
func (s *siege) parseBlock(p Position, to int, text string) (Move, *MoveError) {
	block, err := p.game.parseCell(text)
	if err == nil {
		err = s.refuseBlock(p, to, block)
	}
	if err != nil {
		return 0, err
	}
	return s.direction(to, block), nil
}

// refuseBlock returns why a cell cannot be blocked by a marker that goes to cell to, or nil.
func (s *siege) refuseBlock(p Position, to, block int) *MoveError {
	switch {
	case block == to:
		return refusal(Occupied, "block at %s: the marker itself has gone there", p.game.describe(block))
	case !s.near.At(to).Has(block):
		return refusal(NotAdjacent, "block at %s: it does not %s the marker's new cell, %s",
			p.game.describe(block), s.beside, p.game.describe(to))
	case p.holes.Has(block):
		return refusal(Occupied, "block at %s: it is blocked already", p.game.describe(block))
	case p.marks[p.side.Opponent()].Has(block):
		return refusal(Occupied, "block at %s: it holds the opponent's marker", p.game.describe(block))
	}
	return nil
}

// Turn returns the move that steps from one cell to a cell near it, and blocks a cell near the new cell, in a game with
// blocks.
func (g *Game) Turn(from, to, block int) Move {
	return g.siege.count*g.siege.direction(from, to) + g.siege.direction(to, block)
}

// direction returns the direction from a cell to one near it.
func (s *siege) direction(from, to int) Move {
	d := Move(0)
	for s.to[from][d] != bitboard.Of(to) {
		d++
	}
	return d
}
