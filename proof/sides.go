package proof

import (
	"cmp"
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Sides has the cells that each player may still take. If marks close cells to both players, the sets are equal, and
// only Left is used.
type Sides struct{ Left, Right variants.Board }

// Cells returns the cells that either player may take.
func (s Sides) Cells() variants.Board { return s.Left | s.Right }

// Size returns the number of cells that either player may take.
func (s Sides) Size() int { return s.Cells().Count() }

// Without returns the sides without some cells of each.
func (s Sides) Without(t Sides) Sides { return Sides{s.Left &^ t.Left, s.Right &^ t.Right} }

// Compare orders components by their number of cells, then by left·2ⁿ + right.
func (s Sides) Compare(t Sides) int {
	return cmp.Or(cmp.Compare(s.Size(), t.Size()), cmp.Compare(s.Left, t.Left), cmp.Compare(s.Right, t.Right))
}

// Splitter divides positions of a game into components that do not affect each other. Make it with [NewSplitter]. It is
// safe for concurrent use.
type Splitter struct {
	game     *variants.Game
	grid     *bitboard.Grid
	near     *bitboard.Near // symmetric
	up, left bool           // whether moving a component up, or left, keeps near cells near
}

// NewSplitter returns a splitter for a game of the family.
func NewSplitter(game *variants.Game) *Splitter {
	p := &Splitter{game: game, grid: game.Grid(), near: familyOf(game).near.Both()}
	if f := game.Variant().Family(); f.Graph == nil {
		p.up, p.left = f.Wrap != bitboard.Torus, f.Wrap == bitboard.Plane
	}
	return p
}

// Alike reports whether all components that are images of each other have one normal form, see [Splitter.Normal]. They
// do not if a symmetry exchanges rows and columns, but components move only up or only left: for instance in a game of
// queens on a square board with two edges joined. Then a table by normal forms cannot hold some components.
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

// Placed moves sides, which must not be empty, up and left as far as possible. On a cylinder it only moves them up; on
// a torus or in a graph they stay.
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

// Normal returns the normal form of a component. It is an image by a symmetry of the game, as [Splitter.Placed]: the
// image with the least Left; among several, the one with the least Right.
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
