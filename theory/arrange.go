package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// arrangement lays the parts of a position out anew: each in the form that all parts of its shape share,
// the largest first, and each at the first place of the board where it is near no other. So positions with
// the same parts become one. It is for games of the plane in which players mark cells. It is immutable.
type arrangement struct {
	parts  parts // on the grid of shapes
	shapes *shapes
	stones bool                              // only the first of two sets is used
	board  bitboard.Board                    // the board, there
	room   [bitboard.MaxCells]bitboard.Board // by the number of columns but one, the cells from which they fit
}

// arranged returns the method of an arrangement that arranges positions, or nil where parts cannot be moved.
func arranged(game *variants.Game, p parts) func(variants.State) (variants.State, bool) {
	s := newShapes(game)
	if !s.moves {
		return nil
	}
	p.near = s.near
	a := &arrangement{parts: p, shapes: s, board: s.place(game.Grid().All())}
	a.stones = game.Variant().Family().Close == variants.CloseAll
	a.room[0] = a.board
	for n := 1; n < s.grid.Cols(); n++ {
		a.room[n] = a.board & s.grid.Left(a.room[n-1])
	}
	return a.of
}

// of returns the arranged position. ok is false if the parts do not fit like that.
func (a *arrangement) of(s variants.State) (arranged variants.State, ok bool) {
	sets := a.parts.sets(s)
	p := pair{a.shapes.place(sets[0]), a.shapes.place(sets[1])}
	var forms [bitboard.MaxCells]pair
	n := 0
	for all := p.a | p.b; all != 0; n++ {
		part := a.parts.around(all&-all, [2]bitboard.Board{p.a, p.b})
		all &^= part
		f, i := a.form(pair{p.a & part, p.b & part}), n
		for ; i > 0 && forms[i-1].smaller(f); i-- {
			forms[i] = forms[i-1]
		}
		forms[i] = f
	}
	p = pair{}
	open := a.board
	for _, f := range forms[:n] {
		set := f.a | f.b
		places := a.room[a.shapes.width(set)-1]
		for cells := set; cells != 0; cells = cells.Rest() {
			places &= open >> uint(cells.First())
		}
		if places == 0 {
			return s, false
		}
		by := uint(places.First())
		p.a, p.b = p.a|f.a<<by, p.b|f.b<<by
		open &^= a.shapes.near.Both().Dilate(set << by)
	}
	p = pair{a.shapes.back(p.a), a.shapes.back(p.b)}
	if a.stones {
		return variants.State{Free: p.a}, true
	}
	return variants.State{Mine: p.a, Yours: p.b}, true
}

// form returns the least image of a part, at the top left, of those that fit onto the board.
func (a *arrangement) form(p pair) pair {
	if first := (p.a | p.b).First(); (p.a | p.b).Rest() == 0 {
		return pair{p.a >> first, p.b >> first}
	}
	var images [8]pair
	n := a.shapes.images(p, &images)
	least := pair{^bitboard.Board(0), ^bitboard.Board(0)}
	for _, q := range images[:n] {
		room := a.shapes.room(q.a | q.b)
		if q = (pair{q.a >> room, q.b >> room}); q.less(least) && (q.a|q.b)&^a.board == 0 {
			least = q
		}
	}
	return least
}

// smaller reports whether p comes after q: what either set has decides first.
func (p pair) smaller(q pair) bool {
	all, others := p.a|p.b, q.a|q.b
	return all < others || all == others && p.less(q)
}
