// Package keys packs states of a game into one or two words without loss. Images of each other
// have the same key.
package keys

import (
	"cmp"
	"math/bits"

	"gridlock/bitboard"
	"gridlock/solver/internal/layout"
	"gridlock/variants"
)

// Key is a State of a game packed without loss: the least key of all its images under the symmetries of the board. B is
// 0 on boards where one word suffices. Keys of one game sort by A, then by B.
type Key struct{ A, B uint64 }

// Compare returns -1 if k sorts before l, 0 if they are equal, and 1 if k sorts after l.
func (k Key) Compare(l Key) int {
	if c := cmp.Compare(k.A, l.A); c != 0 {
		return c
	}
	return cmp.Compare(k.B, l.B)
}

// Less reports whether k sorts before l.
func (k Key) Less(l Key) bool { return k.A < l.A || k.A == l.A && k.B < l.B }

// MaxLayers is the maximum number of layers of a game's positions, see [Keys.Layer].
const MaxLayers = 2*bitboard.MaxCells + 1

// Keys packs the States of a game. It is safe for concurrent use.
//
// A state is split into a large set, the head, and the rest, the tail:
//
//	          head    tail                              one word up to
//	classic   Free    the cell of Yours                 58 cells
//	duel      Mine    Yours                             32
//	lockdown  Free    the cells of Mine and of Yours    52
//	claim     Free    –                                 64
//	blockade  Free    the cells of Mine and of Yours    52
//
// Other games are packed by their traits in the same way. Where all three fields are sets of
// cells, the head is Free or Mine, the tail is Free or Yours, up to 32.
//
// One word holds head and tail, the head in front; otherwise A is the head and B the tail. So
// the head mostly decides which image is the least, and keys that differ only in the tail are
// adjacent.
type Keys struct{ *keying }

type keying struct {
	size    int
	markers int  // in the tail
	width   uint // bits for a marker's cell; the number of cells stands for no marker
	shift   uint // bits of the tail
	wide    bool // head and tail take a word each
	sets    bool // the tail is a set of cells
	planes  bool // the head is Free or Mine, the tail Free or Yours
	drop    int  // the greatest number of layers that a move leads down
	turns   bool // some symmetry exchanges rows and columns

	group  []bitboard.Symmetry // whose images share a key
	images []sevenCells
	cells  [8][bitboard.MaxCells + 1]uint8 // the image of a cell, or of no marker, under a symmetry
}

// sevenCells holds, for each set of seven adjacent cells, its image under each symmetry. On 5×5
// such tables take 32 KiB and stay in the first-level cache.
type sevenCells [1 << perTable][8]bitboard.Board

const perTable = 7

// noImage stands for the image under a symmetry outside the group.
const noImage = ^bitboard.Board(0)

// New returns the packing of a game's states.
func New(game *variants.Game) Keys { return keysUnder(game, game.Symmetries()) }

// Keeping returns a packing in which images share a key only under the symmetries that keep the
// state of p. Every image of a position that is reachable from p is reachable, too, so the
// orbits of such keys add up to the number of reachable states.
func Keeping(p variants.Position) Keys {
	var group []bitboard.Symmetry
	for _, sym := range p.Game().Symmetries() {
		if p.State().Image(p.Game().Grid(), sym) == p.State() {
			group = append(group, sym)
		}
	}
	return keysUnder(p.Game(), group)
}

// keysUnder returns a packing in which images share a key only under the symmetries of group.
func keysUnder(game *variants.Game, group []bitboard.Symmetry) Keys {
	k := &keying{size: game.Grid().Size(), group: group}
	k.width = uint(bits.Len(uint(k.size)))
	switch layout.Of(game.Traits()) {
	case layout.TwoMarks:
		k.markers = 2
	case layout.OneMark:
		k.markers = 1
	case layout.TwoSets:
		k.sets = true
	case layout.Planes:
		k.sets, k.planes = true, true
	}
	if k.drop = game.Traits().MaxDrop; k.drop == 0 {
		k.drop = MaxLayers - 1
	}
	k.shift = uint(k.markers) * k.width
	if k.sets {
		k.shift = uint(k.size)
	}
	k.wide = k.size+int(k.shift) > 64
	k.tabulate(game.Grid())
	return Keys{k}
}

// tabulate fills the tables of images. Symmetries outside the group take every set to the set of all cells, so such an
// image is never the least.
func (k *keying) tabulate(grid *bitboard.Grid) {
	k.images = make([]sevenCells, (k.size+perTable-1)/perTable)
	for i := range k.images {
		for set := range k.images[i] {
			row := &k.images[i][set]
			*row = [8]bitboard.Board{noImage, noImage, noImage, noImage, noImage, noImage, noImage, noImage}
			for _, sym := range k.group {
				row[sym] = grid.Image(sym, bitboard.Board(set)<<(perTable*i)&grid.All())
			}
		}
	}
	for _, sym := range k.group {
		k.turns = k.turns || sym&bitboard.Transpose != 0
		for c := range k.size {
			k.cells[sym][c] = uint8(grid.Image(sym, bitboard.Of(c)).First())
		}
		k.cells[sym][k.size] = uint8(k.size)
	}
}

// Of returns the key of a state.
func (k Keys) Of(s variants.State) Key {
	key, _ := k.least(s)
	return key
}

// Orbit returns the number of distinct images of s.
func (k Keys) Orbit(s variants.State) int {
	_, same := k.least(s)
	return len(k.group) / same
}

// least returns the least key of all images, and the number of symmetries that give it.
func (k *keying) least(s variants.State) (key Key, same int) {
	head, tail := k.split(s)
	images := k.imagesOf(head)
	least := min(images[0], images[1], images[2], images[3], images[4], images[5], images[6], images[7])
	if k.sets {
		return k.leastOfSets(&images, least, bitboard.Board(tail))
	}
	best := ^uint64(0)
	for _, sym := range k.group {
		if images[sym&7] != least {
			continue
		}
		switch t := k.imageOfMarkers(sym, tail); {
		case same == 0 || t < best:
			best, same = t, 1
		case t == best:
			same++
		}
	}
	return k.join(least, best), same
}

// leastOfSets is least where the tail is a set, given the images of the head.
func (k *keying) leastOfSets(images *[8]bitboard.Board, least, tail bitboard.Board) (key Key, same int) {
	tails := k.imagesOf(tail)
	best := noImage
	for _, sym := range k.group {
		if images[sym&7] != least {
			continue
		}
		switch t := tails[sym&7]; {
		case same == 0 || t < best:
			best, same = t, 1
		case t == best:
			same++
		}
	}
	return k.join(least, uint64(best)), same
}

// imagesOf returns the images of a set of cells, by the number of the symmetry; all ones for a
// symmetry outside the group.
func (k *keying) imagesOf(b bitboard.Board) [8]bitboard.Board {
	var i0, i1, i2, i3 bitboard.Board
	if !k.turns {
		for i := range k.images {
			row := &k.images[i][b&(1<<perTable-1)]
			i0, i1, i2, i3 = i0|row[0], i1|row[1], i2|row[2], i3|row[3]
			b >>= perTable
		}
		return [8]bitboard.Board{i0, i1, i2, i3, noImage, noImage, noImage, noImage}
	}
	var i4, i5, i6, i7 bitboard.Board
	for i := range k.images {
		row := &k.images[i][b&(1<<perTable-1)]
		i0, i1, i2, i3 = i0|row[0], i1|row[1], i2|row[2], i3|row[3]
		i4, i5, i6, i7 = i4|row[4], i5|row[5], i6|row[6], i7|row[7]
		b >>= perTable
	}
	return [8]bitboard.Board{i0, i1, i2, i3, i4, i5, i6, i7}
}

// imageOfMarkers returns the image of a tail of markers, or of an empty tail, under a symmetry of the group.
func (k *keying) imageOfMarkers(sym bitboard.Symmetry, tail uint64) uint64 {
	cells := &k.cells[sym&7]
	switch k.markers {
	case 2:
		return uint64(cells[tail>>k.width])<<k.width | uint64(cells[tail&(1<<k.width-1)])
	case 1:
		return uint64(cells[tail])
	}
	return 0
}

// split returns head and tail of a state.
func (k *keying) split(s variants.State) (head bitboard.Board, tail uint64) {
	switch {
	case k.markers == 2:
		return s.Free, uint64(k.number(s.Mine)<<k.width | k.number(s.Yours))
	case k.markers == 1:
		return s.Free, uint64(k.number(s.Yours))
	case k.planes:
		return s.Free | s.Mine, uint64(s.Free | s.Yours)
	case k.sets:
		return s.Mine, uint64(s.Yours)
	}
	return s.Free, 0
}

// number returns the number of a marker's cell; the number of cells on the board for a marker
// that is not placed.
func (k *keying) number(marker bitboard.Board) int { return min(marker.First(), k.size) }

// join packs head and tail.
func (k *keying) join(head bitboard.Board, tail uint64) Key {
	if k.wide {
		return Key{uint64(head), tail}
	}
	return Key{A: uint64(head)<<k.shift | tail}
}

// parts is the inverse of join.
func (k *keying) parts(key Key) (head bitboard.Board, tail uint64) {
	if k.wide {
		return bitboard.Board(key.A), key.B
	}
	return bitboard.Board(key.A >> k.shift), key.A & (1<<k.shift - 1)
}

// State returns the state of a key: an image of all states that have the key.
func (k Keys) State(key Key) variants.State {
	head, tail := k.parts(key)
	switch {
	case k.markers == 2:
		return variants.State{Free: head, Mine: k.marker(tail >> k.width), Yours: k.marker(tail & (1<<k.width - 1))}
	case k.markers == 1:
		return variants.State{Free: head, Yours: k.marker(tail)}
	case k.planes:
		return variants.State{Free: head & bitboard.Board(tail), Mine: head &^ bitboard.Board(tail), Yours: bitboard.Board(tail) &^ head}
	case k.sets:
		return variants.State{Mine: head, Yours: bitboard.Board(tail)}
	}
	return variants.State{Free: head}
}

// marker is the inverse of number.
func (k *keying) marker(number uint64) bitboard.Board {
	if number == uint64(k.size) {
		return 0
	}
	return bitboard.Of(int(number))
}

// Layer returns the layer of a key: the number of free cells or, in duel, the number of cells that the mover may still
// take plus the number that the opponent may, see [variants.Traits.Left]. Every move leads to a lower layer; in
// classic, lockdown and blockade to the next lower one.
func (k Keys) Layer(key Key) int {
	head, tail := k.parts(key)
	if k.planes {
		return (head & bitboard.Board(tail)).Count()
	}
	if k.sets {
		return head.Count() + bits.OnesCount64(tail)
	}
	return head.Count()
}

// Drop returns the most layers that a move goes down.
func (k Keys) Drop() int { return k.drop }

// Bits returns the number of low bits of keys that may be set. Bits beyond 64 are in B.
func (k Keys) Bits() int {
	if k.wide {
		return 64 + k.size
	}
	return k.size + int(k.shift)
}
