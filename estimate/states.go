package estimate

import (
	"context"
	"errors"
	"slices"

	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Layer is about the positions with the same number of cells left; see
// [solver.Keys.Layer].
type Layer struct {
	Cells     int
	Positions float64 // images counted as one
	States    float64 // before symmetry
	How       How
}

// How says how a layer was counted.
type How string

// The ways to count a layer, the best first.
const (
	Counted      How = "counted"      // all positions were found
	Sampled      How = "sampled"      // from samples
	Extrapolated How = "extrapolated" // from samples that say too little, and those of the layer before
)

// States is the number of positions that can be reached.
type States struct {
	Layers    []Layer // from the first one to the last
	Positions float64 // of all layers; images under the symmetries that keep the start count as one
	States    float64 // before symmetry
	How       How     // the worst of the layers
	Sums      bool    // moves can close several cells at once and pass over layers, as in duel and claim
}

// Options limits the work of an estimate of the positions that can be reached.
type Options struct {
	Exact   int // positions that are counted one by one, at most
	Samples int // positions of each layer that stand for the layer, where there are more
	Seed    uint64
}

// CountStates estimates how many positions can be reached from p, layer by layer. Where
// that is at most opt.Exact, they are counted. The same seed gives the same numbers. The
// error is that of ctx.
//
// Estimates have no bounds, and are too small rather than too large; the tests say by how
// much on boards that are known.
func CountStates(ctx context.Context, p variants.Position, opt Options) (States, error) {
	keys := solver.NewKeysKeeping(p)
	if theory.For(p.Game()).Parents == nil {
		all, err := capture(ctx, p, keys, opt)
		all.Sums = true
		return all, err
	}
	all, err := capture(ctx, p, keys, Options{Exact: opt.Exact})
	if errors.Is(err, errTooMany) {
		return walks(ctx, p, keys, opt)
	}
	return all, err
}

// add adds a layer.
func (s *States) add(l Layer) {
	s.Layers = append(s.Layers, l)
	s.Positions += l.Positions
	s.States += l.States
	if order := []How{"", Counted, Sampled, Extrapolated}; slices.Index(order, l.How) > slices.Index(order, s.How) {
		s.How = l.How
	}
}
