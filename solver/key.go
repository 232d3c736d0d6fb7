package solver

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// key is a State of a game, packed without loss. In narrow keys b is 0.
type key struct{ a, b uint64 }

// packing packs the States of a game.
type packing struct {
	wide  bool // one word does not suffice
	only  bool // there is nothing but Free
	sets  bool // both sides' boards are sets, not markers
	shift uint // of the second part of a narrow key
}

// packingFor returns the packing for a game. One word holds
//
//	blockade, lockdown   Free and the numbers of two cells, to 52 cells
//	classic              Free and the number of a cell, to 58 cells
//	duel                 Mine and Yours, to 32 cells
//	claim                Free
//
// and larger boards take two.
func packingFor(game *variants.Game) packing {
	size := game.Grid().Size()
	p := packing{shift: uint(size) % bitboard.MaxCells}
	switch game.Variant().ID {
	case variants.Blockade, variants.Lockdown:
		p.wide = size > 52
	case variants.Classic:
		p.wide = size > 58
	case variants.Duel:
		p.sets, p.wide = true, size > 32
	case variants.Claim:
		p.only = true
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

// key packs a state.
func (p packing) key(s variants.State) key {
	switch {
	case p.only:
		return key{a: uint64(s.Free)}
	case p.sets && p.wide:
		return key{uint64(s.Mine), uint64(s.Yours)}
	case p.sets:
		return key{a: uint64(s.Mine) | uint64(s.Yours)<<p.shift}
	case p.wide:
		return key{uint64(s.Free), uint64(s.Mine.First())<<8 | uint64(s.Yours.First())}
	}
	mine, yours := min(s.Mine.First(), noMarker), min(s.Yours.First(), noMarker)
	return key{a: uint64(s.Free) | uint64(yours|mine<<6)<<p.shift}
}
