package estimate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gridlock/bitboard"
	"gridlock/solver/keys"
	"gridlock/theory"
	"gridlock/variants"
)

// descent samples the layers of the games with markers that move.
//
// A sample walks down the layers by random moves. If it represents a layer of N positions, all
// equally likely, then N times the mean over the sample of Σ 1/d over the children, d being the
// number of parents of a child, is an unbiased estimate of the size of the next layer: each
// position there is a child of d positions here. Children are drawn into the next sample with a
// probability in proportion to 1/d, which makes all positions there equally likely (sequential
// importance sampling with resampling: Doucet, de Freitas & Gordon, Sequential Monte Carlo
// Methods in Practice, 2001; the weights are those of Chen, "Heuristic sampling", SIAM Journal
// on Computing 21, 1992).
//
// Only reachable parents count. Whether a parent is reachable is searched for by taking moves
// back, up to the layers that were counted.
type descent struct {
	game    *variants.Game
	history *theory.History
	root    variants.State
	cells   bitboard.Board // of the first position
	counts  *count
	first   []variants.State // the positions of the last layer that was counted
	sums    []float64        // cumulative sizes of their orbits
	known   map[keys.Key]bool
	steps   int // maximum for a search
	left    int // remaining ones
}

// searchSteps is the maximum number of positions that a search may visit to find out whether one
// is reachable. If too many answers remain unknown, so that a lower bound is the best possible
// result, it is fewSteps. At most rememberedAtMost answers are kept.
const (
	searchSteps      = 2000
	fewSteps         = 5
	hopeless         = 10 * openShare
	rememberedAtMost = 1 << 21
)

func newDescent(p variants.Position, h *theory.History, c *count) *descent {
	d := &descent{game: p.Game(), history: h, root: p.State(), counts: c, known: map[keys.Key]bool{}, steps: searchSteps}
	d.cells = d.root.Free | d.root.Mine | d.root.Yours
	sum := 0.0
	for _, key := range sorted(c.found[c.last]) {
		s := c.keys.State(key)
		sum += float64(c.keys.Orbit(s))
		d.first, d.sums = append(d.first, s), append(d.sums, sum)
	}
	return d
}

// sample implements sampler.
func (d *descent) sample(ctx context.Context, r *rand.Rand, samples int) (b batch, err error) {
	keys := d.counts.keys
	b.states, b.positions = make([]float64, d.counts.last), make([]float64, d.counts.last)
	states := resample(r, d.first, d.sums, samples)
	size, doubt := d.sums[len(d.sums)-1], 0.0
	for layer := d.counts.last - 1; layer >= 0 && len(states) > 0; layer-- {
		var children []variants.State
		var sums []float64
		var sum, positions, open float64
		for _, s := range states {
			if err := ctx.Err(); err != nil {
				return b, fmt.Errorf("%d cells left: %w", layer+1, err)
			}
			for _, child := range d.children(s) {
				reached, unknown := d.parents(child)
				weight := 1 / float64(reached+unknown)
				open += 1/float64(reached) - weight
				sum += weight
				positions += weight / float64(keys.Orbit(child))
				d.remember(keys.Of(child), true)
				children, sums = append(children, child), append(sums, sum)
			}
		}
		factor := size / float64(len(states))
		if len(children) == 0 {
			break
		}
		size = sum * factor
		b.states[layer], b.positions[layer] = size, positions*factor
		if doubt += open / sum; doubt > hopeless {
			d.steps = fewSteps
		}
		b.open += doubt * size
		states = resample(r, children, sums, samples)
	}
	return b, nil
}

// children returns the distinct positions after the moves of one.
func (d *descent) children(s variants.State) (children []variants.State) {
	rules := d.game.Rules()
	seen := map[variants.State]bool{}
	for m := range rules.Legal(s).Cells() {
		if child := rules.Play(s, variants.Move(m)); !seen[child] {
			seen[child] = true
			children = append(children, child)
		}
	}
	return children
}

// parents counts the reachable positions that lead to a reachable one, at least one, and those
// of which that is unknown.
func (d *descent) parents(s variants.State) (reached, unknown int) {
	d.history.Before(d.cells, s, func(parent variants.State) bool {
		d.left = d.steps
		switch can, ok := d.reachable(parent); {
		case !ok:
			unknown++
		case can:
			reached++
		}
		return true
	})
	if reached == 0 {
		return 1, max(0, unknown-1)
	}
	return reached, unknown
}

// reachable reports whether a position is reachable. Ok is false if it would take too long to
// find out.
func (d *descent) reachable(s variants.State) (can, ok bool) {
	keys := d.counts.keys
	key := keys.Of(s)
	layer := keys.Layer(key)
	if layer >= d.counts.last {
		return layer < len(d.counts.found) && d.counts.found[layer][key], true
	}
	if can, ok = d.known[key]; ok {
		return can, true
	}
	if !d.history.Possible(d.cells, d.root.Yours != 0, s) {
		return false, true
	}
	if d.left--; d.left < 0 {
		return false, false
	}
	ok = true
	d.history.Before(d.cells, s, func(parent variants.State) bool {
		reached, known := d.reachable(parent)
		can, ok = reached, ok && known
		return !reached && d.left >= 0
	})
	if ok = ok || can; ok {
		d.remember(key, can)
	}
	return can, ok
}

func (d *descent) remember(key keys.Key, can bool) {
	if len(d.known) >= rememberedAtMost {
		clear(d.known)
	}
	d.known[key] = can
}

// resample draws count of the states, each with a probability in proportion to its weight, one
// from each of count parts of equal weight. Sums are the cumulative weights.
func resample(r *rand.Rand, states []variants.State, sums []float64, count int) (chosen []variants.State) {
	if len(states) == 0 {
		return nil
	}
	part, next := sums[len(sums)-1]/float64(count), 0
	for i := range count {
		at := (float64(i) + r.Float64()) * part
		for next < len(states)-1 && sums[next] <= at {
			next++
		}
		chosen = append(chosen, states[next])
	}
	return chosen
}
