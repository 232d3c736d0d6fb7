package proof

import (
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Images are the images of positions, by the symmetries of the board, that one record of a strategy
// can stand for. It is safe for concurrent use.
type Images struct {
	grid *bitboard.Grid
	all  []bitboard.Symmetry // the identity first
}

// ImagesOf returns the images of a game. ok is false unless moves are marks on open cells, as in duel and claim. In
// other games a record of a strategy stands for its own position alone.
func ImagesOf(game *variants.Game) (images *Images, ok bool) {
	if familyOf(game).Kind != variants.Place {
		return nil, false
	}
	return &Images{game.Grid(), game.Symmetries()}, true
}

// Count returns the number of images of each position: on the plane four, on a square eight.
func (im *Images) Count() int { return len(im.all) }

// Normal returns the image of a position with the least key, as in its record, and a symmetry that makes this image.
func (im *Images) Normal(s variants.State) (least variants.State, by bitboard.Symmetry) {
	least, by = s, bitboard.Identity
	for _, sym := range im.all[1:] {
		if t := s.Image(im.grid, sym); t.Free < least.Free || t.Free == least.Free &&
			(t.Mine < least.Mine || t.Mine == least.Mine && t.Yours < least.Yours) {
			least, by = t, sym
		}
	}
	return least, by
}

// reflector takes answers from one image of a position to another.
type reflector struct {
	game    *variants.Game
	mirrors [][]int // the mirrors of a certificate, then their images
}

func newReflector(game *variants.Game, mirrors [][]int) *reflector {
	r := &reflector{game, slices.Clone(mirrors)}
	for _, mirror := range mirrors {
		for _, sym := range game.Symmetries() {
			if image := ImageOfMirror(game.Grid(), sym, mirror); r.mirror(image) < 0 {
				r.mirrors = append(r.mirrors, image)
			}
		}
	}
	return r
}

// mirror returns the index of a mirror, -1 if it is not there.
func (r *reflector) mirror(m []int) int {
	return slices.IndexFunc(r.mirrors, func(other []int) bool { return slices.Equal(m, other) })
}

// ImageOfMirror returns the mirror that a symmetry makes of a mirror: it takes sym(c) to sym(mirror(c)).
func ImageOfMirror(g *bitboard.Grid, sym bitboard.Symmetry, mirror []int) []int {
	image := make([]int, len(mirror))
	at := func(cell int) int { return g.Image(sym, bitboard.Of(cell)).First() }
	for cell, other := range mirror {
		image[at(cell)] = at(other)
	}
	return image
}

// Image returns the answer in the image of a position, except for the mirror.
func (a Answer) Image(game *variants.Game, sym bitboard.Symmetry) Answer {
	a.Move = game.ImageMove(sym, a.Move)
	a.Walk = slices.Clone(a.Walk)
	for i, m := range a.Walk {
		a.Walk[i] = game.ImageMove(sym, m)
	}
	return a
}

// answer takes an answer a from a position to its image.
func (r *reflector) answer(sym bitboard.Symmetry, a Answer) Answer {
	a = a.Image(r.game, sym)
	if a.Kind == ByCopy {
		a.Mirror = r.mirror(ImageOfMirror(r.game.Grid(), sym, r.mirrors[a.Mirror]))
	}
	return a
}
