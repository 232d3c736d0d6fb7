package theory

import "gridlock/bitboard"

// reduced returns a position of Col without the cells of no use. Such a cell is open to one player only, and closing it
// leaves the value as it is.
//
// A cell c is of no use if some cell d near it, open to the same player only, closes a proper subset of the player's
// cells that c closes.
func (s *shapes) reduced(p pair) pair {
	for {
		q := pair{s.useful(p.a, p.b), s.useful(p.b, p.a)}
		if q == p {
			return p
		}
		p = q
	}
}

// useful returns the cells of a player, mine, without the cells of no use. yours are the opponent's.
func (s *shapes) useful(mine, yours bitboard.Board) (left bitboard.Board) {
	only := mine &^ yours
	if only.Rest() == 0 {
		return mine
	}
	if s.king {
		return usefulKings(s.grid, mine, only)
	}
	left = mine
	for c := range only.Cells() {
		taken := s.closed(c) & mine
		for others := s.near.At(c) & only; others != 0; others = others.Rest() {
			if also := s.closed(others.First()) & mine; also&^taken == 0 && also != taken {
				left = left.Without(c)
				break
			}
		}
	}
	return left
}

// usefulKings is useful with a king's neighbourhood on the plane, for cells that are open to one player only. It shifts
// the board so that what surrounds a cell comes to lie on the cell.
func usefulKings(g *bitboard.Grid, mine, only bitboard.Board) bitboard.Board {
	// Each set has the cells with some cell of mine on the side named: among the three cells that are one column or row
	// away or, with a 2, two away.
	row, col := mine|g.Left(mine)|g.Right(mine), mine|g.Up(mine)|g.Down(mine)
	right, left, below, above := g.Left(col), g.Right(col), g.Up(row), g.Down(row)
	right2, left2, below2, above2 := g.Left(right), g.Right(left), g.Up(below), g.Down(above)

	// The better cell is on the side named. It takes what is two columns (rows) away on that side, and leaves what is on
	// the other side.
	useless := g.Left(only)&left&^right2 | g.Right(only)&right&^left2 |
		g.Up(only)&above&^below2 | g.Down(only)&below&^above2
	toRight, toLeft := g.Left(only), g.Right(only)
	useless |= g.Up(toRight)&(above|left)&^(g.Up(right2)|g.Left(below2)) |
		g.Up(toLeft)&(above|right)&^(g.Up(left2)|g.Right(below2)) |
		g.Down(toRight)&(below|left)&^(g.Down(right2)|g.Left(above2)) |
		g.Down(toLeft)&(below|right)&^(g.Down(left2)|g.Right(above2))
	return mine &^ (useless & only)
}

// dominated reports whether Left need not consider her move to c: it takes nothing from Right, and another move takes
// no cell of hers that c does not take. Of several moves that take the same cells, one remains.
func (s *shapes) dominated(p pair, c int) bool {
	if p.b.Has(c) {
		return false
	}
	taken := s.closed(c) & p.a
	for others := taken.Without(c); others != 0; others = others.Rest() {
		d := others.First()
		also := s.closed(d) & p.a
		if also&^taken == 0 && (also != taken || p.b.Has(d) || d < c) {
			return true
		}
	}
	return false
}
