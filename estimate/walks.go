package estimate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gridlock/bitboard"
	"gridlock/internal/random"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// walks estimates how many positions can be reached from p, layer by layer, in the games of
// which it is known how many positions lead to one: those with markers that move.
//
// Two groups walk down the layers on their own, by random moves. A child is chosen with
// a probability in proportion to 1/d, with d the number of its parents, since it can be
// come to in that many ways; so all positions of a layer are about as likely, if those
// before it were. It is sequential importance sampling with resampling (Doucet, de
// Freitas & Gordon, Sequential Monte Carlo Methods in Practice, 2001). How often both
// groups come to the same positions then tells how many there are, by capture and
// recapture: two fair samples of a and b out of n have ab/n in common.
//
// Where they have too little in common, the number is that of the layer before times
// the mean over a sample of Σ 1/d, and what the two ways differed by when both were known.
//
// Parents that cannot be reached are taken for some that can, so the positions are not
// quite equally likely, and numbers come out too small rather than too large.
func walks(ctx context.Context, p variants.Position, keys solver.Keys, opt Options) (all States, err error) {
	w := &walker{game: p.Game(), known: theory.For(p.Game()).Parents, keys: keys, random: random.New(opt.Seed)}
	first := p.State()
	w.cells = first.Free | first.Mine | first.Yours
	samples := max(1, opt.Samples/2)
	groups := [2][]variants.State{{first}, {first}}
	layer := Layer{Cells: keys.Layer(keys.Of(first)), Positions: 1, States: 1, How: Counted}
	growth := 1.0 // by how much a layer was larger than Σ 1/d says, when it was last known
	for {
		all.add(layer)
		var next [2]generation
		for i, states := range groups {
			if next[i], err = w.descend(ctx, states); err != nil {
				return all, fmt.Errorf("%d cells left: %w", layer.Cells, err)
			}
			groups[i] = resample(w.random, next[i], samples)
		}
		if len(groups[0]) == 0 || len(groups[1]) == 0 {
			return all, nil
		}
		expected := layer.States * (next[0].ratio() + next[1].ratio()) / 2
		layer = w.meet(next)
		if layer.How == Sampled {
			growth = layer.States / expected
		} else {
			orbit := layer.States / layer.Positions
			layer.States = expected * max(growth, 1)
			layer.Positions = layer.States / orbit
		}
	}
}

// walker chooses samples.
type walker struct {
	game   *variants.Game
	known  func(cells bitboard.Board, s variants.State) int // see theory.Lemmas.Parents
	cells  bitboard.Board                                   // of the first position
	keys   solver.Keys
	random *rand.Rand
}

// generation is the children of a sample.
type generation struct {
	parents  int
	children []variants.State
	sums     []float64 // of their weights 1/d
}

// ratio returns about how many times larger the layer of the children is.
func (g generation) ratio() float64 {
	if len(g.sums) == 0 {
		return 0
	}
	return g.sums[len(g.sums)-1] / float64(g.parents)
}

// descend finds the children of a sample.
func (w *walker) descend(ctx context.Context, states []variants.State) (generation, error) {
	g := generation{parents: len(states)}
	rules, sum := w.game.Rules(), 0.0
	for _, s := range states {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		for m := range rules.Legal(s).Cells() {
			child := rules.Play(s, variants.Move(m))
			sum += 1 / w.parents(w.cells, child)
			g.children, g.sums = append(g.children, child), append(g.sums, sum)
		}
	}
	return g, nil
}

// meet estimates a layer from what two groups have in common. Images count as the same,
// which makes it as many times more as there are.
func (w *walker) meet(groups [2]generation) Layer {
	weights := map[solver.Key]float64{}
	layer := Layer{How: Sampled}
	common, product, orbits, inverse := 0, 0.0, 0.0, 0.0
	for i, g := range groups {
		before := 0.0
		for j, child := range g.children {
			key, weight := w.keys.Of(child), g.sums[j]-before
			before = g.sums[j]
			layer.Cells = w.keys.Layer(key)
			orbit := float64(w.keys.Orbit(child))
			orbits += weight * orbit
			inverse += weight / orbit
			if i == 0 {
				weights[key] += weight
			} else if other := weights[key]; other > 0 {
				product += weight * other
				common++
			}
		}
	}
	a, b := groups[0].sums[len(groups[0].sums)-1], groups[1].sums[len(groups[1].sums)-1]
	layer.States = a * b / product * orbits / (a + b)
	layer.Positions = layer.States * inverse / (a + b)
	if common < fewPairs {
		layer.How = Extrapolated
		layer.States, layer.Positions = 1, inverse/(a+b) // their ratio is known
	}
	return layer
}

// resample draws so many of the children, each with a probability in proportion to its
// weight, one from each of as many parts of the same weight.
func resample(r *rand.Rand, g generation, count int) (chosen []variants.State) {
	if len(g.children) == 0 {
		return nil
	}
	part, next := g.sums[len(g.sums)-1]/float64(count), 0
	for i := range count {
		at := (float64(i) + r.Float64()) * part
		for next < len(g.children)-1 && g.sums[next] <= at {
			next++
		}
		chosen = append(chosen, g.children[next])
	}
	return chosen
}
