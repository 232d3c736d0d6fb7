package solver

import (
	"cmp"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Image is a position seen as one of its images under the symmetries of the board. Its
// methods translate moves of the position to those of the image and back.
type Image struct {
	position variants.Position
	symmetry bitboard.Symmetry // takes the position to the image
}

// ImageOf returns the image of a position under a symmetry of its game.
func ImageOf(p variants.Position, sym bitboard.Symmetry) Image { return Image{p, sym} }

// leastImage returns the least image of a position and its state. It takes a few hundred
// nanoseconds.
func leastImage(p variants.Position) (i Image, least variants.State) {
	i.position, least = p, p.State()
	for _, sym := range p.Game().Symmetries()[1:] {
		if image := p.State().Image(p.Game().Grid(), sym); less(image, least) {
			i.symmetry, least = sym, image
		}
	}
	return i, least
}

// less orders states.
func less(s, t variants.State) bool {
	return cmp.Or(cmp.Compare(s.Free, t.Free), cmp.Compare(s.Mine, t.Mine), cmp.Compare(s.Yours, t.Yours)) < 0
}

// Position returns the position itself.
func (i Image) Position() variants.Position { return i.position }

// Moves returns the image of a set of moves of the position.
func (i Image) Moves(moves variants.MoveSet) (image variants.MoveSet) {
	for m := range moves.Cells() {
		image = image.With(int(i.position.ImageMove(i.symmetry, variants.Move(m))))
	}
	return image
}

// Original is the inverse of Moves. Ok is false if one of the moves is not legal in the
// position.
func (i Image) Original(image variants.MoveSet) (moves variants.MoveSet, ok bool) {
	for m := range i.position.Legal().Cells() {
		if image.Has(int(i.position.ImageMove(i.symmetry, variants.Move(m)))) {
			moves = moves.With(m)
		}
	}
	return moves, moves.Count() == image.Count()
}

// Line returns the image of a line of moves.
func (i Image) Line(pv []variants.Move) (image []variants.Move) {
	for _, m := range pv {
		image = append(image, i.position.ImageMove(i.symmetry, m))
	}
	return image
}

// OriginalLine is the inverse of Line.
func (i Image) OriginalLine(image []variants.Move) (pv []variants.Move, ok bool) {
	for at := i; len(pv) < len(image); {
		moves, ok := at.Original(variants.MoveSet(0).With(int(image[len(pv)])))
		if !ok {
			return nil, false
		}
		m := variants.Move(moves.First())
		pv, at.position = append(pv, m), at.position.Play(m)
	}
	return pv, true
}
