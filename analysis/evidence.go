package analysis

import (
	"context"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Evidence is the data behind a [Reason]: what to draw on the board to show why a position is
// won or lost. At most one of the pointers is set; with none of them the reason is a search,
// and Line is best play as far as it is known.
type Evidence struct {
	Matching   *Matching
	Mirror     *Mirror
	Sum        *Sum
	Values     *ColSum
	Separation *[2]Walk // X's first
	Line       []variants.Move
}

// Matching is a maximum matching of the free cells in geography, as classic is, with the last marker where its
// partner decides. A player who answers every move with the partner of its cell wins.
type Matching struct {
	Pairs   [][2]int       // cells near each other; each cell is in one pair at most
	Single  bitboard.Board // the free cells that are in no pair
	Last    *int           // the last marker
	Partner *int           // the partner of the last marker: going there wins; nil if it has none
}

// Mirror is the symmetry by which the opponent copies every move.
type Mirror struct {
	Symmetry bitboard.Symmetry
	Fixed    bitboard.Board // the cells that are their own images; none of them can be played to
	Images   [][2]int       // the other cells that can be played to, with their images
}

// Sum is Node Kayles, as claim is, as a sum of components, whose nimbers add up by XOR.
type Sum struct {
	Components []NimberComponent
	Total      int
	Zeroing    *variants.Move // a move that leaves 0; nil if Total is 0
}

// NimberComponent is a component of Node Kayles.
type NimberComponent struct {
	Cells  bitboard.Board
	Nimber int
}

// ColSum is Col, as duel is, as a sum of components, whose values add up. X is Left.
type ColSum struct {
	Components []ValueComponent
	Total      theory.Value
}

// ValueComponent is a component of Col: cells that X, and that O, may still take.
type ValueComponent struct {
	X, O  bitboard.Board
	Value theory.Value
}

// Walk is what a player has to itself once the markers are separated.
type Walk struct {
	Room  theory.Room
	Steps []Step // a walk of Room.Least turns
}

// Step is a turn of a marker: the cell it goes to, and the cell it blocks then, or -1.
type Step struct{ To, Block int }

// Geometry is what a move does on the board. Cells that do not apply are -1.
type Geometry struct {
	From  int // the cell that the marker leaves
	To    int // the cell that gets the player's mark
	Block int // the cell that is blocked
	Child variants.Position
}

// GeometryOf returns what a legal move does on the board.
func GeometryOf(p variants.Position, m variants.Move) Geometry {
	g := Geometry{From: -1, To: Target(p, m), Block: -1, Child: p.Play(m)}
	if marker := p.Live(p.Side()); p.Game().Steps() != nil && marker != 0 {
		g.From = marker.First()
	}
	if block := g.Child.Holes() &^ p.Holes(); block != 0 {
		g.Block = block.First()
	}
	return g
}

// evidenceWork is the work that one component's nimber or value may be, and the work for
// everything in a position together is sixteen times as much.
const evidenceWork = 1 << 14

// sums finds the components of positions that are sums.
type sums struct {
	nimbers *theory.Nimbers
	values  *theory.Values
}

func newSums(ctx context.Context, l theory.Lemmas) (s sums) {
	limit := func(b *theory.Budget) {
		b.Most = evidenceWork
		b.Stop = func() bool { return b.Work > 16*evidenceWork || solver.Poll(ctx) != nil }
	}
	if l.Nimbers != nil {
		s.nimbers = l.Nimbers()
		limit(&s.nimbers.Budget)
	}
	if l.Values != nil {
		s.values = l.Values()
		limit(&s.values.Budget)
	}
	return s
}

// evidence returns what shows why a position is won or lost, of which r is the result. It
// belongs to the reason for the same position.
func (l *lemmas) evidence(p variants.Position, r solver.Result) Evidence {
	e := Evidence{Line: r.PV}
	if p.Over() {
		return e
	}
	if e.Mirror = l.mirror(p); e.Mirror != nil {
		return e
	}
	if e.Separation = l.walks(p); e.Separation != nil {
		return e
	}
	if e.Sum = l.sum(p); e.Sum != nil {
		return e
	}
	if e.Values = l.colSum(p); e.Values != nil {
		return e
	}
	e.Matching = l.matching(p)
	return e
}

// copying returns how the opponent copies: in all things where that is so.
func (l *lemmas) copying(p variants.Position) (c theory.Copy, ok bool) {
	if l.Mirrors == nil {
		return c, false
	}
	if mirror, ok := l.Mirrors.Find(p.State()); ok {
		return theory.Copy{Mirror: mirror, Cell: -1, Answer: -1}, true
	}
	return l.Mirrors.Copying(p.State())
}

// mirror returns the mirror by which the opponent copies every move.
func (l *lemmas) mirror(p variants.Position) *Mirror {
	c, ok := l.copying(p)
	if !ok || c.Cell >= 0 {
		return nil
	}
	m, grid, s := &Mirror{Symmetry: l.Mirrors.Axes()[c.Mirror]}, p.Game().Grid(), p.State()
	open := s.Free | s.Mine | s.Yours
	if p.Game().Traits().TwoMarkers() {
		open = s.Free
	}
	for c := range grid.Size() {
		switch image := grid.Image(m.Symmetry, bitboard.Of(c)).First(); {
		case image == c:
			m.Fixed = m.Fixed.With(c)
		case image > c && (open.Has(c) || open.Has(image)):
			m.Images = append(m.Images, [2]int{c, image})
		}
	}
	return m
}

// walks returns what the players have to themselves, with walks.
func (l *lemmas) walks(p variants.Position) *[2]Walk {
	rooms := l.rooms(p)
	if rooms == nil {
		return nil
	}
	both := &[2]Walk{}
	for player := range both {
		s := p.State()
		if p.Side() != variants.Player(player) {
			s.Mine, s.Yours = s.Yours, s.Mine
		}
		both[player] = Walk{rooms[player], l.steps(p.Game(), s, rooms[player].Least)}
	}
	return both
}

// steps returns a walk of the mover's marker alone, of at most most turns.
func (l *lemmas) steps(game *variants.Game, s variants.State, most int) []Step {
	steps := []Step{}
	for _, m := range l.separation.Walk(s, most, nil) {
		after := game.Rules().Play(s, m)
		step := Step{To: after.Yours.First(), Block: -1}
		if game.Traits().Blocks {
			step.Block = ((s.Free | s.Mine) &^ after.Free &^ after.Yours).First()
		}
		steps = append(steps, step)
		s = variants.State{Free: after.Free, Mine: after.Yours, Yours: after.Mine}
	}
	return steps
}

// sum returns a position of Node Kayles as a sum, if the nimbers are found within the limits.
func (l *lemmas) sum(p variants.Position) *Sum {
	if l.sums.nimbers == nil {
		return nil
	}
	sum := &Sum{}
	for _, part := range l.components(p) {
		nimber, ok := l.sums.nimbers.Of(part)
		if !ok {
			return nil
		}
		sum.Components = append(sum.Components, NimberComponent{part, nimber})
		sum.Total ^= nimber
	}
	if sum.Total == 0 {
		return sum
	}
	for m := range p.Legal().Cells() {
		after := p.Game().Rules().Play(p.State(), variants.Move(m))
		if nimber, ok := l.sums.nimbers.Of(after.Free); ok && nimber == 0 {
			sum.Zeroing = new(variants.Move(m))
			return sum
		}
	}
	return nil
}

// colSum returns a position of Col as a sum, if the values are found within the limits.
func (l *lemmas) colSum(p variants.Position) *ColSum {
	if l.sums.values == nil {
		return nil
	}
	s := p.State()
	x, o := s.Mine, s.Yours
	if p.Side() == variants.O {
		x, o = o, x
	}
	sum := &ColSum{}
	for _, part := range l.components(p) {
		value := l.sums.values.Of(x&part, o&part)
		if value == nil {
			return nil
		}
		sum.Components = append(sum.Components, ValueComponent{x & part, o & part, *value})
		sum.Total = sum.Total.Plus(*value)
	}
	return sum
}

// matching returns a matching by which the winner can play: where the last marker
// has a partner, it is matched too, and else it is left out.
func (l *lemmas) matching(p variants.Position) *Matching {
	if !l.Lemmas.Matching {
		return nil
	}
	s := p.State()
	m, cells := &Matching{Partner: l.partner(p)}, s.Free
	if s.Yours != 0 {
		m.Last = new(s.Yours.First())
	}
	if m.Partner != nil {
		cells |= s.Yours
	}
	m.Pairs, m.Single = theory.Matching(p.Game().Near(), cells), cells
	for _, pair := range m.Pairs {
		m.Single = m.Single.Without(pair[0]).Without(pair[1])
	}
	return m
}
