package solver

import (
	"encoding/binary"

	"gridlock/bitboard"
	"gridlock/variants"
)

// enlarge makes a table as large as it may become, so that it forgets little.
func enlarge(t *table) {
	t.added(1 << 40)
	for range 64 {
		t.grow(func() bool { return false })
	}
}

// entries returns all that a table holds, and its data by key.
func entries(t *table) map[key]uint64 {
	all := map[key]uint64{}
	for piece := range t.pieces(0) {
		for ; len(piece) > 0; piece = piece[t.entryBytes():] {
			words := t.pack.size()
			k := key{a: binary.LittleEndian.Uint64(piece)}
			if t.pack.wide {
				k.b = binary.LittleEndian.Uint64(piece[8:])
			}
			all[k] = binary.LittleEndian.Uint64(piece[8*(words-1):])
		}
	}
	return all
}

// stateOf is the opposite of exact, for narrow keys with markers.
func stateOf(game *variants.Game, k key) variants.State {
	marker := func(number uint64) bitboard.Board {
		if number &= 63; number == 63 { // no marker
			return 0
		}
		return bitboard.Board(1) << number
	}
	size := game.Grid().Size()
	rest := k.a >> size
	return variants.State{Free: bitboard.Board(k.a & (1<<size - 1)), Mine: marker(rest >> 6), Yours: marker(rest)}
}
