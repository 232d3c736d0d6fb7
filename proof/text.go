package proof

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
	"gridlock/variants"
)

// text writes a position with the winner to move, for an error message. Cells that no longer matter are #. If marks
// close cells to one player, x and o are the cells that only X, or only O, may still take.
func (c *checker) text(s variants.State) string { return c.textOf(s, s.Free) }

// intervalText writes an interval like a position: cells that are free in some of its positions
// and not in others are ?.
func (c *checker) intervalText(i Interval) string { return c.textOf(i.Most(), i.Need) }

// textOf writes a position in which some cells may be free or not.
func (c *checker) textOf(s variants.State, certain variants.Board) string {
	winner := c.Header.WinnerPlayer()
	me, you := winner.String(), winner.Opponent().String()
	if c.keys.traits.Free == variants.Unused {
		me, you = strings.ToLower(me), strings.ToLower(you)
	}
	return c.drawing(func(cell int) string {
		switch mine, yours := s.Mine.Has(cell), s.Yours.Has(cell); {
		case s.Free.Has(cell) && !certain.Has(cell):
			return "?"
		case s.Free.Has(cell), mine && yours:
			return "."
		case mine:
			return me
		case yours:
			return you
		}
		return "#"
	}) + " " + strings.ToLower(winner.String())
}

// componentText writes a component: l and r are the cells that only Left, or only Right, may
// take.
func (c *checker) componentText(s Sides) string {
	return c.drawing(func(cell int) string {
		switch left, right := s.Left.Has(cell), s.Right.Has(cell); {
		case left && (right || c.family.places(variants.CloseAll)):
			return "."
		case left:
			return "l"
		case right:
			return "r"
		}
		return "#"
	})
}

// drawing writes the rows of a board with / between them.
func (c *checker) drawing(symbol func(cell int) string) string {
	var b strings.Builder
	for cell := range c.cells {
		if _, col := c.Root.Game().Grid().RowCol(cell); col == 0 && cell > 0 {
			b.WriteByte('/')
		}
		b.WriteString(symbol(cell))
	}
	return b.String()
}

// moveText writes a move for an error message, legal or not.
func (c *checker) moveText(m variants.Move) string {
	switch {
	case c.family.Block && c.family.Near == variants.Rook && c.family.Wrap == bitboard.Plane && m < 16:
		directions := [4]string{"up", "left", "right", "down"}
		return fmt.Sprintf("a step %s with a block %s of there", directions[m/4], directions[m%4])
	case int(m) < c.cells && c.Root.Game().CellMoves():
		return c.Root.Game().CellText(int(m))
	}
	return fmt.Sprintf("move %d", m)
}
