package analysis

import (
	"context"
	"slices"

	"gridlock/bitboard"
	"gridlock/cgt"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Worth is what a position is worth in which players place marks: its value, with X as Left and whoever is to move, and
// how hot it is. docs/values.md explains the terms.
type Worth struct {
	Heat                        // of all; without a value if there are too many canonical forms
	Parts      *PartsHeat       // what is known of all from its components, if it has no value but they do; else nil
	Components []ComponentWorth // the largest first
	Moves      []HotMove        // of both players, the hottest first, in components with a value
	Limited    bool             // something is missing
}

// Heat is a value, and its thermograph. Thermograph is nil where it is not known.
type Heat struct {
	Value       cgt.Value
	Thermograph *cgt.Thermograph
}

// PartsHeat is what is known of a sum without its canonical form.
type PartsHeat struct {
	Mean        cgt.Dyadic
	Temperature cgt.Dyadic  // at most; it is exact if Exact is set
	Exact       bool        // one component is hotter than all others
	Class       cgt.Outcome // cgt.Left or cgt.Right if that player wins, whoever begins; 0 if that is not known
}

// ComponentWorth is what a component is worth.
type ComponentWorth struct {
	Cells bitboard.Board
	Heat
}

// HotMove is a move of a player who may not be the next one.
type HotMove struct {
	Player variants.Player
	Cell   int

	// Temperature is the tax at which the move is as good as none: that of the component if the move is best there, else
	// less.
	Temperature cgt.Dyadic

	// Gain is how much more than before the component is worth to the player on the average: in the mean.
	Gain cgt.Dyadic
}

// Limits of what is looked into without a limit of nodes: some tenths of a second.
const (
	worthComponents = 1 << 12
	worthBytes      = 32 << 20
)

// componentsPerPoll limits how long sums of few components may take: the arena polls after some thousands of steps.
const componentsPerPoll = 16

// worther finds out what positions are worth.
type worther struct {
	values *theory.Canonical
	most   uint64 // components to be looked into in all
}

// WorthOf finds out what a position is worth, as far as it gets with solver.Options.Nodes components; without a limit, as
// far as it gets in some tenths of a second. It returns nil in games in which marks are not placed.
func WorthOf(ctx context.Context, p variants.Position, opt solver.Options) *Worth {
	arena, polls, most := cgt.NewArena(worthBytes), uint64(0), uint64(worthComponents)
	if opt.Nodes != 0 {
		arena, most = cgt.NewArena(opt.MemoryLimit()/2), opt.Nodes
	}
	arena.Stop = func() bool {
		polls++
		return solver.Poll(ctx) != nil || polls > max(most, worthComponents)/componentsPerPoll
	}
	values, ok := theory.NewCanonical(p.Game(), arena, func() bool { return solver.Poll(ctx) != nil })
	if !ok {
		return nil
	}
	w, out := worther{values, most}, &Worth{}
	left, right := theory.Sides(p)
	parts := theory.For(p.Game()).Components(p.State())
	for _, part := range slices.Backward(parts) { // small ones first
		heat, known := w.heat(left&part, right&part)
		out.Components = append(out.Components, ComponentWorth{part, heat})
		if !known {
			out.Limited = true
			continue
		}
		for player, cells := range [2]bitboard.Board{left & part, right & part} {
			for c := range cells.Cells() {
				move, known := w.move(left&part, right&part, heat, variants.Player(player), c)
				if out.Limited = out.Limited || !known; known {
					out.Moves = append(out.Moves, move)
				}
			}
		}
	}
	slices.Reverse(out.Components)
	slices.SortStableFunc(out.Moves, func(a, b HotMove) int {
		return int(max(-1, min(1, b.Temperature-a.Temperature)))
	})
	if !out.Limited {
		out.Heat, _ = w.heat(left, right)
	}
	if out.Thermograph == nil {
		out.Limited, out.Parts = true, heatOfParts(out.Components)
	}
	return out
}

// heatOfParts returns what is known of the sum of components, or nil if a component has no value.
func heatOfParts(components []ComponentWorth) *PartsHeat {
	var parts []*cgt.Thermograph
	var least, most cgt.Dyadic // where the sum ends: between the sums of the right and of the left stops
	for _, c := range components {
		if c.Thermograph == nil {
			return nil
		}
		left, right := c.Thermograph.Stops()
		least, most, parts = least+right.At, most+left.At, append(parts, c.Thermograph)
	}
	mean, temperature, exact, err := cgt.SumHeat(parts...)
	if err != nil {
		return nil
	}
	h := &PartsHeat{Mean: mean, Temperature: temperature, Exact: exact}
	switch {
	case least > 0:
		h.Class = cgt.Left
	case most < 0:
		h.Class = cgt.Right
	}
	return h
}

// heat returns the value of a position, and its thermograph.
func (w worther) heat(left, right bitboard.Board) (h Heat, known bool) {
	if w.values.Work >= w.most {
		return h, false
	}
	w.values.Most = w.most - w.values.Work
	v, known := w.values.Of(left, right)
	if !known {
		return h, false
	}
	g, err := w.values.Forms.Thermograph(v)
	if err != nil {
		return h, false
	}
	return Heat{v, g}, true
}

// move returns what a move in a component does.
func (w worther) move(left, right bitboard.Board, before Heat, player variants.Player, c int) (m HotMove, known bool) {
	after, known := w.heat(w.values.Play(left, right, player, c))
	if !known {
		return m, false
	}
	mean, sign, wall := before.Thermograph.Mean, cgt.Dyadic(1), after.Thermograph.Right
	if player == variants.O {
		sign, wall = -1, after.Thermograph.Left
	}
	at := wall[0] // the last corner at which the move is worth its tax
	for _, p := range wall[1:] {
		if sign*(p.X-mean) < p.T {
			break
		}
		at = p
	}
	temperature := min(sign*(at.X-mean), max(before.Thermograph.Temperature, 0)) // over it others may be worth no less
	return HotMove{player, c, temperature, sign * (after.Thermograph.Mean - mean)}, true
}
