package variants

// Drawn returns a position that has the state. In the position, cells that do not matter are holes. ok is false if none
// is found.
func (g *Game) Drawn(s State) (p Position, ok bool) { return g.variant.def.Drawn(g, s) }

// DrawsAll reports whether Drawn finds a position for every reachable state.
func (g *Game) DrawsAll() bool { return g.variant.draws }

// drawnByTraits is Drawn of games where Mine and Yours are marks.
func drawnByTraits(g *Game, s State) (p Position, ok bool) {
	return drawing{mine: s.Mine, yours: s.Yours, open: s.Free}.position(g, s)
}

// drawing has the marks of the player to move and of the opponent, and the empty cells. All other cells are holes.
type drawing struct{ mine, yours, open Board }

// position returns the drawing as a position of either player, if it has the state.
func (d drawing) position(g *Game, s State) (Position, bool) {
	for _, side := range []Player{X, O} {
		p := Position{game: g, side: side, holes: g.grid.All() &^ (d.mine | d.yours | d.open)}
		p = p.Put(side, d.mine).Put(side.Opponent(), d.yours&^d.mine)
		if p.validate() == nil && p.State() == s {
			return p, true
		}
	}
	return Position{}, false
}
