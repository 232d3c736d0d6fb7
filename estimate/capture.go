package estimate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gridlock/internal/random"
	"gridlock/solver"
	"gridlock/variants"
)

// capture estimates how many positions can be reached from p, layer by layer. While no
// more than Exact of them have been found, all are, and counted. Then a sample of each
// layer stands for all of it: a position of a sample of m out of n stands for n/m, and so
// do its children as children of somebody.
//
// How many positions a layer has follows from the number of parents that it has in all,
// E₁ = Σ d over its positions, and E₂ = Σ d(d−1), twice the number of pairs of parents
// with a child in common. The sample tells both without bias, if it is a fair one, from
// the children that it has, and those that it has more than once. Positions with 1 + a
// Poisson number μ of parents have E₂/E₁ = (μ² + 2μ)/(1 + μ), from which μ follows, and
// the number of positions, E₁/(1 + μ). It is the idea of capture and recapture.
//
// It is an estimate without bounds: positions with many parents get into samples sooner,
// so numbers come out too small rather than too large, and errors of neighbouring layers
// go together.
func capture(ctx context.Context, p variants.Position, keys solver.Keys, opt Options) (States, error) {
	c := &counter{rules: p.Game().Rules(), keys: keys, opt: opt, random: random.New(opt.Seed)}
	first := keys.Of(p.State())
	top := keys.Layer(first)
	c.pools = make([]pool, top+1)
	for i := range c.pools {
		c.pools[i].index = map[solver.Key]int{}
	}
	c.pools[top].add(first, 1, -1)
	var all States
	for cells := top; cells >= 0; cells-- {
		if len(c.pools[cells].found) == 0 {
			continue
		}
		layer := c.count(cells, top)
		if err := c.expand(ctx, cells, layer); err != nil {
			return all, err
		}
		all.add(layer)
		c.pools[cells] = pool{}
	}
	return all, nil
}

// errTooMany says that there are more positions than may be counted.
var errTooMany = errors.New("too many positions to count")

// counter counts positions.
type counter struct {
	rules  variants.Rules
	keys   solver.Keys
	opt    Options
	random *rand.Rand
	pools  []pool // by layer

	expanded int     // positions, so far
	parents  float64 // mean number of parents in the last layer that was sampled
	used     int     // cells used there
}

// pool is what has been found of a layer.
type pool struct {
	found   []child
	index   map[solver.Key]int
	sampled bool // some parent stood for more than itself
}

// child is a position that has been found.
type child struct {
	key     solver.Key
	weight  float64 // of its parents together
	squares float64 // their weights, squared
	certain bool    // it has a parent that stood for itself
	parent  int     // the last one
}

// add notes that a parent with a weight has a child.
func (p *pool) add(key solver.Key, weight float64, parent int) {
	i, ok := p.index[key]
	if !ok {
		i = len(p.found)
		p.index[key] = i
		p.found = append(p.found, child{key: key})
	}
	c := &p.found[i]
	c.weight += weight
	c.squares += weight * weight
	c.parent = parent
	c.certain = c.certain || weight == 1
	p.sampled = p.sampled || weight > 1
}

// fewPairs is the number of pairs of parents with a child in common below which they say
// too little: the number of positions would be off by a sixth, by chance alone.
const fewPairs = 40

// count estimates the number of positions of a layer.
func (c *counter) count(cells, top int) Layer {
	pool := &c.pools[cells]
	layer := Layer{Cells: cells, Positions: float64(len(pool.found)), How: Counted}
	if pool.sampled {
		layer.Positions, layer.How = c.estimate(pool, top-cells)
	}
	orbits := 0
	for _, child := range pool.found {
		orbits += c.keys.Orbit(c.keys.State(child.key))
	}
	layer.States = layer.Positions * float64(orbits) / float64(len(pool.found))
	return layer
}

// estimate returns the number of positions of a layer that samples have led to.
func (c *counter) estimate(pool *pool, used int) (positions float64, how How) {
	var edges, pairs float64
	common := 0
	for _, child := range pool.found {
		edges += child.weight
		pairs += child.weight*child.weight - child.squares
		if child.weight*child.weight > child.squares*1.0001 {
			common++
		}
	}
	how = Sampled
	parents := c.parents * float64(used) / float64(max(c.used, 1))
	if common < fewPairs && c.parents > 0 {
		how = Extrapolated
	} else {
		parents = parentsOf(pairs / edges)
		c.parents, c.used = parents, used
	}
	return max(edges/parents, float64(len(pool.found))), how
}

// parentsOf returns the mean number 1 + μ of parents where E₂/E₁ is a ratio.
func parentsOf(ratio float64) float64 {
	return (ratio + math.Sqrt(ratio*ratio+4)) / 2
}

// expand finds the children of a layer, or of a sample of it.
func (c *counter) expand(ctx context.Context, cells int, layer Layer) error {
	pool := &c.pools[cells]
	chosen := pool.found
	if pool.sampled || c.expanded+len(chosen) > c.opt.Exact {
		if c.opt.Samples == 0 {
			return errTooMany
		}
		chosen = c.sample(pool, layer.Positions)
	}
	weight := max(1, layer.Positions/float64(len(chosen)))
	if len(chosen) == len(pool.found) && !pool.sampled {
		weight = 1
	}
	for parent, from := range chosen {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%d cells left: %w", cells, err)
		}
		s := c.keys.State(from.key)
		var children []solver.Key
		for m := range c.rules.Legal(s).Cells() {
			children = append(children, c.keys.Of(c.rules.Play(s, variants.Move(m))))
		}
		slices.SortFunc(children, solver.Key.Compare)
		for _, key := range slices.Compact(children) {
			c.pools[c.keys.Layer(key)].add(key, weight, c.expanded+parent)
		}
	}
	c.expanded += len(chosen)
	return nil
}

// sample chooses positions of a layer that stand for all of it. Those that are certain
// to be found stand for themselves, the others for the rest; so their parts of the
// sample are as large as their parts of the layer. Two children of the same parent are
// not chosen, as they often have children in common.
func (c *counter) sample(pool *pool, positions float64) []child {
	c.random.Shuffle(len(pool.found), func(i, j int) {
		pool.found[i], pool.found[j] = pool.found[j], pool.found[i]
	})
	certain := 0
	for _, child := range pool.found {
		if child.certain {
			certain++
		}
	}
	size := min(c.opt.Samples, len(pool.found))
	quota := [2]int{size, size}
	if pool.sampled && certain < len(pool.found) {
		quota[1] = int(float64(size) * float64(certain) / positions)
		quota[0] = size - quota[1]
	}
	taken := map[int]bool{}
	var chosen []child
	for _, child := range pool.found {
		kind := 0
		if child.certain {
			kind = 1
		}
		if quota[kind] == 0 || pool.sampled && size < len(pool.found) && taken[child.parent] {
			continue
		}
		quota[kind]--
		taken[child.parent] = true
		chosen = append(chosen, child)
	}
	return chosen
}
