// Package tabletest inspects transposition tables, for tests.
package tabletest

import (
	"encoding/binary"

	"gridlock/bitboard"
	"gridlock/solver/internal/table"
	"gridlock/variants"
)

// Enlarge makes a table as large as it may become, so that it forgets little.
func Enlarge(t *table.Table) {
	t.Added(1 << 40)
	for range 64 {
		t.Grow(func() bool { return false })
	}
}

// Entries returns the data of every key in a table.
func Entries(t *table.Table) map[table.Key]uint64 {
	all := map[table.Key]uint64{}
	for piece := range t.Pieces(0) {
		for ; len(piece) > 0; piece = piece[t.EntryBytes():] {
			words := t.Packing.Size()
			k := table.Key{A: binary.LittleEndian.Uint64(piece)}
			if t.Packing.Wide {
				k.B = binary.LittleEndian.Uint64(piece[8:])
			}
			all[k] = binary.LittleEndian.Uint64(piece[8*(words-1):])
		}
	}
	return all
}

// StateOf is the inverse of Packing.Exact, for narrow keys with markers.
func StateOf(game *variants.Game, k table.Key) variants.State {
	marker := func(number uint64) bitboard.Board {
		if number &= 63; number == 63 { // no marker
			return 0
		}
		return bitboard.Board(1) << number
	}
	size := game.Grid().Size()
	rest := k.A >> size
	return variants.State{Free: bitboard.Board(k.A & (1<<size - 1)), Mine: marker(rest >> 6), Yours: marker(rest)}
}
