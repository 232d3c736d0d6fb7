package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// lookup is Lookup for ids that are known to exist.
func lookup(t testing.TB, id string) variants.Variant {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	return v
}

// slow is a second statement of the five rule sets, written from rules.md with
// rows, columns and loops, and sharing nothing with the package but the position
// text it starts from.
type slow struct {
	variant string
	cell    [][]byte // . # x o X O, row by row
	mover   byte     // 'X' or 'O'
}

func slowFrom(variant, text string) slow {
	rows, side, _ := strings.Cut(text, " ")
	s := slow{variant: variant, mover: strings.ToUpper(side)[0]}
	for _, row := range strings.Split(strings.ReplaceAll(rows, "-", "."), "/") {
		s.cell = append(s.cell, []byte(row))
	}
	return s
}

func (s slow) copied() slow {
	cell := make([][]byte, len(s.cell))
	for r := range cell {
		cell[r] = append([]byte(nil), s.cell[r]...)
	}
	s.cell = cell
	return s
}

func (s slow) other() byte { return 'X' + 'O' - s.mover }

func (s slow) at(r, c int) byte {
	if r < 0 || c < 0 || r >= len(s.cell) || c >= len(s.cell[0]) {
		return '#'
	}
	return s.cell[r][c]
}

// find returns where one of the symbols stands.
func (s slow) find(symbols string) (row, col int, found bool) {
	for r := range s.cell {
		for c := range s.cell[r] {
			if strings.IndexByte(symbols, s.cell[r][c]) >= 0 {
				return r, c, true
			}
		}
	}
	return 0, 0, false
}

func king(r, c, r2, c2 int) bool {
	return (r != r2 || c != c2) && abs(r-r2) <= 1 && abs(c-c2) <= 1
}

func rook(r, c, r2, c2 int) bool { return abs(r-r2)+abs(c-c2) == 1 }

func abs(n int) int { return max(n, -n) }

// touches reports whether one of the symbols stands next to the cell, diagonals included.
func (s slow) touches(r, c int, symbols string) bool {
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if (dr != 0 || dc != 0) && strings.IndexByte(symbols, s.at(r+dr, c+dc)) >= 0 {
				return true
			}
		}
	}
	return false
}

// next returns the positions after each legal move.
func (s slow) next() []slow {
	var all []slow
	for r := range s.cell {
		for c := range s.cell[r] {
			if s.cell[r][c] == '.' {
				all = append(all, s.to(r, c)...)
			}
		}
	}
	return all
}

// to returns the positions after the moves that put the mover's mark on an
// empty cell: none or one, in blockade one for each block.
func (s slow) to(r, c int) []slow {
	own := string(s.mover)
	after := s.copied()
	after.cell[r][c], after.mover = s.mover, s.other()
	switch s.variant {
	case "classic":
		lr, lc, found := s.find("XO")
		if found && !rook(lr, lc, r, c) {
			return nil
		}
		if found {
			after.cell[lr][lc] |= ' ' // lower case
		}
	case "duel":
		if s.touches(r, c, own) {
			return nil
		}
	case "claim":
		if s.touches(r, c, "XO") {
			return nil
		}
	case "lockdown":
		mr, mc, placed := s.find(own)
		if placed && !king(mr, mc, r, c) {
			return nil
		}
		if placed {
			after.cell[mr][mc] |= ' '
		}
	case "blockade":
		mr, mc, _ := s.find(own)
		if !rook(mr, mc, r, c) {
			return nil
		}
		after.cell[mr][mc] = '.'
		return after.blocks(r, c)
	}
	return []slow{after}
}

func (s slow) blocks(r, c int) []slow {
	var all []slow
	for br := range s.cell {
		for bc := range s.cell[br] {
			if s.cell[br][bc] == '.' && rook(r, c, br, bc) {
				after := s.copied()
				after.cell[br][bc] = '#'
				all = append(all, after)
			}
		}
	}
	return all
}

func (s slow) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var sum uint64
	for _, n := range s.next() {
		sum += n.perft(depth - 1)
	}
	return sum
}
