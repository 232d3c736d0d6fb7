package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Arrangement lays out the parts of a position anew. Each part takes the form that all parts of its shape share. The
// largest comes first, and each goes to the first place on the board where it is near no other part. So positions with
// the same parts become one. It is for games of the plane in which players mark cells. It is immutable.
type Arrangement struct {
	parts  parts // finds parts on the grid of shapes
	shapes *shapes
	stones bool                              // only the first of two sets is used
	board  bitboard.Board                    // the board, there
	fits   [bitboard.MaxCells]bitboard.Board // the cells from which a part fits, by its number of columns minus one
}

// Kept is a position's parts for an [Arrangement], as the next player sees them. A move leaves most parts as they are,
// with their forms.
type Kept struct {
	sets  pair
	parts [bitboard.MaxCells]part
	count int
}

// part is a part of a position, and its form.
type part struct{ cells, form pair }

// newArrangement returns the arrangement of a game, or nil where parts cannot be moved.
func newArrangement(game *variants.Game, p parts) *Arrangement {
	s := newShapes(game)
	if !s.moves {
		return nil
	}
	p.near = s.near
	a := &Arrangement{parts: p, shapes: s, board: s.place(game.Grid().All())}
	a.stones = game.Variant().Family().Close == variants.CloseAll
	a.fits[0] = a.board
	for n := 1; n < s.grid.Cols(); n++ {
		a.fits[n] = a.board & s.grid.Left(a.fits[n-1])
	}
	return a
}

// Of returns a position, arranged. ok is false if the parts do not fit. kept, if not nil, may have some of the parts.
func (a *Arrangement) Of(s variants.State, kept *Kept) (arranged variants.State, ok bool) {
	var parts Kept
	parts.sets = a.sets(s)
	a.find(&parts, kept)
	var p pair
	open := a.board
	for _, part := range parts.parts[:parts.count] {
		f := part.form
		set := f.a | f.b
		places := a.fits[a.shapes.width(set)-1]
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

// Keep sets kept to the parts of a position, for the positions after its moves.
func (a *Arrangement) Keep(s variants.State, kept *Kept) {
	p := a.sets(s)
	if !a.stones {
		p.a, p.b = p.b, p.a
	}
	kept.sets, kept.count = p, 0
	a.find(kept, nil)
}

// sets returns the sets of cells that may be played to, on the grid of shapes.
func (a *Arrangement) sets(s variants.State) pair {
	sets := a.parts.sets(s)
	return pair{a.shapes.place(sets[0]), a.shapes.place(sets[1])}
}

// find finds the parts of the sets of found, in the order of their forms. A part of kept that has lost no cell is still
// a part if no cells have been added since.
func (a *Arrangement) find(found, kept *Kept) {
	p := found.sets
	all := p.a | p.b
	if kept != nil && p.a&^kept.sets.a|p.b&^kept.sets.b == 0 {
		for _, k := range kept.parts[:kept.count] {
			cells := k.cells.a | k.cells.b
			if p.a&cells == k.cells.a && p.b&cells == k.cells.b {
				found.parts[found.count] = k
				found.count++
				all &^= cells
			}
		}
	}
	for ; all != 0; found.count++ {
		cells := a.parts.around(all&-all, [2]bitboard.Board{p.a, p.b})
		all &^= cells
		k := part{cells: pair{p.a & cells, p.b & cells}}
		k.form = a.form(k.cells)
		i := found.count
		for ; i > 0 && found.parts[i-1].form.smaller(k.form); i-- {
			found.parts[i] = found.parts[i-1]
		}
		found.parts[i] = k
	}
}

// form returns the least image of a part, at the top left, among those that fit onto the board.
func (a *Arrangement) form(p pair) pair {
	if first := (p.a | p.b).First(); (p.a | p.b).Rest() == 0 {
		return pair{p.a >> first, p.b >> first}
	}
	var images [8]pair
	n := a.shapes.images(p, &images)
	least := pair{^bitboard.Board(0), ^bitboard.Board(0)}
	for _, q := range images[:n] {
		if q.less(least) && (q.a|q.b)&^a.board == 0 {
			least = q
		}
	}
	return least
}

// smaller reports whether p comes after q. The sets of all cells decide or, if they are equal, less.
func (p pair) smaller(q pair) bool {
	all, others := p.a|p.b, q.a|q.b
	return all < others || all == others && p.less(q)
}
