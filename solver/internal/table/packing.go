package table

import (
	"gridlock/bitboard"
	"gridlock/solver/internal/layout"
	"gridlock/theory"
	"gridlock/variants"
)

// Key is a State of a game, packed without loss. B is 0 in narrow keys.
type Key struct{ A, B uint64 }

// Packing packs the States of a game.
type Packing struct {
	layout layout.Layout
	Wide   bool // one word does not suffice
	shift  uint // the shift of the second part of a narrow key

	Grid       *bitboard.Grid
	Symmetries []bitboard.Symmetry // except the identity
	images     Images              // the least key of these images is taken
	crowded    int                 // images share a key if at least so many cells are free

	Automorphisms []theory.Automorphism // used in place of the symmetries, if there are any
}

// Images are the images of a state under some symmetries.
type Images []image

// image is an image of a state, by one step from another one.
type image struct {
	symmetry, from, step bitboard.Symmetry
	keyed                bool // not only a step to other images
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
			p.Symmetries = nil // images of one position hardly ever occur, as in blockade
			break
		}
	}
	p.images = ImagesBy(p.Symmetries)
	switch p.layout {
	case layout.TwoMarks:
		p.Wide = size > 52
	case layout.OneMark:
		p.Wide = size > 58
	case layout.TwoSets, layout.Planes:
		p.Wide = size > 32
		p.crowded *= 2 // every free cell is in two sets
	}
	if find := theory.For(game).Automorphisms; find != nil {
		if p.Automorphisms = find(); p.Automorphisms != nil {
			p.crowded = size // half of them: many images, which meet for longer
		}
	}
	return p
}

// ImagesBy returns the images under some symmetries, each after the image that it is one step from.
func ImagesBy(symmetries []bitboard.Symmetry) (all Images) {
	var keyed, needed [bitboard.QuarterTurnRight + 1]bool
	for _, sym := range symmetries {
		keyed[sym] = true
		for ; sym != bitboard.Identity; sym &^= lastStep(sym) {
			needed[sym] = true
		}
	}
	for sym := range bitboard.Symmetry(len(needed)) {
		if needed[sym] {
			step := lastStep(sym)
			all = append(all, image{sym, sym &^ step, step, keyed[sym]})
		}
	}
	return all
}

// lastStep returns the last step to a symmetry. It mirrors rows if possible, which is fastest, and may come before or
// after a half turn.
func lastStep(sym bitboard.Symmetry) bitboard.Symmetry {
	if sym&bitboard.MirrorRows != 0 {
		return bitboard.MirrorRows
	}
	return sym & -sym
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

// Key packs a state. In about the first third of the game, where many positions are images of each other, the key is
// the least key of all images. Later, images mostly arise from positions that were images already, and looking for the
// least key costs more than it saves (docs/tried.md).
func (p *Packing) Key(s variants.State) Key {
	if !p.Symmetric(s) {
		return p.Exact(s)
	}
	if p.Automorphisms != nil {
		return p.leastOf(s)
	}
	_, k := p.Least(s, p.images)
	return k
}

// leastOf returns the least exact key of a state and its images by automorphisms.
func (p *Packing) leastOf(s variants.State) Key {
	from := p.leading(s)
	first, least := from, p.Exact(s)
	for i := range p.Automorphisms {
		a := &p.Automorphisms[i]
		lead := a.Of(from)
		if lead > first {
			continue
		}
		if k := p.Exact(a.Image(s)); lead < first || k.A < least.A || k.A == least.A && k.B < least.B {
			first, least = lead, k
		}
	}
	return least
}

// Least returns the state with the least exact key among a state and its images, and this key.
func (p *Packing) Least(s variants.State, images Images) (least variants.State, key Key) {
	first := p.leading(s)
	sets := [bitboard.QuarterTurnRight + 1]bitboard.Board{bitboard.Identity: first}
	for _, i := range images {
		sets[i.symmetry] = p.Grid.Image(i.step, sets[i.from])
		if i.keyed {
			first = min(first, sets[i.symmetry])
		}
	}
	found := sets[bitboard.Identity] == first
	if found {
		least, key = s, p.Exact(s)
	}
	for _, i := range images {
		if !i.keyed || sets[i.symmetry] != first {
			continue
		}
		image := s.Image(p.Grid, i.symmetry)
		if k := p.Exact(image); !found || k.A < key.A || k.A == key.A && k.B < key.B {
			least, key, found = image, k, true
		}
	}
	return least, key
}

// leading returns the set of a state that comes first in its exact key, so a lesser set means a lesser key.
func (p *Packing) leading(s variants.State) bitboard.Board {
	switch {
	case p.layout == layout.TwoSets && p.Wide:
		return s.Mine
	case p.layout == layout.TwoSets:
		return s.Yours
	case p.layout == layout.Planes && p.Wide:
		return s.Free | s.Mine
	case p.layout == layout.Planes:
		return s.Free | s.Yours
	case p.layout == layout.FreeOnly || p.Wide:
		return s.Free
	case s.Mine != 0:
		return s.Mine
	case s.Yours != 0:
		return s.Yours
	}
	return s.Free
}

// Reduced returns the image of a state with the least exact key, and the symmetry that takes the state to it, if the
// images by symmetries share the state's key. Else it returns the state unchanged.
func (p *Packing) Reduced(s variants.State) (variants.State, bitboard.Symmetry) {
	if !p.Symmetric(s) {
		return s, bitboard.Identity
	}
	least, _ := p.Least(s, p.images)
	for _, sym := range p.Symmetries {
		if least != s && s.Image(p.Grid, sym) == least {
			return least, sym
		}
	}
	return least, bitboard.Identity
}

// Symmetric reports whether images of the state have its key.
func (p *Packing) Symmetric(s variants.State) bool {
	return (len(p.Symmetries) > 0 || p.Automorphisms != nil) && s.Free.Count()+s.Mine.Count()+s.Yours.Count() >= p.crowded
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
