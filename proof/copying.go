package proof

import (
	"fmt"

	"gridlock/variants"
)

// copyingFormat is that of a permutation of the cells by which the winner copies.
func copyingFormat() format {
	return format{
		name: Copying, version: version,
		need: []string{"mirrors"}, may: []string{"opening"},
		memory: 1, // for records, of which there are none
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
			return play{answer: func(g *course) (variants.Move, bool) { return g.copy(c.Header.Mirrors[0]) }}, nil
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
	if cell, ok := h.Unmoved(); ok {
		d.How = fmt.Sprintf("copying: the winner answers every move except %s with its mirror image", game.CellText(cell))
		d.Note = fmt.Sprintf("%s answers %s with a cell after which all other moves can be answered in this way.", h.Winner, game.CellText(cell))
	}
	return d
}

// copying checks a certificate by copying.
func (c *checker) copying() error {
	p, err := c.Header.Opened()
	switch {
	case err != nil:
		return err
	case len(c.Header.Mirrors) != 1:
		return fmt.Errorf("%d mirrors, and not one", len(c.Header.Mirrors))
	}
	c.work.Copies++
	return c.family.copies(p.State(), c.Header.Mirrors[0])
}

// Unmoved returns the cell that the loser can play to and the mirror of a certificate by copying
// leaves where it is: the winner answers with another cell there. ok is false if there is none.
func (h Header) Unmoved() (cell int, ok bool) {
	p, err := h.Opened()
	if err != nil || h.Method != Copying || len(h.Mirrors) != 1 {
		return 0, false
	}
	for cell := range p.State().Mine.Cells() {
		if h.Mirrors[0][cell] == cell {
			return cell, true
		}
	}
	return 0, false
}

// copy returns the image of the last move. If that is the move itself, it returns the first move
// after which all others can be copied; ok is false if there is none.
func (g *course) copy(mirror []int) (m variants.Move, ok bool) {
	if image := variants.Move(mirror[g.last]); image != g.last {
		return image, true
	}
	rules, s, family := g.Game().Rules(), g.State(), familyOf(g.Game())
	for cell := range g.Legal().Cells() {
		if m = variants.Move(cell); family.copies(rules.Play(s, m), mirror) == nil {
			return m, true
		}
	}
	return 0, false
}
