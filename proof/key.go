package proof

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Key is a number of 128 bits that encodes a position with the winner to move: its
// [variants.State]. Keys are comparable. Their layout depends on the game, see [Keys].
type Key struct{ Hi, Lo uint64 }

// Compare returns -1, 0 or 1 if k is less than, equal to or greater than l.
func (k Key) Compare(l Key) int {
	return cmp.Or(cmp.Compare(k.Hi, l.Hi), cmp.Compare(k.Lo, l.Lo))
}

// Less reports whether k is less than l.
func (k Key) Less(l Key) bool { return k.Hi < l.Hi || k.Hi == l.Hi && k.Lo < l.Lo }

func (k Key) plus(l Key) (sum Key, overflow bool) {
	lo, carry := bits.Add64(k.Lo, l.Lo, 0)
	hi, carry := bits.Add64(k.Hi, l.Hi, carry)
	return Key{hi, lo}, carry != 0
}

func (k Key) minus(l Key) Key {
	lo, borrow := bits.Sub64(k.Lo, l.Lo, 0)
	hi, _ := bits.Sub64(k.Hi, l.Hi, borrow)
	return Key{hi, lo}
}

// shifted returns k · 2ⁿ, for n from 1 to 64.
func (k Key) shifted(n int) Key { return Key{k.Hi<<n | k.Lo>>(64-n), k.Lo << n} }

// above returns k / 2ⁿ, rounded down, for n from 1 to 64.
func (k Key) above(n int) Key { return Key{k.Hi >> n, k.Hi<<(64-n) | k.Lo>>n} }

// noCell is the number of the cell of a marker that is not placed.
const noCell = 127

// Keys translates between the States of one game and their keys. With n cells on the board, and
// 127 for a marker that is not placed, the key is
//
//	follow      free · 2⁷ + cell of yours
//	place       mine · 2ⁿ + yours
//	walk        free · 2¹⁴ + cell of mine · 2⁷ + cell of yours
//	place … all free
//
// The layout follows from the traits: free, mine and yours in this order from the highest bit on, with n bits for a set
// of cells, seven for a marker and none for an unused field. A key has at most 128 bits, see [Keys.Fit].
type Keys struct {
	traits variants.Traits
	mine   int // bits of mine
	yours  int // bits of yours
	all    variants.Board
	n      int
}

// KeysOf returns the keys of a game.
func KeysOf(game *variants.Game) Keys {
	g := Keys{traits: game.Traits(), all: game.Grid().All(), n: game.Grid().Size()}
	g.mine, g.yours = g.bits(g.traits.Mine), g.bits(g.traits.Yours)
	return g
}

// bits returns the number of bits of a field.
func (g Keys) bits(f variants.Field) int {
	return [...]int{variants.Unused: 0, variants.Marker: 7, variants.Cells: g.n}[f]
}

// Fit reports whether keys have at most 128 bits. They do in the five games. In another game they have more if all
// three fields are sets and the board has more than 42 cells.
func (g Keys) Fit() bool { return g.bits(g.traits.Free)+g.mine+g.yours <= 128 }

// Of returns the key of a state.
func (g Keys) Of(s variants.State) Key {
	k := Key{Lo: uint64(s.Free)}
	k = g.append(k, g.traits.Mine, s.Mine)
	return g.append(k, g.traits.Yours, s.Yours)
}

// append adds a field below a key.
func (g Keys) append(k Key, f variants.Field, b variants.Board) Key {
	switch f {
	case variants.Cells:
		k = k.shifted(g.n)
		k.Lo |= uint64(b)
	case variants.Marker:
		k = k.shifted(7)
		k.Lo |= cellOf(b)
	}
	return k
}

// State returns the state of a key. The error reports a number that is not a key: cells that are not on the board, or a
// marker on a free cell.
func (g Keys) State(k Key) (s variants.State, err error) {
	k, s.Yours, err = g.cut(k, g.traits.Yours)
	if err == nil {
		k, s.Mine, err = g.cut(k, g.traits.Mine)
	}
	s.Free = variants.Board(k.Lo)
	switch {
	case err != nil, k.Hi != 0, s.Free&^g.all != 0, g.traits.Free == variants.Unused && s.Free != 0:
		return s, errors.New("a key with cells that are not on the board")
	case g.traits.Free != variants.Unused && s.Free&(s.Mine|s.Yours)|s.Mine&s.Yours != 0:
		return s, errors.New("a key with a marker on a free cell or on the other one")
	}
	return s, nil
}

// cut removes the last field of a key.
func (g Keys) cut(k Key, f variants.Field) (rest Key, b variants.Board, err error) {
	switch f {
	case variants.Cells:
		return k.above(g.n), variants.Board(k.Lo) & g.all, nil
	case variants.Marker:
		b, ok := g.marker(k.Lo)
		if !ok {
			err = errors.New("a marker that is not on the board")
		}
		return k.above(7), b, err
	}
	return k, 0, nil
}

// cellOf returns the number of the cell that a marker stands on.
func cellOf(b variants.Board) uint64 {
	if b == 0 {
		return noCell
	}
	return uint64(b.First())
}

// marker returns the set of the cell in the last seven bits.
func (g Keys) marker(k uint64) (b variants.Board, ok bool) {
	c := int(k & noCell)
	if c == noCell {
		return 0, true
	}
	return bitboard.Of(c), c < g.n
}

// appendVarint appends a number as unsigned LEB128 in the shortest form: seven bits a byte, lowest bits first, and the
// top bit set in all bytes except the last.
func appendVarint(b []byte, k Key) []byte {
	for k.Hi != 0 || k.Lo >= 0x80 {
		b = append(b, byte(k.Lo)|0x80)
		k = Key{k.Hi >> 7, k.Hi<<57 | k.Lo>>7}
	}
	return append(b, byte(k.Lo))
}

// readVarint reads a number of at most 128 bits in the shortest form.
func readVarint(r io.ByteReader) (k Key, err error) {
	for at := 0; ; at += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return k, err
		}
		part := uint64(b & 0x7f)
		switch {
		case at == 126 && b > 3:
			return k, errors.New("a number of more than 128 bits")
		case at > 0 && b == 0:
			return k, errors.New("a number that is not in its shortest form")
		case at < 64:
			k.Lo |= part << at
			k.Hi |= part >> (64 - at)
		default:
			k.Hi |= part << (at - 64)
		}
		if b < 0x80 {
			return k, nil
		}
	}
}

// readInt reads a number; more than most is an error.
func readInt(r io.ByteReader, most uint64) (uint64, error) {
	k, err := readVarint(r)
	if err == nil && (k.Hi != 0 || k.Lo > most) {
		err = fmt.Errorf("a number greater than %d where none can be", most)
	}
	return k.Lo, err
}
