package estimate

import (
	"context"
	"slices"

	"gridlock/internal/random"
	"gridlock/solver/keys"
	"gridlock/theory"
	"gridlock/variants"
)

// Layer describes the positions with the same number of cells left; see [keys.Keys.Layer].
type Layer struct {
	Cells     int
	Positions float64 // images count as one
	States    float64 // before symmetry
	How       How
}

// How is how a number was found.
type How string

// The ways to find a number, the best first.
const (
	Counted How = "counted"  // all positions were found
	Sampled How = "sampled"  // from samples, without bias
	AtLeast How = "at least" // samples say too little for an estimate: the number is a lower bound
)

// States is the number of reachable positions.
type States struct {
	Layers    []Layer // from the first one to the last
	Positions float64 // of all layers; images under the symmetries that keep the start count as one
	States    float64 // before symmetry
	How       How     // the worst of the layers
	Sums      bool    // moves can close several cells at once and skip layers, as in duel, claim and their like

	// Interval holds States, with Confidence. If How is AtLeast its upper end is 0, for none,
	// and States and Positions are lower bounds.
	Interval Interval
}

// Options limits the work of an estimate of the reachable positions.
type Options struct {
	Exact   int // maximum number of positions that are counted one by one
	Samples int // positions of each layer that represent the layer, or games, if there are more
	Seed    uint64
}

// CountStates estimates how many positions are reachable from p, layer by layer. If that is at
// most opt.Exact, it counts them. Otherwise it counts the first layers, and samples the others:
// by descents in the games with markers, by configurations in duel, claim and their like. Both are unbiased,
// and are made in [Batches] independent parts, whose spread gives the confidence interval; see
// [Interval]. The same seed gives the same numbers. The error is that of ctx.
func CountStates(ctx context.Context, p variants.Position, opt Options) (States, error) {
	c := newCount(p, opt.Exact)
	if err := c.run(ctx); err != nil {
		return c.states(), err
	}
	all := c.states()
	known := theory.For(p.Game())
	all.Sums = known.Sums()
	if c.complete {
		return all, nil
	}
	var sampler sampler
	switch {
	case counts(p.Game()):
		sampler = newConfigurations(p, c)
	case known.History != nil:
		sampler = newDescent(p, known.History, c)
	default: // no sampling method applies to the game
		all.How, all.Interval = AtLeast, Interval{Low: all.States}
		return all, nil
	}
	r := random.New(opt.Seed)
	var batches [Batches]batch
	for i := range batches {
		var err error
		if batches[i], err = sampler.sample(ctx, r, max(1, opt.Samples/Batches)); err != nil {
			return all, err
		}
	}
	all.addSampled(batches[:], opt.Samples)
	return all, nil
}

// add adds a layer.
func (s *States) add(l Layer) {
	s.Layers = append(s.Layers, l)
	s.Positions += l.Positions
	s.States += l.States
	if order := []How{"", Counted, Sampled, AtLeast}; slices.Index(order, l.How) > slices.Index(order, s.How) {
		s.How = l.How
	}
}

// count counts positions one by one, from the first layer on, while there are not too many.
type count struct {
	rules    variants.Rules
	keys     keys.Keys
	most     int
	found    []map[keys.Key]bool // by layer
	layers   []Layer
	last     int // the last layer that was counted
	complete bool
}

func newCount(p variants.Position, most int) *count {
	c := &count{rules: p.Game().Rules(), keys: keys.Keeping(p), most: max(most, 1)}
	first := c.keys.Of(p.State())
	c.last = c.keys.Layer(first)
	c.found = make([]map[keys.Key]bool, c.last+1)
	c.add(first)
	return c
}

func (c *count) add(key keys.Key) {
	layer := &c.found[c.keys.Layer(key)]
	if *layer == nil {
		*layer = map[keys.Key]bool{}
	}
	(*layer)[key] = true
}

// run counts. A layer is complete when all layers before it have been expanded. A layer that is
// too large is left out completely.
func (c *count) run(ctx context.Context) error {
	total := 0
	for cells := c.last; cells >= 0; cells-- {
		if len(c.found[cells]) == 0 {
			continue
		}
		if total += len(c.found[cells]); total > c.most {
			clear(c.found[cells])
			return nil
		}
		layer := Layer{Cells: cells, Positions: float64(len(c.found[cells])), How: Counted}
		c.last = cells
		looked := 0
		for key := range c.found[cells] {
			if looked++; looked%1024 == 1 && ctx.Err() != nil {
				return ctx.Err()
			}
			s := c.keys.State(key)
			layer.States += float64(c.keys.Orbit(s))
			for m := range c.rules.Legal(s).Cells() {
				c.add(c.keys.Of(c.rules.Play(s, variants.Move(m))))
			}
		}
		c.layers = append(c.layers, layer)
	}
	c.complete = true
	return nil
}

// states returns the counts.
func (c *count) states() (all States) {
	for _, l := range c.layers {
		all.add(l)
	}
	all.Interval = Interval{all.States, all.States}
	return all
}
