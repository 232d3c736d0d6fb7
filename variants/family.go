package variants

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"gridlock/bitboard"
)

// Family is the rules of a game as a value: a kind of move, a neighbourhood, and what a move closes. Each of the five
// games is a Family, and [Definition].Family makes a game of any other Family. It selects the compiled rules for
// searches once for each board; nothing is interpreted.
//
//	          Kind    Near  Close            in the literature
//	classic   Follow  Rook                   undirected vertex geography
//	duel      Place   King  Own              Col
//	lockdown  Walk    King                   partizan vertex geography, Tron
//	claim     Place   King  All              Node Kayles
//	blockade  Walk    Rook  Block, from Ends Isola
//	          Place   Rook  Other            Snort
//
// The zero value is no game. docs/family.md has more games, and the limits.
type Family struct {
	Kind  Kind
	Near  Near
	Close Close // Place: the players to whom a mark closes the cells near it
	Block bool  // Walk: after the step the player blocks a cell near the new one, and the cell that was left is free again
	Ends  bool  // Walk: the markers start at the ends of the middle row

	// From is where the markers start in Walk: X's cell, then O's, by row and column from 0. Without Ends and From the
	// players place them.
	From []bitboard.Offset

	Wrap    bitboard.Wrap     // which edges of the board are joined
	Offsets []bitboard.Offset // ByOffsets: offsets from a cell to the cells near it, in ascending order
	Graph   *Graph            // ByGraph

	// Rows and Cols are the size of the only board of the game, if there is a Graph or From; else 0.
	Rows, Cols int
}

// Graph is a neighbourhood given by edges. Some cells of the board are vertices, and the others do not exist.
type Graph struct {
	Vertices Board
	Edges    [][2]int // cells, the lower one first, in ascending order
}

// Kind is what a move does.
type Kind uint8

const (
	NoKind Kind = iota
	Place       // puts a mark on a cell that is open to the player
	Follow      // puts a mark near the last one, of either player; the first one anywhere
	Walk        // steps the player's marker to a cell near it, never onto a used one
)

// Near is which cells are neighbours.
type Near uint8

const (
	NoNear    Near = iota
	Rook           // cells that share a side
	King           // cells that share a side or a corner
	Bishop         // cells that share a corner alone
	Knight         // cells a leap of a chess knight away
	Hex            // cells that share a side on a rhombus of hexagons, each row half a cell to the right
	Queen          // all cells on the eight lines of a king's steps, also behind marks and holes; for Place
	ByOffsets      // those at Offsets
	ByGraph        // cells that an edge joins
)

// Close names the players to whom a mark closes the cells near it.
type Close uint8

const (
	CloseNone  Close = iota // to nobody
	CloseOwn                // to its owner
	CloseOther              // to the opponent of its owner
	CloseAll                // to both
)

// mostBlocks is the maximum number of cells near one in games with blocks: a move is a pair of
// directions, and there are at most 64 moves.
const mostBlocks = 8

// Around returns the offsets from a cell to the cells near it, for a queen the offsets of one step, for a graph nil.
func (f Family) Around() []bitboard.Offset {
	switch f.Near {
	case Rook:
		return offsetsOf(-1, 0, 0, -1, 0, 1, 1, 0)
	case Bishop:
		return offsetsOf(-1, -1, -1, 1, 1, -1, 1, 1)
	case King, Queen:
		return offsetsOf(-1, -1, -1, 0, -1, 1, 0, -1, 0, 1, 1, -1, 1, 0, 1, 1)
	case Knight:
		return offsetsOf(-2, -1, -2, 1, -1, -2, -1, 2, 1, -2, 1, 2, 2, -1, 2, 1)
	case Hex:
		return offsetsOf(-1, 0, -1, 1, 0, -1, 0, 1, 1, -1, 1, 0)
	case ByOffsets:
		return f.Offsets
	}
	return nil
}

// offsetsOf returns offsets by their rows and columns in turn.
func offsetsOf(numbers ...int) (all []bitboard.Offset) {
	for i := 0; i < len(numbers); i += 2 {
		all = append(all, bitboard.Offset{Rows: numbers[i], Cols: numbers[i+1]})
	}
	return all
}

// ruleError is a contradiction in rules, and the key of a rule file that it is about.
type ruleError struct {
	key string
	err error
}

func (e *ruleError) Error() string { return e.err.Error() }

// wrong returns a ruleError.
func wrong(key, format string, args ...any) error {
	return &ruleError{key, fmt.Errorf(format, args...)}
}

// normal returns the rules in their only form, and its words. In this form offsets that have a name are given by the
// name. The error says why there is no such game.
func (f Family) normal() (Family, string, error) {
	if err := f.validate(); err != nil {
		return Family{}, "", err
	}
	if near := f.named(); near != f.Near {
		f.Near, f.Offsets = near, nil
	}
	return f, f.words(), nil
}

// named returns the neighbourhood. For offsets that have a name it is the named one.
func (f Family) named() Near {
	if f.Near == ByOffsets {
		for near := Rook; near < Queen; near++ {
			if slices.Equal(Family{Near: near}.Around(), f.Offsets) {
				return near
			}
		}
	}
	return f.Near
}

const closeIsForPlace = "close is for place: in other games a mark closes its own cell alone"

// validate returns why there is no game of the family, or nil.
func (f Family) validate() error {
	switch {
	case f.Kind == NoKind || f.Kind > Walk:
		return wrong(moveKey, "move is place, follow or walk")
	case f.Near == NoNear || f.Near > ByGraph:
		return wrong(nearKey, "near is none of its constants")
	case f.Close > CloseAll:
		return wrong(closeKey, "close is none, own, other or all")
	case f.Wrap > bitboard.Torus:
		return wrong(shapeKey, "the shape is plane, cylinder or torus")
	case f.Close != CloseNone && f.Kind != Place:
		return wrong(closeKey, closeIsForPlace)
	case f.Block && f.Kind != Walk:
		return wrong(blockKey, "block is for walk: other games have no markers that move")
	case (f.Ends || f.From != nil) && f.Kind != Walk:
		return wrong(startKey, "a start is for walk: other games have no markers that move")
	case f.Ends && f.From != nil:
		return wrong(startKey, "either Ends or From: both say where the markers start")
	case f.Block && !f.Ends && f.From == nil:
		return wrong(blockKey, "block needs a start: it is for markers that are on the board")
	case f.Near == Queen && f.Kind != Place:
		return wrong(nearKey, "queen is for place: a step along a line would depend on what stands between")
	case (f.Offsets != nil) != (f.Near == ByOffsets):
		return errors.New("the field Offsets is needed for ByOffsets, and for nothing else")
	case (f.Graph != nil) != (f.Near == ByGraph):
		return errors.New("a Graph is needed for ByGraph, and for nothing else")
	case f.Graph != nil && f.Wrap != bitboard.Plane:
		return wrong(shapeKey, "a graph has no shape: its edges say what is joined")
	case (f.Rows != 0 || f.Cols != 0) != (f.Graph != nil || f.From != nil):
		return errors.New("the fields Rows and Cols are needed with a Graph or From, and only there")
	}
	if err := f.checkOffsets(); err != nil {
		return err
	}
	return f.checkBoard()
}

// checkOffsets returns what is wrong with offsets, or nil.
func (f Family) checkOffsets() error {
	for i, o := range f.Offsets {
		switch {
		case o == bitboard.Offset{}:
			return wrong(nearKey, "an offset of 0,0: a cell is never near itself")
		case max(o.Rows, -o.Rows, o.Cols, -o.Cols) >= bitboard.MaxCells:
			return wrong(nearKey, "an offset of %d,%d, which no board has", o.Rows, o.Cols)
		case i > 0 && f.Offsets[i-1] == o:
			return wrong(nearKey, "the offset %d,%d is there twice", o.Rows, o.Cols)
		case i > 0 && compareOffsets(f.Offsets[i-1], o) > 0:
			return errors.New("the Offsets are in ascending order, by rows and then columns")
		}
	}
	switch {
	case f.Near == ByOffsets && (len(f.Offsets) == 0 || len(f.Offsets) > bitboard.MaxCells):
		return wrong(nearKey, "%d offsets, where there are from 1 to %d", len(f.Offsets), bitboard.MaxCells)
	case !f.Block || f.Near == ByGraph:
		return nil
	case len(f.Around()) > mostBlocks:
		return wrong(blockKey, "%d offsets, and with block there are at most %d", len(f.Around()), mostBlocks)
	case !f.undirected():
		return wrong(blockKey, "with block, there is for each offset the opposite one")
	}
	return nil
}

// undirected reports whether near is symmetric on all boards.
func (f Family) undirected() bool {
	if f.Near != ByOffsets {
		return true
	}
	last := len(f.Offsets) - 1
	for i, o := range f.Offsets {
		if f.Offsets[last-i] != (bitboard.Offset{Rows: -o.Rows, Cols: -o.Cols}) {
			return false
		}
	}
	return true
}

// checkBoard returns what is wrong with a graph or where markers start, or nil.
func (f Family) checkBoard() error {
	if f.Rows == 0 && f.Cols == 0 {
		return nil
	}
	grid, err := bitboard.NewGrid(f.Rows, f.Cols)
	switch {
	case err != nil && f.Graph != nil:
		return wrong(pictureKey, "the picture: %w", err)
	case err != nil:
		return wrong(boardKey, "%w", err)
	case f.From != nil && (len(f.From) != 2 || f.From[0] == f.From[1]):
		return wrong(startKey, "a start is two cells, one for each marker")
	}
	there := grid.All()
	for _, at := range f.From {
		if !grid.Contains(at.Rows, at.Cols) {
			return wrong(startKey, "a marker starts at row %d, column %d, counted from 0, which is not on a board of %v", at.Rows, at.Cols, grid)
		}
	}
	if f.Graph != nil {
		if err := f.Graph.validate(grid); err != nil {
			return err
		}
		there = f.Graph.Vertices
		if f.Block && f.Graph.near(grid).Most() > mostBlocks {
			return wrong(blockKey, "with block a vertex has at most %d edges", mostBlocks)
		}
	}
	for _, at := range f.starts(grid) {
		if !there.Has(at) {
			return wrong(startKey, "a marker starts where there is no vertex")
		}
	}
	return nil
}

// validate returns why there is no such graph on the grid, or nil.
func (g *Graph) validate(grid *bitboard.Grid) error {
	if g.Vertices == 0 || g.Vertices&^grid.All() != 0 {
		return wrong(pictureKey, "vertices are cells of the board, at least one")
	}
	for i, e := range g.Edges {
		switch last := g.Edges[max(0, i-1)]; {
		case e[0] < 0 || e[1] >= bitboard.MaxCells || e[0] >= e[1]:
			return errors.New("an edge is two cells, the lower one first")
		case !g.Vertices.Has(e[0]) || !g.Vertices.Has(e[1]):
			return fmt.Errorf("an edge from %d to %d, which are not both vertices", e[0], e[1])
		case i > 0 && (e[0] < last[0] || e[0] == last[0] && e[1] <= last[1]):
			return errors.New("edges are in ascending order, each once")
		}
	}
	return nil
}

// near returns the neighbourhood of the graph.
func (g *Graph) near(grid *bitboard.Grid) *bitboard.Near {
	var near [bitboard.MaxCells]Board
	for _, e := range g.Edges {
		near[e[0]], near[e[1]] = near[e[0]].With(e[1]), near[e[1]].With(e[0])
	}
	return bitboard.NewNear(grid, func(c int) Board { return near[c] })
}

// fits returns why the game does not exist on a grid, or nil.
func (f Family) fits(g *bitboard.Grid) error {
	switch {
	case f.Kind == NoKind || f.Rows == 0 || f.Rows == g.Rows() && f.Cols == g.Cols():
		return nil
	case f.Graph != nil:
		return fmt.Errorf("its graph is drawn on a board of %dx%d, so there is no %v", f.Rows, f.Cols, g)
	}
	return fmt.Errorf("it says where the markers start on %dx%d, so there is no %v", f.Rows, f.Cols, g)
}

// Family returns the rules as a value; the zero value if they are not of the family.
func (v Variant) Family() Family {
	if v.def == nil {
		return Family{}
	}
	return v.def.Family
}

// Near returns the neighbourhood of a game of the family on its board; nil if it is not of the family.
func (g *Game) Near() *bitboard.Near { return g.near }

// Steps returns the neighbourhood by which markers step in a game of [Walk]; nil in other games.
func (g *Game) Steps() *bitboard.Near {
	if g.variant.def.Family.Kind != Walk {
		return nil
	}
	return g.near
}

// neighbours returns the neighbourhood on a grid.
func (f Family) neighbours(g *bitboard.Grid) *bitboard.Near {
	switch {
	case f.Near == ByGraph:
		return f.Graph.near(g)
	case f.Near == Queen:
		return g.Lines(f.Around(), f.Wrap)
	case f.Near == Rook && f.Wrap == bitboard.Plane:
		return g.Rook()
	case f.Near == King && f.Wrap == bitboard.Plane:
		return g.King()
	}
	return g.Leaps(f.Around(), f.Wrap)
}

// symmetries returns the symmetries of the grid that keep the neighbourhood and the vertices.
func (f Family) symmetries(near *bitboard.Near, g *bitboard.Grid) (all []bitboard.Symmetry) {
	for _, sym := range near.Symmetries() {
		if sym == bitboard.Identity || f.Graph == nil || g.Image(sym, f.Graph.Vertices) == f.Graph.Vertices {
			all = append(all, sym)
		}
	}
	return all
}

// there returns the cells that exist on every board of the game.
func (f Family) there(g *bitboard.Grid) Board {
	if f.Graph != nil {
		return f.Graph.Vertices
	}
	return g.All()
}

// traits are those of the games of the family.
func (f Family) traits() Traits {
	t := Traits{MaxDrop: 1}
	switch {
	case f.Kind == Follow:
		t.Free, t.Yours = Cells, Marker
	case f.Kind == Walk:
		t.Free, t.Mine, t.Yours, t.Blocks = Cells, Marker, Marker, f.Block
	case f.Close == CloseAll:
		t.Free, t.MaxDrop = Cells, f.most(1)
	default:
		t.Mine, t.Yours, t.MaxDrop = Cells, Cells, f.most(2)
		if f.Close == CloseNone {
			t.MaxDrop = 2
		}
	}
	return t
}

// most returns the maximum number of cells near a cell, plus more; 0 for unknown, if the maximum depends on the board.
func (f Family) most(more int) int {
	if f.Near == Queen || f.Near == ByGraph {
		return 0
	}
	return len(f.Around()) + more
}

// rules returns the rules on a board.
func (f Family) rules(g *bitboard.Grid, near *bitboard.Near, s *siege) Rules {
	none := new(bitboard.Near)
	switch {
	case f.Kind == Follow:
		return follow{near}
	case f.Block && f.Near == Rook && f.Wrap == bitboard.Plane:
		return rookSiege{g}
	case f.Block:
		return s
	case f.Kind == Walk:
		return walk{near}
	case f.Close == CloseAll:
		return kayles{near}
	case f.Close == CloseOwn:
		return place{near, none}
	case f.Close == CloseOther:
		return place{none, near}
	}
	return place{none, none}
}

// isZero reports whether f is the zero value.
func (f Family) isZero() bool { return reflect.ValueOf(f).IsZero() }

// define sets everything that the rules determine. A definition adds only how the game is written, drawn and called.
func (f Family) define(d *Definition, key string) error {
	if d.Rules != nil || d.Traits != (Traits{}) || d.Moves != 0 || d.State != nil || d.Start != nil || d.Place != nil || d.Blocked != nil ||
		d.Check != nil || d.Refuse != nil || d.MoveText != nil || d.RefuseMove != nil || d.ParseMove != nil || d.ParseStep != nil ||
		d.ImageMove != nil || d.Drawn != nil {
		return errors.New("a definition with a Family takes all rules from the Family, and sets only names, sizes and Render")
	}
	if (d.Names == RowColFrom0) != (key == Blockade) && d.Names != NumberFrom1 {
		return errors.New("rows and columns are counted from 0 in blockade, and from 1 in all other games: records of games with the same rules are the same")
	}
	if f.Rows != 0 {
		if d.Rows == 0 && d.Cols == 0 {
			d.Rows, d.Cols = f.Rows, f.Cols
		}
		if d.Rows != f.Rows || d.Cols != f.Cols {
			return fmt.Errorf("the default board is %dx%d, and the only one %dx%d", d.Rows, d.Cols, f.Rows, f.Cols)
		}
	}
	d.Traits, d.Drawn = f.traits(), drawnByTraits
	switch f.Kind {
	case Place:
		f.definePlace(d)
	case Follow:
		d.Check, d.Refuse = checkFollow, f.refuseFollow
	case Walk:
		f.defineWalk(d)
	}
	d.Check = f.onVertices(d.Check)
	return nil
}

// onVertices adds to a check that all cells of a graph's board except its vertices are holes.
func (f Family) onVertices(check func(Position) error) func(Position) error {
	if f.Graph == nil {
		return check
	}
	return func(p Position) error {
		if extra := p.game.grid.All() &^ (f.Graph.Vertices | p.holes); extra != 0 {
			return p.game.wrongAt(extra, "%s is no vertex of the graph: write it #", p.game.describe(extra.First()))
		}
		return check(p)
	}
}

// beside says that two cells are neighbours: "does not …".
func (f Family) beside() string {
	switch {
	case f.Wrap == bitboard.Plane && (f.Near == Rook || f.Near == Hex):
		return "share a side with"
	case f.Wrap == bitboard.Plane && f.Near == King:
		return "touch"
	}
	return "lie near"
}

// by says where a neighbour is: "… each other".
func (f Family) by() string {
	if f.Wrap == bitboard.Plane && (f.Near == Rook || f.Near == King || f.Near == Hex) {
		return "next to"
	}
	return "near"
}
