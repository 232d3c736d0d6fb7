package solver

import (
	"cmp"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Canonical is a position seen as the image that all its images share a Key with. What is
// kept under the key speaks of that image; the methods translate moves.
type Canonical struct {
	Key Key

	position variants.Position
	symmetry bitboard.Symmetry // takes the position to the image
}

// Canonical returns how a position is seen. The game must be that of the keys.
func (k Keys) Canonical(p variants.Position) Canonical {
	c := Canonical{Key: k.Of(p.State()), position: p}
	for _, sym := range p.Game().Symmetries() {
		if p.Image(sym).State() == k.State(c.Key) {
			c.symmetry = sym
			break
		}
	}
	return c
}

// canonical returns how a position is seen without keys, and the state of the image: the
// least of all. It takes some hundred nanoseconds.
func canonical(p variants.Position) (c Canonical, least variants.State) {
	c.position, least = p, p.State()
	for _, sym := range p.Game().Symmetries()[1:] {
		if image := p.State().Image(p.Game().Grid(), sym); less(image, least) {
			c.symmetry, least = sym, image
		}
	}
	return c, least
}

// less puts states in an order.
func less(s, t variants.State) bool {
	return cmp.Or(cmp.Compare(s.Free, t.Free), cmp.Compare(s.Mine, t.Mine), cmp.Compare(s.Yours, t.Yours)) < 0
}

// Position returns the position itself.
func (c Canonical) Position() variants.Position { return c.position }

// Moves returns the image of a set of moves of the position.
func (c Canonical) Moves(moves variants.MoveSet) (image variants.MoveSet) {
	for m := range moves.Cells() {
		image = image.With(int(c.position.ImageMove(c.symmetry, variants.Move(m))))
	}
	return image
}

// Original is the opposite of Moves. Ok is false when there is a move among them that the
// position has not.
func (c Canonical) Original(image variants.MoveSet) (moves variants.MoveSet, ok bool) {
	for m := range c.position.Legal().Cells() {
		if image.Has(int(c.position.ImageMove(c.symmetry, variants.Move(m)))) {
			moves = moves.With(m)
		}
	}
	return moves, moves.Count() == image.Count()
}

// Line returns the image of a line of moves.
func (c Canonical) Line(pv []variants.Move) (image []variants.Move) {
	for _, m := range pv {
		image = append(image, c.position.ImageMove(c.symmetry, m))
	}
	return image
}

// OriginalLine is the opposite of Line.
func (c Canonical) OriginalLine(image []variants.Move) (pv []variants.Move, ok bool) {
	for at := c; len(pv) < len(image); {
		moves, ok := at.Original(variants.MoveSet(0).With(int(image[len(pv)])))
		if !ok {
			return nil, false
		}
		m := variants.Move(moves.First())
		pv, at.position = append(pv, m), at.position.Play(m)
	}
	return pv, true
}

// Valid returns the state that a key stands for; ok is false for a key that is not the one
// of that state, or whose state cannot be: a marker in a free cell, or two in one.
func (k Keys) Valid(key Key) (s variants.State, ok bool) {
	s = k.State(key)
	apart := k.markers == 0 || (s.Mine|s.Yours)&s.Free == 0 && s.Mine&s.Yours == 0
	return s, apart && k.Of(s) == key
}

// Wide reports whether keys are two words.
func (k Keys) Wide() bool { return k.wide }
