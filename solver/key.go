package solver

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// key is a State of a game, packed without loss. In narrow keys b is 0.
type key struct{ a, b uint64 }

// packing packs the States of a game.
type packing struct {
	layout layout
	wide   bool // one word does not suffice
	shift  uint // of the second part of a narrow key

	grid       *bitboard.Grid
	symmetries []bitboard.Symmetry // but the identity
	crowded    int                 // cells from which on images share a key
}

// packingFor returns the packing for a game. One word holds
//
//	blockade, lockdown   Free and the numbers of two cells, to 52 cells
//	classic              Free and the number of a cell, to 58 cells
//	duel                 Mine and Yours, to 32 cells
//	claim                Free
//
// and larger boards take two; so it is with other games of the same traits. Games with
// sets of cells in all three fields take as much as duel.
func packingFor(game *variants.Game) packing {
	size := game.Grid().Size()
	p := packing{
		layout: layoutOf(game.Traits()), shift: uint(size) % bitboard.MaxCells,
		grid: game.Grid(), symmetries: game.Symmetries()[1:], crowded: 2 * size / 3,
	}
	start := game.Start().State()
	for _, sym := range p.symmetries {
		if start.Image(p.grid, sym) != start {
			p.symmetries = nil // images hardly meet, as in blockade, so they do not pay
			break
		}
	}
	switch p.layout {
	case twoMarks:
		p.wide = size > 52
	case oneMark:
		p.wide = size > 58
	case twoSets, planes:
		p.wide = size > 32
		p.crowded *= 2 // every free cell is in two sets
	}
	return p
}

// size returns how many words an entry takes, its data included.
func (p packing) size() int {
	if p.wide {
		return 3
	}
	return 2
}

// ways returns how many entries a bucket has.
func (p packing) ways() int {
	if p.wide {
		return 2
	}
	return 3
}

// noMarker stands for the number of a marker's cell where there is no marker. Boards
// with narrow keys and markers have no such cell.
const noMarker = 63

// key packs a state. On the first third of the board, where many positions are images
// of each other, it is the least of the keys of all images; further on images mostly
// lie below images, and to look for the least costs more than it saves. Lockdown 6×6
// takes 1,454,060 nodes without, 233,373 so, and 192,101 with images everywhere.
func (p *packing) key(s variants.State) key {
	k := p.exact(s)
	if !p.symmetric(s) {
		return k
	}
	for _, sym := range p.symmetries {
		if image := p.exact(s.Image(p.grid, sym)); image.a < k.a || image.a == k.a && image.b < k.b {
			k = image
		}
	}
	return k
}

// symmetric reports whether images of the state have its key.
func (p *packing) symmetric(s variants.State) bool {
	return len(p.symmetries) > 0 && s.Free.Count()+s.Mine.Count()+s.Yours.Count() >= p.crowded
}

// exact packs a state.
func (p *packing) exact(s variants.State) key {
	switch {
	case p.layout == freeOnly:
		return key{a: uint64(s.Free)}
	case p.layout >= twoSets:
		if p.layout == planes {
			s.Mine, s.Yours = s.Free|s.Mine, s.Free|s.Yours
		}
		if p.wide {
			return key{uint64(s.Mine), uint64(s.Yours)}
		}
		return key{a: uint64(s.Mine) | uint64(s.Yours)<<p.shift}
	case p.wide:
		return key{uint64(s.Free), uint64(s.Mine.First())<<8 | uint64(s.Yours.First())}
	}
	mine, yours := min(s.Mine.First(), noMarker), min(s.Yours.First(), noMarker)
	return key{a: uint64(s.Free) | uint64(yours|mine<<6)<<p.shift}
}
