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

// Worth is the worth of a position in which players place marks: its value and its temperature. X is Left, whoever is
// to move. docs/values.md explains the terms.
type Worth struct {
	Heat                        // of the position; without a value if canonical forms are too many
	Parts      *PartsHeat       // of the position by its components, if only these have values; else nil
	Components []ComponentWorth // the largest first
	Moves      []HotMove        // of both players, in components with a value, the hottest first
	Limited    bool             // something is missing
}

// Heat is a value and its thermograph. Thermograph is nil if it is unknown.
type Heat struct {
	Value       cgt.Value
	Thermograph *cgt.Thermograph
}

// PartsHeat has facts about a sum that need no canonical form.
type PartsHeat struct {
	Mean        cgt.Dyadic
	Temperature cgt.Dyadic  // at most; it is exact if Exact is set
	Exact       bool        // one component is hotter than all others
	Class       cgt.Outcome // cgt.Left or cgt.Right if that player wins, whoever begins; 0 if unknown
}

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
	// there, else less.
	Temperature cgt.Dyadic

	// Gain is how much the move raises the mean value of the component for the player.
	Gain cgt.Dyadic
}

// Limits of the work without a limit of nodes: some tenths of a second.
const (
	worthComponents = 1 << 12
	worthBytes      = 32 << 20
)

// componentsPerPoll limits how long sums of few components may take: the arena polls after some thousands of steps.
const componentsPerPoll = 16

// worther finds the worth of positions.
type worther struct {
	values *theory.Canonical
	most   uint64 // components to search in all
}

// WorthOf finds the worth of a position, as far as it gets with solver.Options.Nodes components or, without a limit, in
// some tenths of a second. It returns nil in games in which marks are not placed.
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

// heatOfParts returns facts about the sum of components, or nil if a component has no value.
func heatOfParts(components []ComponentWorth) *PartsHeat {
	var parts []*cgt.Thermograph
	var least, most cgt.Dyadic // the sums of the right and of the left stops, between which the sum ends
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

// move returns the heat and gain of a move in a component.
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
	temperature := min(sign*(at.X-mean), max(before.Thermograph.Temperature, 0)) // above it others may be as good
	return HotMove{player, c, temperature, sign * (after.Thermograph.Mean - mean)}, true
}
