package theory

import "gridlock/bitboard"

// shapes remembers something about pairs of sets, so that what is known about one
// serves for all that look the same: its translations, and its images under the
// symmetries of the board.
type shapes[V any] struct {
	grid       *bitboard.Grid
	symmetries []bitboard.Symmetry
	firstCol   bitboard.Board
	known      map[pair]V // by the place at the top left
}

func newShapes[V any](g *bitboard.Grid) shapes[V] {
	s := shapes[V]{grid: g, symmetries: g.Symmetries(), known: make(map[pair]V)}
	for row := range g.Rows() {
		s.firstCol = s.firstCol.With(g.Cell(row, 0))
	}
	return s
}

// closed returns a cell and its king neighbours: what a move there takes away.
func (s *shapes[V]) closed(c int) bitboard.Board { return s.grid.KingAt(c) | bitboard.Of(c) }

// pair is two sets of cells that belong together.
type pair struct{ a, b bitboard.Board }

// put remembers v for the pair, which must be at the top left, and its images.
func (s *shapes[V]) put(p pair, v V) {
	for _, sym := range s.symmetries {
		s.known[s.topLeft(pair{s.grid.Image(sym, p.a), s.grid.Image(sym, p.b)})] = v
	}
}

// topLeft moves both sets together as far up and left as they go. One of them must
// not be empty.
func (s *shapes[V]) topLeft(p pair) pair {
	union := p.a | p.b
	shift := union.First() / s.grid.Cols() * s.grid.Cols()
	for union>>shift&s.firstCol == 0 {
		shift++
	}
	return pair{p.a >> shift, p.b >> shift}
}
