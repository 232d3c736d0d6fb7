package theory

import (
	"gridlock/bitboard"
	"gridlock/cgt"
	"gridlock/variants"
)

// Canonical finds the values, as canonical forms, of positions in which players mark cells. Marks may close cells to
// either player, or both. Make it with [NewCanonical]. It remembers its findings about every component that it meets,
// so it is not safe for concurrent use.
//
// A position is the sum of its components, and a component is the game of its moves. In games like claim and duel,
// [Nimbers] and [Values] find the same values without the forms of all positions on the way. Work counts components.
type Canonical struct {
	Budget

	Forms *cgt.Arena // the arena that the values belong to
	Err   error      // the error of Forms, if it cut a computation off

	game       *variants.Game
	shapes     *shapes
	parts      parts // finds parts on the grid of shapes
	own, other bool  // marks close cells near them to their owner, to the opponent
	mirrors    *Mirrors
	sure       *Sure
	nimbers    *Nimbers
	values     *Values
	known      *table      // components in canonical form, by their place in found
	found      []cgt.Value // their values
	options    []cgt.Value // the options of the components that are being looked into
	small      int         // components of more cells get bounds instead of forms in Bounds
	walled     *table      // such components, by their place in walls
	walls      []cgt.Bounds
}

// smallCells is the maximum number of cells for which a component's form, and sums of such forms, cost little.
const smallCells = 12

// NewCanonical returns a Canonical for a game of marks, with values of an arena. ok is false in other games. stop, if not
// nil, is called at intervals and reports whether to give up.
func NewCanonical(game *variants.Game, forms *cgt.Arena, stop func() bool) (c *Canonical, ok bool) {
	f, l := game.Variant().Family(), For(game)
	if f.Kind != variants.Place {
		return nil, false
	}
	s, p := newShapes(game), partsOf(game)
	p.near = s.near
	c = &Canonical{
		Forms: forms, game: game, shapes: s, parts: p, known: newTable(ofPairs), walled: newTable(ofPairs),
		small: smallCells,
		own:   f.Close == variants.CloseOwn || f.Close == variants.CloseAll,
		other: f.Close == variants.CloseOther || f.Close == variants.CloseAll,
	}
	c.Stop, c.mirrors = stop, l.Mirrors
	if l.Sure != nil {
		c.sure = &Sure{s.near}
	}
	if l.Nimbers != nil {
		c.nimbers = l.Nimbers()
	}
	if l.Values != nil {
		c.values = l.Values()
	}
	return c, true
}

// Sides returns the cells that X and O may take in a position, as the functions of a [Canonical] want them.
func Sides(p variants.Position) (left, right bitboard.Board) {
	s := p.State()
	left, right = s.Mine|s.Free, s.Yours|s.Free
	if p.Side() == variants.O {
		left, right = right, left
	}
	return left, right
}

// Play returns the cells that are left to X and to O after a player's move.
func (c *Canonical) Play(left, right bitboard.Board, player variants.Player, cell int) (newLeft, newRight bitboard.Board) {
	s := variants.State{Mine: left, Yours: right}
	switch {
	case c.own && c.other:
		s = variants.State{Free: left}
	case player == variants.O:
		s.Mine, s.Yours = right, left
	}
	s = c.game.Rules().Play(s, variants.Move(cell))
	if s.Mine, s.Yours = s.Mine|s.Free, s.Yours|s.Free; player == variants.X { // O is to move
		return s.Yours, s.Mine
	}
	return s.Mine, s.Yours
}

// Of returns the value of the position in which Left may still take the cells of the first set and Right those of the
// second. ok is false if the budget or the arena stopped it first, or if a number is too fine to represent.
func (c *Canonical) Of(left, right bitboard.Board) (v cgt.Value, ok bool) {
	if v, ok = c.byLemma(left, right); !ok {
		v = c.sum(pair{c.shapes.place(left), c.shapes.place(right)})
	}
	return v, !c.stopped
}

// Bounds returns bounds of the thermograph of such a position without the canonical forms of large components, which
// would take many times as much time and memory. ok is as with Of.
func (c *Canonical) Bounds(left, right bitboard.Board) (b cgt.Bounds, ok bool) {
	if v, known := c.byLemma(left, right); known {
		b = c.boundsOf(v)
	} else if b = c.sumBounds(pair{c.shapes.place(left), c.shapes.place(right)}); c.stopped {
		b = cgt.Bounds{}
	}
	return b, !c.stopped
}

// copied reports whether each player can copy all moves of the other: then the value is 0.
func (c *Canonical) copied(left, right bitboard.Board) bool {
	if c.mirrors == nil || left|right == 0 || left.Count() != right.Count() {
		return false
	}
	s := variants.State{Mine: left, Yours: right}
	if c.own && c.other {
		s = variants.State{Free: left}
	}
	_, lost := c.mirrors.Copying(s)
	return lost
}

// byLemma begins a computation. It returns the value if it is 0 by copying, or in games that have [Nimbers] or [Values];
// ok is false in others.
func (c *Canonical) byLemma(left, right bitboard.Board) (v cgt.Value, ok bool) {
	c.begin()
	c.Err = nil
	switch {
	case c.copied(left, right):
		return c.Forms.Zero(), true
	case c.nimbers != nil:
		n, known := 0, false
		c.borrow(&c.nimbers.Budget, func() bool { n, known = c.nimbers.Of(left); return known })
		if known {
			v = c.made(c.Forms.Nimber(n))
		}
		return v, true
	case c.values != nil:
		var x *Value
		c.borrow(&c.values.Budget, func() bool { x = c.values.Of(left, right); return x != nil })
		if x != nil {
			v = c.number(*x)
		}
		return v, true
	}
	return v, false
}

// borrow runs another lemma within the limits of this one. If the other lemma is cut off, this computation is cut off,
// too.
func (c *Canonical) borrow(b *Budget, compute func() bool) {
	work, before := c.Work, b.Work
	b.Most, b.halted = c.Most, c.halted
	b.Stop = func() bool {
		c.Work = work + b.Work - before
		return c.Stop != nil && c.Stop()
	}
	c.stopped = !compute()
	c.Work, c.halted = work+b.Work-before, b.halted
}

// number returns a value of duel.
func (c *Canonical) number(x Value) cgt.Value {
	n, places, star := x.Dyadic()
	d, err := cgt.NewDyadic(n, places)
	v := c.made(c.Forms.Number(d))
	if star {
		v = c.plus(v, c.made(c.Forms.Nimber(1)))
	}
	if err != nil {
		c.fail(err)
	}
	return v
}

// sum returns the value of a position on the grid of shapes.
func (c *Canonical) sum(p pair) cgt.Value {
	v := c.Forms.Zero()
	for p.a|p.b != 0 && !c.stopped {
		v = c.plus(v, c.component(c.split(&p)))
	}
	return v
}

// split takes a component away from a position.
func (c *Canonical) split(p *pair) pair {
	cells := c.parts.around((p.a|p.b)&-(p.a|p.b), [2]bitboard.Board{p.a, p.b})
	part := pair{p.a & cells, p.b & cells}
	p.a, p.b = p.a&^cells, p.b&^cells
	return part
}

// component returns the value of a component. A single cell is worth ∗ if both may take it, else 1 to the player who
// may.
func (c *Canonical) component(p pair) cgt.Value {
	if (p.a | p.b).Rest() == 0 {
		if p.a == p.b {
			return c.made(c.Forms.Nimber(1))
		}
		return c.made(c.Forms.Integer(p.a.Count() - p.b.Count()))
	}
	key, swapped, _ := c.shapes.canonicalPair(p)
	at, ok := c.known.get(key)
	if !ok {
		if !c.spend() {
			return cgt.Value{}
		}
		v := c.expand(key)
		if c.stopped {
			return v
		}
		at = uint64(len(c.found))
		c.found = append(c.found, v)
		c.known.put(key, at, c.halt)
	}
	if swapped {
		return c.made(c.Forms.Neg(c.found[at]))
	}
	return c.found[at]
}

// expand returns the value of a component by the values after its moves.
func (c *Canonical) expand(p pair) cgt.Value {
	first := len(c.options)
	c.moves(p, func(q pair) { c.options = append(c.options, c.sum(q)) })
	lefts := len(c.options)
	c.moves(pair{p.b, p.a}, func(q pair) { c.options = append(c.options, c.sum(pair{q.b, q.a})) })
	var v cgt.Value
	if !c.stopped {
		v = c.made(c.Forms.Make(c.options[first:lefts], c.options[lefts:]))
	}
	c.options = c.options[:first]
	return v
}

// moves iterates over the positions after the moves of the player whose cells are given first, without dominated moves.
func (c *Canonical) moves(p pair, each func(pair)) {
	moves := p.a
	if c.sure != nil {
		moves = c.sure.Moves(variants.State{Mine: p.a, Yours: p.b})
	}
	for ; moves != 0 && !c.stopped; moves = moves.Rest() {
		each(c.after(p, moves.First()))
	}
}

// sumBounds returns the bounds of a position. It adds the forms of small components first, since walls do not add up.
func (c *Canonical) sumBounds(p pair) (b cgt.Bounds) {
	small, large := c.Forms.Zero(), c.boundsOf(c.Forms.Zero())
	add := func(b cgt.Bounds) {
		if !c.stopped {
			large = c.bounded(c.Forms.AddBounds(large, b))
		}
	}
	for p.a|p.b != 0 && !c.stopped {
		if part := c.split(&p); (part.a | part.b).Count() <= c.small {
			small = c.plus(small, c.component(part))
		} else {
			add(c.bounds(part))
		}
	}
	add(c.boundsOf(small))
	return large
}

// bounds returns the bounds of a large component.
func (c *Canonical) bounds(p pair) (b cgt.Bounds) {
	key, swapped, _ := c.shapes.canonicalPair(p)
	at, ok := c.walled.get(key)
	if !ok {
		if !c.spend() {
			return b
		}
		var lefts, rights []cgt.Bounds
		c.moves(key, func(q pair) { lefts = append(lefts, c.sumBounds(q)) })
		c.moves(pair{key.b, key.a}, func(q pair) { rights = append(rights, c.sumBounds(pair{q.b, q.a})) })
		if !c.stopped {
			b = c.bounded(c.Forms.JoinBounds(lefts, rights))
		}
		if c.stopped {
			return b
		}
		at = uint64(len(c.walls))
		c.walls = append(c.walls, b)
		c.walled.put(key, at, c.halt)
	}
	if b = c.walls[at]; swapped {
		b = b.Neg()
	}
	return b
}

// boundsOf returns the bounds of a value.
func (c *Canonical) boundsOf(v cgt.Value) cgt.Bounds {
	if c.stopped {
		return cgt.Bounds{}
	}
	g, err := c.Forms.Thermograph(v)
	if err != nil {
		return c.bounded(cgt.Bounds{}, err)
	}
	return g.Bounds()
}

// bounded returns bounds that an arena has made, as made does.
func (c *Canonical) bounded(b cgt.Bounds, err error) cgt.Bounds {
	if err != nil {
		c.fail(err)
	}
	return b
}

// after returns the position after a move of the player whose cells are given first.
func (c *Canonical) after(p pair, move int) pair {
	cell, near := bitboard.Of(move), c.shapes.near.At(move)
	p.a, p.b = p.a&^cell, p.b&^cell
	if c.own {
		p.a &^= near
	}
	if c.other {
		p.b &^= near
	}
	return p
}

// plus adds values.
func (c *Canonical) plus(v, w cgt.Value) cgt.Value {
	if c.stopped {
		return v
	}
	return c.made(c.Forms.Add(v, w))
}

// made returns a value that an arena has made; with an error the computation is cut off.
func (c *Canonical) made(v cgt.Value, err error) cgt.Value {
	if err != nil {
		c.fail(err)
	}
	return v
}

// fail cuts the computation off.
func (c *Canonical) fail(err error) {
	c.stopped = true
	if c.Err == nil {
		c.Err = err
	}
}
