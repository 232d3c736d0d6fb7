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

// class returns a name for everything that asks the same as a position does. Two positions of a
// game have the same class if the cells that can still matter form the same shape, wherever it lies
// on a board of whatever size, turned or mirrored, and whoever is to move; where a position is the
// sum of its parts, also if their parts lie differently. Positions of different classes can still
// have equal values.
func class(p variants.Position) string {
	game, state := p.Game(), p.State()
	lemmas := theory.For(game)
	if lemmas.Alive != nil {
		state = lemmas.Alive(state).State
	}
	parts := []bitboard.Board{game.Grid().All()}
	if lemmas.Sums() && lemmas.Components != nil {
		parts = lemmas.Components(state)
	}
	var shapes [][]byte
	for _, part := range parts {
		shapes = append(shapes, shape(game.Grid(), part, state))
	}
	slices.SortFunc(shapes, bytes.Compare)
	text := append([]byte(game.Variant().Key()), 0)
	hash := sha256.Sum256(append(text, bytes.Join(shapes, nil)...))
	return hex.EncodeToString(hash[:8])
}

// shape returns the part of a state that lies in some cells, in a form that is the same for all
// places, turned and mirrored: rows and columns, and for each cell which sets it is in.
func shape(grid *bitboard.Grid, part bitboard.Board, s variants.State) (least []byte) {
	sets := [3]bitboard.Board{s.Free & part, s.Mine & part, s.Yours & part}
	top, left, bottom, right := grid.Rows(), grid.Cols(), -1, -1
	for c := range (sets[0] | sets[1] | sets[2]).Cells() {
		row, col := grid.RowCol(c)
		top, left, bottom, right = min(top, row), min(left, col), max(bottom, row), max(right, col)
	}
	rows, cols := max(0, bottom-top+1), max(0, right-left+1)
	at := func(row, col int) (code byte) {
		for i, set := range sets {
			if set.Has(grid.Cell(top+row, left+col)) {
				code |= 1 << i
			}
		}
		return code
	}
	for image := range 8 {
		transposed, upended, mirrored := image&1 != 0, image&2 != 0, image&4 != 0
		height, width := rows, cols
		if transposed {
			height, width = cols, rows
		}
		text := []byte{byte(height), byte(width)}
		for r := range height {
			for c := range width {
				row, col := r, c
				if transposed {
					row, col = c, r
				}
				if upended {
					row = rows - 1 - row
				}
				if mirrored {
					col = cols - 1 - col
				}
				text = append(text, at(row, col))
			}
		}
		if least == nil || bytes.Compare(text, least) < 0 {
			least = text
		}
	}
	return least
}

// The parts of a dataset.
const (
	Train      = "train"
	Validation = "validation"
	Test       = "test"
)

// split returns the part of a dataset that a class belongs to: a tenth of the classes, by their
// hashes, is for validation, and a tenth for the test.
func split(class string) string {
	hash, err := hex.DecodeString(class)
	if err != nil {
		panic("sweep: " + err.Error()) // it is made by function class
	}
	switch binary.BigEndian.Uint64(hash) % 10 {
	case 8:
		return Validation
	case 9:
		return Test
	}
	return Train
}
