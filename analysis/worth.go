package analysis

import (
	"cmp"
	"context"
	"slices"

	"gridlock/bitboard"
	"gridlock/cgt"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Worth is the worth of a position in which players place marks: its value and its temperature. X is Left, whoever is
// to move. docs/values.md explains the terms.
type Worth struct {
	Heat                        // the heat of the position; without a value if canonical forms are too many
	Components []ComponentWorth // the largest first
	Moves      []HotMove        // moves of both players, in components with a thermograph, the hottest first
	Limited    bool             // something is missing
}

// Heat is a value, the zero Value if it is unknown, and bounds of its thermograph.
type Heat struct {
	Value cgt.Value
	cgt.Bounds
}

// Known reports whether the value is known.
func (h Heat) Known() bool { return h.Value != cgt.Value{} }

// ComponentWorth is the worth of a component.
type ComponentWorth struct {
	Cells bitboard.Board
	Heat
}

// HotMove is a move of a player, who need not be the player to move.
type HotMove struct {
	Player variants.Player
	Cell   int

	// Temperature is the tax at which the move is as good as no move: the component's temperature if the move is best
	// there, otherwise a lower one.
	Temperature cgt.Dyadic

	// Gain is how much the move raises the mean value of the component for the player.
	Gain cgt.Dyadic

	// Hottest reports that no move of the player is hotter.
	Hottest bool
}

// Limits of the work without a limit of nodes: some tenths of a second.
const (
	worthComponents  = 1 << 12
	boundsComponents = 1 << 15 // components to look into for bounds, each of which takes less work
	worthPolls       = 1 << 8
	worthBytes       = 32 << 20
)

// allowance is the work that is still allowed, in components and in polls of the arena. A poll stands for some
// thousands of steps: sums take long even if they have few components.
type allowance struct{ components, polls uint64 }

// worther finds the worth of positions.
type worther struct {
	values        *theory.Canonical
	forms, bounds allowance
	now           *allowance // one of them
}

// WorthOf finds the worth of a position, or a part of it, with solver.Options.Nodes components or, without a limit, in
// some tenths of a second. It returns nil if players do not place marks.
func WorthOf(ctx context.Context, p variants.Position, opt solver.Options) *Worth {
	w, arena := new(worther), cgt.NewArena(worthBytes)
	w.forms, w.bounds = allowance{worthComponents, worthPolls}, allowance{boundsComponents, 4 * worthPolls}
	if n := opt.Nodes; n != 0 {
		w.forms, w.bounds = allowance{n, max(n/256, worthPolls)}, allowance{n, max(n/64, worthPolls)}
		arena = cgt.NewArena(opt.MemoryLimit() / 2)
	}
	w.now = &w.forms
	arena.Stop = func() bool {
		w.now.polls -= min(w.now.polls, 1)
		return solver.Poll(ctx) != nil || w.now.polls == 0
	}
	var ok bool
	if w.values, ok = theory.NewCanonical(p.Game(), arena, func() bool { return solver.Poll(ctx) != nil }); !ok {
		return nil
	}
	out, valued := &Worth{}, true
	left, right := theory.Sides(p)
	parts := theory.For(p.Game()).Components(p.State())
	for _, part := range slices.Backward(parts) { // small ones first
		out.Components = append(out.Components, ComponentWorth{part, w.heat(left&part, right&part)})
		valued = valued && out.Components[len(out.Components)-1].Known()
	}
	if valued {
		out.Heat = w.heat(left, right)
	}
	if !out.Known() {
		out.Bounds = sumBounds(out.Components)
	}
	out.Limited = !out.Known()
	for _, part := range out.Components {
		for player, cells := range [2]bitboard.Board{left & part.Cells, right & part.Cells} {
			for c := range cells.Cells() {
				move, known := w.move(left&part.Cells, right&part.Cells, part.Heat, variants.Player(player), c)
				if out.Limited = out.Limited || !known; known {
					out.Moves = append(out.Moves, move)
				}
			}
		}
	}
	slices.Reverse(out.Components)
	slices.SortStableFunc(out.Moves, func(a, b HotMove) int { return cmp.Compare(b.Temperature, a.Temperature) })
	most := map[variants.Player]cgt.Dyadic{}
	for i, m := range out.Moves {
		if _, ok := most[m.Player]; !ok {
			most[m.Player] = m.Temperature
		}
		out.Moves[i].Hottest = m.Temperature == most[m.Player]
	}
	return out
}

// sumBounds returns bounds of the sum of components.
func sumBounds(components []ComponentWorth) cgt.Bounds {
	sum, room := cgt.NumberThermograph(0).Bounds(), cgt.NewArena(worthBytes)
	for _, c := range components {
		var err error
		if c.Low == nil {
			return cgt.Bounds{}
		} else if sum, err = room.AddBounds(sum, c.Bounds); err != nil {
			return cgt.Bounds{}
		}
	}
	return sum
}

// heat returns the heat of a position. It looks for bounds first, which take less time.
func (w *worther) heat(left, right bitboard.Board) (h Heat) {
	w.within(&w.bounds, func() (ok bool) {
		h.Bounds, ok = w.values.Bounds(left, right)
		return ok
	})
	w.within(&w.forms, func() bool {
		v, ok := w.values.Of(left, right)
		if !ok {
			return false
		}
		g, err := w.values.Forms.Thermograph(v)
		if err == nil {
			h = Heat{v, g.Bounds()}
		}
		return err == nil
	})
	return h
}

// within calls find within an allowance. If find fails, nothing is left of the allowance.
func (w *worther) within(a *allowance, find func() bool) {
	if a.components == 0 || a.polls == 0 {
		return
	}
	before := w.values.Work
	w.now, w.values.Most = a, a.components
	if !find() {
		a.components = 0
	}
	a.components -= min(a.components, w.values.Work-before)
}

// move returns the heat and gain of a move in a component. known is false if a thermograph is unknown.
func (w *worther) move(left, right bitboard.Board, before Heat, player variants.Player, c int) (m HotMove, known bool) {
	g := before.Thermograph()
	if g == nil {
		return m, false
	}
	next := w.heat(w.values.Play(left, right, player, c)).Thermograph()
	if next == nil {
		return m, false
	}
	sign, wall := cgt.Dyadic(1), next.Right
	if player == variants.O {
		sign, wall = -1, next.Left
	}
	at := wall[0] // the last corner at which the move is worth its tax
	for _, p := range wall[1:] {
		if sign*(p.X-g.Mean) < p.T {
			break
		}
		at = p
	}
	m = HotMove{Player: player, Cell: c, Gain: sign * (next.Mean - g.Mean)}
	m.Temperature = min(sign*(at.X-g.Mean), max(g.Temperature, 0)) // at a higher tax other moves may be as good
	return m, true
}
