package proof

import (
	"fmt"
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// matchingFormat is the format of pairs of cells by which the winner answers.
func matchingFormat() format {
	return format{
		name: Matching, version: version,
		need: []string{"matching"}, may: []string{"opening"},
		memory: 1, // memory for a record, of which there are none
		agrees: agreed,
	}
}

func matchingMethod() method {
	return method{
		format:   matchingFormat(),
		check:    (*checker).matching,
		stats:    noBody,
		part:     noTable,
		strategy: noStrategy,
		player: func(c *checker) (play, error) {
			return play{answer: func(g *course) (variants.Move, bool) { return c.Header.partner(g.last) }}, nil
		},
		describe: describeMatching,
	}
}

func describeMatching(r *Reader, work Counts) Description {
	h := r.Header
	cells := slices.Repeat([]string{"-"}, r.Root.Game().Grid().Size())
	for i, pair := range h.Matching {
		for _, cell := range pair {
			if cell < len(cells) { // a check has made sure of this
				cells[cell] = fmt.Sprint(i + 1)
			}
		}
	}
	return Description{
		How:     "matching: the winner answers every move with the partner of its cell",
		Checked: []Quantity{{uint64(len(h.Matching)), "pairs of cells"}, {work.Replies, "cells to answer"}},
		Legend:  h.Winner + " answers each move with the other cell of the same number:",
		Grids:   [][]string{cells},
	}
}

// matching checks a certificate by pairs of cells, where each mark is near the last one.
func (c *checker) matching() (err error) {
	if c.family.Kind != variants.Follow {
		return c.family.refused("pairs of cells are")
	}
	c.work.Replies, err = c.Header.CheckMatching()
	return err
}

// CheckMatching checks the pairs of cells of a certificate by matching: the winner answers every move on the partner of
// its cell. It returns how many cells the loser may ever go to.
func (h Header) CheckMatching() (replies uint64, err error) {
	p, err := h.Opened()
	if err != nil {
		return 0, err
	}
	free, grid, near := p.State().Free, p.Game().Grid(), p.Game().Near()
	var paired variants.Board
	var partner [bitboard.MaxCells]int
	for _, pair := range h.Matching {
		a, b := pair[0], pair[1]
		if a >= grid.Size() || !free.Has(a) || b >= grid.Size() || !free.Has(b) || !near.At(a).Has(b) || !near.At(b).Has(a) {
			return 0, fmt.Errorf("cells %d and %d (counted from 0) are not two empty cells, each near the other", a, b)
		}
		if paired.Has(a) || paired.Has(b) {
			return 0, fmt.Errorf("cells %d and %d (counted from 0): one of them is in another pair, too", a, b)
		}
		paired = paired.With(a).With(b)
		partner[a], partner[b] = b, a
	}
	// The loser will only ever stand where the game is now, or on a partner.
	var answered variants.Board
	for open := p.Legal(); open != 0; {
		cell := open.First()
		if !paired.Has(cell) {
			return replies, fmt.Errorf("no answer to %s in %v or after it: the cell has no partner", p.Game().CellText(cell), p)
		}
		answered = answered.With(cell)
		open = (open | near.At(partner[cell])&free) &^ answered
		replies++
	}
	return replies, nil
}

// partner returns the other cell of a pair.
func (h Header) partner(cell variants.Move) (variants.Move, bool) {
	for _, pair := range h.Matching {
		if i := slices.Index(pair[:], int(cell)); i >= 0 {
			return variants.Move(pair[1-i]), true
		}
	}
	return 0, false
}
