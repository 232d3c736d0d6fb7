package table

import (
	"gridlock/bitboard"
	"gridlock/solver/internal/layout"
	"gridlock/variants"
)

// Key is a State of a game, packed without loss. B is 0 in narrow keys.
type Key struct{ A, B uint64 }

// Packing packs the States of a game.
type Packing struct {
	layout layout.Layout
	Wide   bool // one word does not suffice
	shift  uint // of the second part of a narrow key

	Grid       *bitboard.Grid
	Symmetries []bitboard.Symmetry // except the identity
	images     []image             // of which the least key is taken
	crowded    int                 // number of cells from which images share a key
}

// image is an image of a state, by one step from another one.
type image struct {
	symmetry, from, step bitboard.Symmetry
	keyed                bool // not only there for the sake of others
}

// PackingFor returns the packing for a game. One word holds
//
//	blockade, lockdown   Free and the numbers of two cells, up to 52 cells
//	classic              Free and the number of a cell, up to 58 cells
//	duel                 Mine and Yours, up to 32 cells
//	claim                Free
//
// and larger boards take two. Other games are packed by their traits in the same way; games with
// sets of cells in all three fields take as much as duel.
func PackingFor(game *variants.Game) Packing {
	size := game.Grid().Size()
	p := Packing{
		layout: layout.Of(game.Traits()), shift: uint(size) % bitboard.MaxCells,
		Grid: game.Grid(), Symmetries: game.Symmetries()[1:], crowded: 2 * size / 3,
	}
	start := game.Start().State()
	for _, sym := range p.Symmetries {
		if start.Image(p.Grid, sym) != start {
			p.Symmetries = nil // images hardly meet, as in blockade, so they do not pay
			break
		}
	}
	p.images = imagesBy(p.Symmetries)
	switch p.layout {
	case layout.TwoMarks:
		p.Wide = size > 52
	case layout.OneMark:
		p.Wide = size > 58
	case layout.TwoSets, layout.Planes:
		p.Wide = size > 32
		p.crowded *= 2 // every free cell is in two sets
	}
	return p
}

// imagesBy returns the images by some symmetries, each after the one that it is a step from. The last step
// of a symmetry is its lowest bit.
func imagesBy(symmetries []bitboard.Symmetry) (all []image) {
	var keyed, needed [bitboard.QuarterTurnRight + 1]bool
	for _, sym := range symmetries {
		keyed[sym] = true
		for ; sym != bitboard.Identity; sym &= sym - 1 {
			needed[sym] = true
		}
	}
	for sym := range bitboard.Symmetry(len(needed)) {
		if needed[sym] {
			all = append(all, image{sym, sym & (sym - 1), sym & -sym, keyed[sym]})
		}
	}
	return all
}

// Size returns the number of words of an entry, its data included.
func (p Packing) Size() int {
	if p.Wide {
		return 3
	}
	return 2
}

// ways returns the number of entries of a bucket.
func (p Packing) ways() int {
	if p.Wide {
		return 2
	}
	return 3
}

// NoMarker stands for the number of a marker's cell where there is no marker. Boards
// with narrow keys and markers have no such cell.
const NoMarker = 63

// Key packs a state. In about the first third of the game, where many positions are images of
// each other, it is the least key of all images. Later images are mostly reached from images, and
// looking for the least costs more than it saves. Lockdown 6×6 takes 1,454,060 nodes without
// images, 233,373 like this, and 192,101 with images everywhere.
func (p *Packing) Key(s variants.State) Key {
	k := p.Exact(s)
	if !p.Symmetric(s) {
		return k
	}
	states := [bitboard.QuarterTurnRight + 1]variants.State{bitboard.Identity: s}
	for _, i := range p.images {
		states[i.symmetry] = states[i.from].Image(p.Grid, i.step)
		if !i.keyed {
			continue
		}
		if image := p.Exact(states[i.symmetry]); image.A < k.A || image.A == k.A && image.B < k.B {
			k = image
		}
	}
	return k
}

// Reduced returns the state, of a state and its images, that is packed exactly into its key, and
// the symmetry of which it is the image.
func (p *Packing) Reduced(s variants.State) (variants.State, bitboard.Symmetry) {
	key := p.Key(s)
	if p.Exact(s) == key {
		return s, bitboard.Identity
	}
	for _, sym := range p.Symmetries {
		if image := s.Image(p.Grid, sym); p.Exact(image) == key {
			return image, sym
		}
	}
	panic("table: no image has the key of its state")
}

// Symmetric reports whether images of the state have its key.
func (p *Packing) Symmetric(s variants.State) bool {
	return len(p.Symmetries) > 0 && s.Free.Count()+s.Mine.Count()+s.Yours.Count() >= p.crowded
}

// Exact packs a state.
func (p *Packing) Exact(s variants.State) Key {
	switch {
	case p.layout == layout.FreeOnly:
		return Key{A: uint64(s.Free)}
	case p.layout >= layout.TwoSets:
		if p.layout == layout.Planes {
			s.Mine, s.Yours = s.Free|s.Mine, s.Free|s.Yours
		}
		if p.Wide {
			return Key{uint64(s.Mine), uint64(s.Yours)}
		}
		return Key{A: uint64(s.Mine) | uint64(s.Yours)<<p.shift}
	case p.Wide:
		return Key{uint64(s.Free), uint64(s.Mine.First())<<8 | uint64(s.Yours.First())}
	}
	mine, yours := min(s.Mine.First(), NoMarker), min(s.Yours.First(), NoMarker)
	return Key{A: uint64(s.Free) | uint64(yours|mine<<6)<<p.shift}
}
