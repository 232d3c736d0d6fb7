package analysis

import (
	"context"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Evidence is the data behind a [Reason]: what to draw on the board to show why a position is
// won or lost. Exactly one of the fields is set. Cells and moves are written as the game writes them.
type Evidence struct {
	Matching   *Matching   `json:"matching,omitempty"`
	Mirror     *Mirror     `json:"mirror,omitempty"`
	Sum        *Sum        `json:"sum,omitempty"`
	Values     *Values     `json:"values,omitempty"`
	Separation *Separation `json:"separation,omitempty"`
	Search     *Line       `json:"search,omitempty"`
}

// Matching is a maximum matching of the free cells in geography (such as classic), with the last marker if its partner
// decides. A player who answers every move with the partner of its cell wins.
type Matching struct {
	Pairs   [][]string `json:"pairs"`   // cells near each other; each cell is in one pair at most
	Single  []string   `json:"single"`  // the free cells that are in no pair
	Last    *string    `json:"last"`    // the last marker
	Partner *string    `json:"partner"` // its partner: a move there wins; null if it has none
}

// Mirror is the symmetry by which the opponent copies every move.
type Mirror struct {
	Symmetry string     `json:"symmetry"` // see [SymmetryName]
	Centre   *string    `json:"centre"`   // the cell in the middle of the board, if there is one
	Fixed    []string   `json:"fixed"`    // the cells that are their own images; none of them can be played to
	Images   [][]string `json:"images"`   // the other cells that can be played to, with their images
}

// Sum is a position of Node Kayles (such as claim) as a sum of components, whose nimbers add up by XOR.
type Sum struct {
	Components  []NimberComponent `json:"components"`
	Total       int               `json:"total"`
	ZeroingMove *string           `json:"zeroing_move"` // a move that leaves 0; null if Total is 0
}

// NimberComponent is a component of Node Kayles.
type NimberComponent struct {
	Cells  []string `json:"cells"`
	Nimber int      `json:"nimber"`
}

// Values is a position of Col (such as duel) as a sum of components, whose values add up. X is Left.
type Values struct {
	Components []ValueComponent `json:"components"`
	Total      string           `json:"total"`
}

// ValueComponent is a component of Col: the cells that X may still take, and those that O may.
type ValueComponent struct {
	Cells []string `json:"cells"`
	X     []string `json:"X"`
	O     []string `json:"O"`
	Value string   `json:"value"`
}

// Separation has the cells that each player can reach alone once the markers are separated.
type Separation struct {
	X Walk `json:"X"`
	O Walk `json:"O"`
}

// Walk has the cells that a player can reach alone, and a walk of Least turns.
type Walk struct {
	Room
	Walk []Step `json:"walk"`
}

// Step is a turn of a marker: the cell that it goes to, and the cell that it then blocks, if any.
type Step struct {
	To    string  `json:"to"`
	Block *string `json:"block"`
}

// Line is best play, as far as it is known.
type Line struct {
	PV []string `json:"pv"`
}

// axes has for each mirror its name, and the axis or centre through which a player copies.
var axes = map[bitboard.Symmetry][2]string{
	bitboard.HalfTurn:      {"half-turn", "through the centre"},
	bitboard.MirrorRows:    {"top-bottom", "between top and bottom"},
	bitboard.MirrorCols:    {"left-right", "between left and right"},
	bitboard.Transpose:     {"main-diagonal", "across the main diagonal"},
	bitboard.AntiTranspose: {"other-diagonal", "across the other diagonal"},
}

// SymmetryName names a mirror.
func SymmetryName(sym bitboard.Symmetry) string { return axes[sym][0] }

// AxisText names the axis or centre through which a player copies.
func AxisText(sym bitboard.Symmetry) string { return axes[sym][1] }

// Geometry has the cells of a move; -1 stands for none.
type Geometry struct {
	From  int // the cell that the marker leaves
	To    int // the cell that gets the player's mark
	Block int // the cell that is blocked
	Child variants.Position
}

// GeometryOf returns the cells of a legal move.
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

// evidenceWork is the most work for one component's nimber or value. All components of a position together may take
// sixteen times this work.
const evidenceWork = 1 << 14

// sums finds the components of positions that are sums.
type sums struct {
	nimbers *theory.Nimbers
	values  *theory.Values
	budgets []*theory.Budget
	most    uint64 // the limit of all work so far
}

func newSums(ctx context.Context, l theory.Lemmas) *sums {
	s := &sums{}
	limit := func(b *theory.Budget) {
		b.Most = evidenceWork
		b.Stop = func() bool { return b.Work > s.most || solver.Poll(ctx) != nil }
		s.budgets = append(s.budgets, b)
	}
	if l.Nimbers != nil {
		s.nimbers = l.Nimbers()
		limit(&s.nimbers.Budget)
	}
	if l.Values != nil {
		s.values = l.Values()
		limit(&s.values.Budget)
	}
	s.renew()
	return s
}

// renew allows the work of one more position.
func (s *sums) renew() {
	for _, b := range s.budgets {
		b.Resume()
		s.most = b.Work + 16*evidenceWork
	}
}

// evidence returns the data that shows why a position is won or lost. r is the result of the position. It is nil if
// nothing is known, and belongs to the reason for the same position.
func (l *lemmas) evidence(p variants.Position, r solver.Result) *Evidence {
	if !p.Over() {
		if mirror := l.mirror(p); mirror != nil {
			return &Evidence{Mirror: mirror}
		}
		if walks := l.walks(p); walks != nil {
			return &Evidence{Separation: walks}
		}
		if sum := l.sum(p); sum != nil {
			return &Evidence{Sum: sum}
		}
		if sum := l.values(p); sum != nil {
			return &Evidence{Values: sum}
		}
		if m := l.matching(p); m != nil {
			return &Evidence{Matching: m}
		}
	}
	if len(r.PV) == 0 {
		return nil
	}
	return &Evidence{Search: &Line{p.Record(r.PV)}}
}

// copying returns how the opponent copies, if possible by exchanging the sides exactly.
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
	sym, grid, game, s := l.Mirrors.Axes()[c.Mirror], p.Game().Grid(), p.Game(), p.State()
	open := s.Free | s.Mine | s.Yours
	if game.Traits().TwoMarkers() {
		open = s.Free
	}
	var fixed bitboard.Board
	var images [][2]int
	for c := range grid.Size() {
		switch image := grid.Image(sym, bitboard.Of(c)).First(); {
		case image == c:
			fixed = fixed.With(c)
		case image > c && (open.Has(c) || open.Has(image)):
			images = append(images, [2]int{c, image})
		}
	}
	m := &Mirror{Symmetry: SymmetryName(sym), Fixed: game.CellTexts(fixed), Images: game.PairTexts(images)}
	if grid.Rows()%2 != 0 && grid.Cols()%2 != 0 {
		m.Centre = new(game.CellText(grid.Size() / 2))
	}
	return m
}

// walks returns the cells that each player can reach alone, with walks.
func (l *lemmas) walks(p variants.Position) *Separation {
	rooms := l.rooms(p)
	if rooms == nil {
		return nil
	}
	walk := func(player variants.Player, r Room) Walk {
		s := p.State()
		if p.Side() != player {
			s.Mine, s.Yours = s.Yours, s.Mine
		}
		return Walk{r, l.steps(p.Game(), s, r.Least)}
	}
	return &Separation{walk(variants.X, rooms.X), walk(variants.O, rooms.O)}
}

// steps returns a walk of the mover's marker alone, of at most most turns.
func (l *lemmas) steps(game *variants.Game, s variants.State, most int) []Step {
	steps := []Step{}
	for _, m := range l.separation.Walk(s, most, nil) {
		after := game.Rules().Play(s, m)
		step := Step{To: game.CellText(after.Yours.First())}
		if game.Traits().Blocks {
			step.Block = new(game.CellText(((s.Free | s.Mine) &^ after.Free &^ after.Yours).First()))
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
	sum := &Sum{Components: []NimberComponent{}}
	for _, part := range l.components(p) {
		nimber, ok := l.sums.nimbers.Of(part)
		if !ok {
			return nil
		}
		sum.Components = append(sum.Components, NimberComponent{p.Game().CellTexts(part), nimber})
		sum.Total ^= nimber
	}
	if sum.Total == 0 {
		return sum
	}
	for m := range p.Legal().Cells() {
		after := p.Game().Rules().Play(p.State(), variants.Move(m))
		if nimber, ok := l.sums.nimbers.Of(after.Free); ok && nimber == 0 {
			sum.ZeroingMove = new(p.MoveText(variants.Move(m)))
			return sum
		}
	}
	return nil
}

// values returns a position of Col as a sum, if the values are found within the limits.
func (l *lemmas) values(p variants.Position) *Values {
	if l.sums.values == nil {
		return nil
	}
	game, s := p.Game(), p.State()
	x, o := s.Mine, s.Yours
	if p.Side() == variants.O {
		x, o = o, x
	}
	sum, total := &Values{Components: []ValueComponent{}}, theory.Value{}
	for _, part := range l.components(p) {
		value := l.sums.values.Of(x&part, o&part)
		if value == nil {
			return nil
		}
		sum.Components = append(sum.Components, ValueComponent{
			game.CellTexts((x | o) & part), game.CellTexts(x & part), game.CellTexts(o & part), value.String(),
		})
		total = total.Plus(*value)
	}
	sum.Total = total.String()
	return sum
}

// matching returns a matching by which the winner can play. The last marker is matched if it has a partner, and left
// out if not.
func (l *lemmas) matching(p variants.Position) *Matching {
	if !l.Lemmas.Matching {
		return nil
	}
	game, s := p.Game(), p.State()
	m, cells := &Matching{Partner: l.partner(p)}, s.Free
	if s.Yours != 0 {
		m.Last = new(game.CellText(s.Yours.First()))
	}
	if m.Partner != nil {
		cells |= s.Yours
	}
	pairs := theory.Matching(game.Near(), cells)
	for _, pair := range pairs {
		cells = cells.Without(pair[0]).Without(pair[1])
	}
	m.Pairs, m.Single = game.PairTexts(pairs), game.CellTexts(cells)
	return m
}
