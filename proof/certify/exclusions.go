package certify

import (
	"context"
	"io"
	"math"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// exclusions returns a certificate by exact and excluded nimbers of components, or by a strategy if components have no
// normal form.
func (r Request) exclusions(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	if !proof.NewSplitter(r.Root.Game()).Alike() {
		return r.strategy(ctx, body)
	}
	return r.guided(ctx, func(guide *pn.Guide) (*proof.Writer, error) {
		game, root := r.Root.Game(), r.Root.State().Free
		e := &nimberProver{vary: r.vary, nimbers: theory.For(game).Nimbers(), table: proof.NewExclusionTable(game)}
		e.counter = counter{ctx: ctx, guide: guide, budget: &e.nimbers.Budget}
		e.nimbers.Stop = e.stopTheory
		switch zero := e.nimbers.Is(root, 0); {
		case zero == theory.Open:
			return nil, e.err
		case (zero == theory.Yes) == r.wins():
			return nil, errNotWon(r.Root)
		}
		e.w = proof.NewWriter(r.header(proof.Exclusions), body)
		if r.wins() {
			return e.w, e.exclude(root, 0)
		}
		return e.w, e.evaluateAll(root)
	})
}

// nimberProver finds exact and excluded nimbers of components, and writes each after the records that it follows from.
type nimberProver struct {
	counter
	vary    variety
	nimbers *theory.Nimbers       // what is true
	table   *proof.ExclusionTable // what is written
	w       *proof.Writer
}

// evaluateAll writes records until the table has the nimbers of all components of a position.
func (e *nimberProver) evaluateAll(free bitboard.Board) error {
	var buffer [bitboard.MaxCells]bitboard.Board
	for _, part := range e.table.Parts(free, buffer[:0]) {
		if err := e.evaluate(part); err != nil {
			return err
		}
	}
	return nil
}

// evaluate writes records until the table has the nimber of a component.
func (e *nimberProver) evaluate(part bitboard.Board) error {
	if _, known := e.table.Of(part); known {
		return nil
	}
	if e.stop() {
		return e.err
	}
	nimber, ok := e.nimbers.Of(part)
	if !ok {
		return e.err
	}
	for k := range nimber {
		if err := e.excludePart(part, k); err != nil {
			return err
		}
	}
	for cell := range part.Cells() {
		if err := e.exclude(e.table.After(part, cell), nimber); err != nil {
			return err
		}
	}
	return e.write(proof.ExclusionRecord{Cells: part, Nimber: nimber})
}

// exclude writes records until the table shows that a position does not have a nimber. It evaluates all components
// except the largest, for which one comparison is enough.
func (e *nimberProver) exclude(free bitboard.Board, nimber int) error {
	var buffer [bitboard.MaxCells]bitboard.Board
	parts, largest := e.table.Parts(free, buffer[:0]), bitboard.Board(0)
	for _, part := range parts {
		if _, known := e.table.Of(part); !known && part.Count() > largest.Count() {
			largest = part
		}
	}
	for _, part := range parts {
		if part == largest {
			continue
		}
		if err := e.evaluate(part); err != nil {
			return err
		}
		k, _ := e.table.Of(part)
		nimber ^= k
	}
	if largest == 0 {
		return nil
	}
	return e.excludePart(largest, nimber)
}

// excludePart writes records until the table shows that a component does not have a nimber. The proof is a move that
// leaves the nimber, or the component's nimber if it is less.
func (e *nimberProver) excludePart(part bitboard.Board, nimber int) error {
	if e.table.ExcludesOf(part, nimber) {
		return nil
	}
	if e.stop() {
		return e.err
	}
	cell, err := e.move(part, nimber)
	switch {
	case err != nil:
		return err
	case cell < 0:
		return e.evaluate(part)
	}
	if err := e.evaluateAll(e.table.After(part, cell)); err != nil {
		return err
	}
	return e.write(proof.ExclusionRecord{Cells: part, Nimber: nimber, Not: true, Move: variants.Move(cell)})
}

// move returns a move in a component that leaves a nimber, -1 if there is none. Of the moves known to do so it is the
// one that leaves the fewest cells without a record. If no such move is known, it is the first move that a search
// finds.
func (e *nimberProver) move(part bitboard.Board, nimber int) (cell int, err error) {
	best, fewest := -1, math.MaxInt
	for cell := range part.Cells() {
		cells, ok := e.leaves(e.table.After(part, cell), nimber)
		if cells = e.vary.of(cells); ok && cells < fewest {
			best, fewest = cell, cells
		}
	}
	if best >= 0 {
		return best, nil
	}
	for cell := range part.Cells() {
		switch e.nimbers.Is(e.table.After(part, cell), nimber) {
		case theory.Open:
			return -1, e.err
		case theory.Yes:
			return cell, nil
		}
	}
	return -1, nil
}

// leaves reports whether a position is known to have a nimber, and counts the cells in components
// whose nimber is not written.
func (e *nimberProver) leaves(free bitboard.Board, nimber int) (cells int, ok bool) {
	var buffer [bitboard.MaxCells]bitboard.Board
	for _, part := range e.table.Parts(free, buffer[:0]) {
		k, known := e.nimbers.Known(part)
		if !known {
			return 0, false
		}
		nimber ^= k
		if _, written := e.table.Of(part); !written {
			cells += part.Count()
		}
	}
	return cells, nimber == 0
}

// write writes a record.
func (e *nimberProver) write(r proof.ExclusionRecord) error {
	if err := e.table.Add(r); err != nil {
		return err
	}
	return e.w.Exclusion(r)
}
