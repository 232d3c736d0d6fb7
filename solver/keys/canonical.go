package keys

import (
	"gridlock/solver"
	"gridlock/variants"
)

// Canonical is a position together with its canonical image, which is the same for all its images. Everything stored
// under their Key is about the canonical image.
type Canonical struct {
	Key Key
	solver.Image
}

// Canonical returns the canonical image of a position. The game must be that of the keys.
func (k Keys) Canonical(p variants.Position) Canonical {
	c := Canonical{Key: k.Of(p.State()), Image: solver.ImageOf(p, 0)}
	for _, sym := range p.Game().Symmetries() {
		if p.Image(sym).State() == k.State(c.Key) {
			c.Image = solver.ImageOf(p, sym)
			break
		}
	}
	return c
}

// Valid returns the state of a key. Ok is false if Of does not return the key for that state, or if the state is
// impossible: a marker in a free cell, or two markers in one cell.
func (k Keys) Valid(key Key) (s variants.State, ok bool) {
	s = k.State(key)
	apart := k.markers == 0 || (s.Mine|s.Yours)&s.Free == 0 && s.Mine&s.Yours == 0
	return s, apart && k.Of(s) == key
}

// Wide reports whether keys are two words.
func (k Keys) Wide() bool { return k.wide }
