package proof

import (
	"cmp"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Sides is a set of cells for each player: those that they may still take. In claim both may
// take the same, so only the left set is used.
type Sides struct{ Left, Right variants.Board }

// Cells returns the cells that either player may take.
func (s Sides) Cells() variants.Board { return s.Left | s.Right }

// Size returns the number of these.
func (s Sides) Size() int { return s.Cells().Count() }

// Without returns the sides without some cells of each.
func (s Sides) Without(t Sides) Sides { return Sides{s.Left &^ t.Left, s.Right &^ t.Right} }

// Compare orders components by their number of cells, then by left·2ⁿ + right.
func (s Sides) Compare(t Sides) int {
	return cmp.Or(cmp.Compare(s.Size(), t.Size()), cmp.Compare(s.Left, t.Left), cmp.Compare(s.Right, t.Right))
}

// Component returns the component of the first cell: neighbours are connected if one player may
// take both.
func (s Sides) Component(g *bitboard.Grid) Sides {
	all := s.Cells()
	for part := all & -all; ; {
		grown := part | g.DilateKing(part&s.Left)&s.Left | g.DilateKing(part&s.Right)&s.Right
		if grown == part {
			return Sides{part & s.Left, part & s.Right}
		}
		part = grown
	}
}

// Placed moves sides up and left as far as possible. They must not be empty.
func (s Sides) Placed(g *bitboard.Grid) Sides {
	all := s.Cells()
	by := all.First() / g.Cols() * g.Cols()
	for all >>= by; g.Right(g.Left(all)) == all; all >>= 1 {
		by++
	}
	return Sides{s.Left >> by, s.Right >> by}
}

// Normal returns the least image of a component by the symmetries of the board, moved up and left as
// far as possible: that with the least left, and of these with the least right.
func (s Sides) Normal(game *variants.Game) Sides {
	g := game.Grid()
	least := s.Placed(g)
	for _, sym := range game.Symmetries()[1:] {
		image := Sides{g.Image(sym, s.Left), g.Image(sym, s.Right)}.Placed(g)
		if image.Left < least.Left || image.Left == least.Left && image.Right < least.Right {
			least = image
		}
	}
	return least
}
