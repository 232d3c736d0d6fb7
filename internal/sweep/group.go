package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// group returns a name for everything that asks the same as a position does. Two positions of a
// game are in the same group if the cells that can still matter form the same shape, wherever it lies
// on a board of whatever size, turned or mirrored if that keeps the neighbourhood, and whoever is to
// move; on a cylinder, a torus or a graph, and in games outside the family, if they are images on
// boards of one size. Where a position is the sum of its parts, these may lie differently. Positions
// of different groups can still have equal values.
func group(p variants.Position) string {
	game, state := p.Game(), p.State()
	lemmas := theory.For(game)
	if lemmas.Alive != nil {
		state = lemmas.Alive(state).State
	}
	parts := []bitboard.Board{game.Grid().All()}
	if lemmas.Sums() && lemmas.Components != nil {
		parts = lemmas.Components(state)
	}
	shape := fixedShape
	if f := game.Variant().Family(); f.Kind != variants.NoKind && f.Wrap == bitboard.Plane && f.Graph == nil {
		shape = planeShape
	}
	var shapes [][]byte
	for _, part := range parts {
		shapes = append(shapes, shape(game, [3]bitboard.Board{state.Free & part, state.Mine & part, state.Yours & part}))
	}
	slices.SortFunc(shapes, bytes.Compare)
	text := append([]byte(game.Variant().Key()), 0)
	hash := sha256.Sum256(append(text, bytes.Join(shapes, nil)...))
	return hex.EncodeToString(hash[:8])
}

// fixedShape returns sets in a form that their images under the symmetries of the game share: the
// size of the board, and for each cell which sets it is in.
func fixedShape(game *variants.Game, sets [3]bitboard.Board) (least []byte) {
	grid := game.Grid()
	for _, sym := range game.Symmetries() {
		text := []byte{byte(grid.Rows()), byte(grid.Cols())}
		image := [3]bitboard.Board{grid.Image(sym, sets[0]), grid.Image(sym, sets[1]), grid.Image(sym, sets[2])}
		for c := range grid.Size() {
			text = append(text, code(image, c))
		}
		least = lesser(least, text)
	}
	return least
}

// planeShape returns sets in a form that is the same for all places on the plane, turned and mirrored
// as the neighbourhood allows: rows and columns, and for each cell which sets it is in.
func planeShape(game *variants.Game, sets [3]bitboard.Board) (least []byte) {
	grid := game.Grid()
	top, left, bottom, right := grid.Rows(), grid.Cols(), -1, -1
	for c := range (sets[0] | sets[1] | sets[2]).Cells() {
		row, col := grid.RowCol(c)
		top, left, bottom, right = min(top, row), min(left, col), max(bottom, row), max(right, col)
	}
	rows, cols := max(0, bottom-top+1), max(0, right-left+1)
	around := game.Variant().Family().Around()
	near := within(around, rows, cols)
	for t := range turn(8) {
		height, width := rows, cols
		if t&transposed != 0 {
			height, width = cols, rows
		}
		if !t.keeps(within(around, height, width), near) {
			continue
		}
		text := []byte{byte(height), byte(width)}
		for r := range height {
			for c := range width {
				row, col := t.from(r, c, rows-1, cols-1)
				text = append(text, code(sets, grid.Cell(top+row, left+col)))
			}
		}
		least = lesser(least, text)
	}
	return least
}

// turn is one of the eight symmetries of the plane, as steps.
type turn uint8

const (
	transposed turn = 1 << iota
	upended
	mirrored
)

// from returns which place of a box a place of its image comes from, or which offset an offset; high and wide are
// the row and the column that mirrors exchange with 0.
func (t turn) from(row, col, high, wide int) (int, int) {
	if t&transposed != 0 {
		row, col = col, row
	}
	if t&upended != 0 {
		row = high - row
	}
	if t&mirrored != 0 {
		col = wide - col
	}
	return row, col
}

// keeps reports whether the offsets of the image come from those of the box, from all of them.
func (t turn) keeps(there, near []bitboard.Offset) bool {
	return len(there) == len(near) && !slices.ContainsFunc(there, func(o bitboard.Offset) bool {
		row, col := t.from(o.Rows, o.Cols, 0, 0)
		return !slices.Contains(near, bitboard.Offset{Rows: row, Cols: col})
	})
}

// within returns the offsets that lead from a cell of a rectangle to another.
func within(offsets []bitboard.Offset, rows, cols int) (all []bitboard.Offset) {
	for _, o := range offsets {
		if max(o.Rows, -o.Rows) < rows && max(o.Cols, -o.Cols) < cols {
			all = append(all, o)
		}
	}
	return all
}

// code returns which sets a cell is in.
func code(sets [3]bitboard.Board, c int) (code byte) {
	for i, set := range sets {
		if set.Has(c) {
			code |= 1 << i
		}
	}
	return code
}

// lesser returns the lesser of two texts, of which the first may be missing.
func lesser(least, text []byte) []byte {
	if least == nil || bytes.Compare(text, least) < 0 {
		return text
	}
	return least
}

// The parts of a dataset.
const (
	Train      = "train"
	Validation = "validation"
	Test       = "test"
)

// split returns the part of a dataset that a group belongs to: a tenth of the groups, by their
// hashes, is for validation, and a tenth for the test.
func split(group string) string {
	hash, err := hex.DecodeString(group)
	if err != nil {
		panic("sweep: " + err.Error()) // it is made by function group
	}
	switch binary.BigEndian.Uint64(hash) % 10 {
	case 8:
		return Validation
	case 9:
		return Test
	}
	return Train
}
