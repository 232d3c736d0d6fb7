package bitboard

// RaceRook lets two sets spread over the free cells by rook steps in turn, a first, until neither can continue. It
// returns the final sets: the cells that each player reaches first, and the cells that each began with. A free cell is
// taken once. It takes a few nanoseconds for each step of the longest path.
//
//	a . . #        A A a #
//	. . # .   →    A a # b      (# not free, reached by neither)
//	. . . b        a b b B
func (g *Grid) RaceRook(a, b, free Board) (Board, Board) {
	row, left, right := uint(g.cols)%MaxCells, g.canLeft, g.canRight
	for free &^= a | b; ; {
		grown := (a>>row | a<<row | a&left>>1 | a&right<<1) & free
		free ^= grown
		a |= grown
		reply := (b>>row | b<<row | b&left>>1 | b&right<<1) & free
		free ^= reply
		b |= reply
		if grown|reply == 0 || free == 0 {
			return a, b
		}
	}
}

// RaceKing is [Grid.RaceRook] by king steps.
func (g *Grid) RaceKing(a, b, free Board) (Board, Board) {
	row, left, right := uint(g.cols)%MaxCells, g.canLeft, g.canRight
	for free &^= a | b; ; {
		wide := a | a&left>>1 | a&right<<1
		grown := (wide | wide>>row | wide<<row) & free
		free ^= grown
		a |= grown
		wide = b | b&left>>1 | b&right<<1
		reply := (wide | wide>>row | wide<<row) & free
		free ^= reply
		b |= reply
		if grown|reply == 0 || free == 0 {
			return a, b
		}
	}
}

// raceKnight is [Grid.RaceRook] by the leaps of a knight, on the plane, with less than 32 columns.
func (g *Grid) raceKnight(a, b, free Board) (Board, Board) {
	for free &^= a | b; ; {
		grown := g.leaps(a) & free
		free &^= grown
		a |= grown
		reply := g.leaps(b) & free
		free &^= reply
		b |= reply
		if grown|reply == 0 || free == 0 {
			return a, b
		}
	}
}

// leaps returns the cells that knights on b attack, and some bits that are no cells.
func (g *Grid) leaps(b Board) Board {
	row := uint(g.cols) % MaxCells
	left, right := b&g.canLeft>>1, b&g.canRight<<1
	one, two := left|right, left&g.canLeft>>1|right&g.canRight<<1
	return one>>(2*row%MaxCells) | one<<(2*row%MaxCells) | two>>row | two<<row
}
