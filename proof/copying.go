package proof

import (
	"fmt"

	"gridlock/variants"
)

// copyingFormat is the format of a permutation of the cells by which the winner copies.
func copyingFormat() format {
	return format{
		name: Copying, version: version,
		need: []string{"mirrors"}, may: []string{"opening"},
		memory: 1, // memory for a record, of which there are none
		agrees: agreed,
	}
}

func copyingMethod() method {
	return method{
		format:   copyingFormat(),
		check:    (*checker).copying,
		stats:    noBody,
		part:     noTable,
		strategy: noStrategy,
		player: func(c *checker) (play, error) {
			p, err := c.Header.Opened()
			if err != nil {
				return play{}, err
			}
			copies := NewCopy(p.Game(), p.State(), c.Header.Mirrors[0])
			return play{answer: func(g *course) (variants.Move, bool) { return copies.Answer(g.last), true }}, nil
		},
		describe: describeCopying,
	}
}

func describeCopying(r *Reader, _ Counts) Description {
	h, game := r.Header, r.Root.Game()
	d := Description{
		How:     "copying: the winner answers every move with its mirror image",
		Checked: []Quantity{{1, "rearrangement of the cells"}},
		Legend:  h.Winner + " answers each move with the cell that stands in its place here:",
	}
	for _, mirror := range h.Mirrors {
		var images []string
		for _, cell := range mirror {
			images = append(images, game.CellText(cell))
		}
		d.Grids = append(d.Grids, images)
	}
	if p, err := h.Opened(); err == nil && len(h.Mirrors) == 1 { // a check has made sure of this
		if c := NewCopy(game, p.State(), h.Mirrors[0]); c.Unmoved >= 0 {
			cell := game.CellText(c.Unmoved)
			d.How = fmt.Sprintf("copying: the winner answers every move except %s with its mirror image", cell)
			d.Note = fmt.Sprintf("%s answers %s with %s, after which all other moves can be answered in this way.", h.Winner, cell, game.CellText(c.Instead))
		}
	}
	return d
}

// copying checks a certificate by copying.
func (c *checker) copying() error {
	c.work.Copies++
	return c.Header.CheckCopying()
}

// CheckCopying checks the mirror of a certificate by copying.
func (h Header) CheckCopying() error {
	p, err := h.Opened()
	switch {
	case err != nil:
		return err
	case len(h.Mirrors) != 1:
		return fmt.Errorf("%d mirrors instead of one", len(h.Mirrors))
	}
	return familyOf(p.Game()).copies(p.State(), h.Mirrors[0])
}

// Copy is how the winner copies the loser's moves.
type Copy struct {
	Mirror  []int // the cell that answers each cell
	Unmoved int   // the loser's only open cell that is its own image; -1 if there is none
	Instead int   // the winner's answer to Unmoved, at any time
}

// NewCopy returns how the winner copies by a mirror, from a state with the loser to move. The caller has checked that
// this is possible. The answer to Unmoved stays open as long as Unmoved is open, and after it all other moves can still
// be copied: see docs/soundness-certificates.md.
func NewCopy(game *variants.Game, s variants.State, mirror []int) Copy {
	c, family := Copy{mirror, -1, -1}, familyOf(game)
	for cell := range s.Mine.Cells() {
		if family.Kind == variants.Place && mirror[cell] == cell {
			c.Unmoved = cell
			c.Instead, _ = family.answer(s, cell, imageOf(s.Mine, mirror))
		}
	}
	return c
}

// Answer returns the winner's answer to a move.
func (c Copy) Answer(last variants.Move) variants.Move {
	if int(last) == c.Unmoved {
		return variants.Move(c.Instead)
	}
	return variants.Move(c.Mirror[last])
}
