package proof

import (
	"cmp"
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Sides is a set of cells for each player: those that they may still take. Where marks close cells to both, both may
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

// Splitter takes positions of a game apart into components, between which nothing is near. Make it with
// [NewSplitter]. It is safe for concurrent use.
type Splitter struct {
	game     *variants.Game
	grid     *bitboard.Grid
	near     *bitboard.Near // symmetric
	up, left bool           // whether a moved component is as good
}

// NewSplitter returns a splitter for a game of the family.
func NewSplitter(game *variants.Game) *Splitter {
	p := &Splitter{game: game, grid: game.Grid(), near: familyOf(game).near.Both()}
	if f := game.Variant().Family(); f.Graph == nil {
		p.up, p.left = f.Wrap != bitboard.Torus, f.Wrap == bitboard.Plane
	}
	return p
}

// Alike reports whether all components that are images of each other have one normal form, see
// [Splitter.Normal]. They have not where rows and columns may be exchanged, and rows are moved and columns are
// not: on a square board with two edges joined, with queens for instance. Then nothing can be written of some of
// them in a table by normal forms.
func (p *Splitter) Alike() bool {
	return p.up == p.left || slices.Max(p.game.Symmetries()) < bitboard.Transpose
}

// Component returns the component of the first cell. Two cells are connected if one is near the other and one player
// may take both.
func (p *Splitter) Component(s Sides) Sides {
	all := s.Cells()
	for part := all & -all; ; {
		grown := part | p.near.Dilate(part&s.Left)&s.Left | p.near.Dilate(part&s.Right)&s.Right
		if grown == part {
			return Sides{part & s.Left, part & s.Right}
		}
		part = grown
	}
}

// Placed moves sides up and left as far as possible: not up on a torus, not left on a cylinder or torus,
// and not at all on a graph. They must not be empty.
func (p *Splitter) Placed(s Sides) Sides {
	all, by := s.Cells(), 0
	if p.up {
		by = all.First() / p.grid.Cols() * p.grid.Cols()
	}
	if p.left {
		for all >>= by; p.grid.Right(p.grid.Left(all)) == all; all >>= 1 {
			by++
		}
	}
	return Sides{s.Left >> by, s.Right >> by}
}

// Normal returns the least image of a component by the symmetries of the game, moved up and left as far as possible:
// that with the least left, then with the least right.
func (p *Splitter) Normal(s Sides) Sides {
	least := p.Placed(s)
	for _, sym := range p.game.Symmetries()[1:] {
		image := p.Placed(Sides{p.grid.Image(sym, s.Left), p.grid.Image(sym, s.Right)})
		if image.Left < least.Left || image.Left == least.Left && image.Right < least.Right {
			least = image
		}
	}
	return least
}
