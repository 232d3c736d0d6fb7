package proof

import (
	"fmt"

	"gridlock/bitboard"
	"gridlock/variants"
)

// matching checks a certificate by pairs of cells in classic: the winner answers every
// move with the partner of its cell.
func (c *checker) matching() error {
	if c.keys.id != variants.Classic {
		return fmt.Errorf("pairs of cells are no way to win %s", c.keys.id)
	}
	p, err := c.Header.Opened()
	if err != nil {
		return err
	}
	s, grid := p.State(), p.Game().Grid()
	var paired variants.Board
	var partner [bitboard.MaxCells]int
	for _, pair := range c.Header.Matching {
		a, b := pair[0], pair[1]
		if a >= grid.Size() || !s.Free.Has(a) || b >= grid.Size() || !s.Free.Has(b) || !grid.RookAt(a).Has(b) {
			return fmt.Errorf("cells %d and %d (counted from 0) are not two empty cells beside each other", a, b)
		}
		if paired.Has(a) || paired.Has(b) {
			return fmt.Errorf("cells %d and %d (counted from 0): one of them is in another pair, too", a, b)
		}
		paired = paired.With(a).With(b)
		partner[a], partner[b] = b, a
	}
	// The loser will only ever stand where the game is now, or on a partner.
	var answered variants.Board
	for open := c.rules.Legal(s); open != 0; {
		cell := open.First()
		if !paired.Has(cell) {
			return fmt.Errorf("no answer to %s in %v or after it: the cell has no partner", p.Game().CellText(cell), p)
		}
		answered = answered.With(cell)
		open = (open | grid.RookAt(partner[cell])&s.Free) &^ answered
		c.work.Replies++
	}
	return nil
}
