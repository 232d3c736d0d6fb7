package bitboard

// RaceRook lets two sets spread over the free cells by rook steps in turn, a first, until
// neither can continue. It returns what each holds in the end: the cells that it reaches first,
// and those it began with. A free cell is taken once. It takes a few nanoseconds for each step
// of the longest path.
//
//	a . . #        A A a #
//	. . # .   →    A a # b      (# not free, reached by neither)
//	. . . b        a b b B
func (g *Grid) RaceRook(a, b, free Board) (Board, Board) {
	row := uint(g.cols) % MaxCells
	for free &^= a | b; ; {
		grown := (a>>row | a<<row | a&g.canLeft>>1 | a&g.canRight<<1) & free
		free &^= grown
		a |= grown
		reply := (b>>row | b<<row | b&g.canLeft>>1 | b&g.canRight<<1) & free
		free &^= reply
		b |= reply
		if grown|reply == 0 || free == 0 {
			return a, b
		}
	}
}

// RaceKing is [Grid.RaceRook] by king steps.
func (g *Grid) RaceKing(a, b, free Board) (Board, Board) {
	row := uint(g.cols) % MaxCells
	for free &^= a | b; ; {
		wide := a | a&g.canLeft>>1 | a&g.canRight<<1
		grown := (wide | wide>>row | wide<<row) & free
		free &^= grown
		a |= grown
		wide = b | b&g.canLeft>>1 | b&g.canRight<<1
		reply := (wide | wide>>row | wide<<row) & free
		free &^= reply
		b |= reply
		if grown|reply == 0 || free == 0 {
			return a, b
		}
	}
}
