package retrograde

import (
	"context"
	"math"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Sample estimates, before a build from a position begins, the least that the build will take. exact reports whether
// all positions were counted, which happens if there are at most 200,000. Otherwise the estimate is rough: it may be
// several times too small or too large.
//
// A sample keeps some cells: it has the positions in which all of these cells are unused. Cells never come back, so
// only such positions lead to such positions. A position with l of n cells left is in C(l,a) of the C(n,a) samples that
// keep a cells, and stands for C(n,a)/C(l,a) positions. A sample leaves out positions with fewer than a cells left, and
// others if there are too many. That makes the estimate smaller on average, so of the estimates for several a the
// greatest counts.
func Sample(ctx context.Context, p variants.Position, opt solver.Options) (n Needs, exact bool, err error) {
	c := counter{rules: p.Game().Rules(), keys: keys.New(p.Game()), root: p.State()}
	positions, exact, err := c.estimate(ctx)
	if err != nil {
		return n, false, err
	}
	n.Positions = uint64(min(positions, 1<<60))
	size := int64(n.Positions)
	n.Table = int64(min(positions*tableBytes(p.Game().Traits()), 1<<62))
	n.Journal = 2 * size
	n.Scratch = max(0, 2*size-opt.MemoryLimit()/2)
	n.Memory = min(3*size, opt.MemoryLimit())
	return n, exact, nil
}

// tableBytes is the size of a position in a table, as measured for the five games in docs/results.md. For another game
// it is the size for the game with the most similar states.
func tableBytes(t variants.Traits) float64 {
	switch {
	case t.Sets():
		return 3.65 // duel
	case t.TwoMarkers():
		return 1.6 // blockade; 1.5 in lockdown
	case t.Mine == variants.Marker || t.Yours == variants.Marker:
		return 1.8 // classic
	}
	return 3.3 // claim
}

const (
	mostCounted = 200_000 // positions, without a sample
	mostSampled = 30_000  // positions of a sample
	samples     = 8       // samples for each number of cells
)

// counter counts positions that can be reached.
type counter struct {
	rules variants.Rules
	keys  keys.Keys
	root  variants.State
	kept  bitboard.Board // cells that have to be left
}

// left returns the cells that are left in a state. No move adds any.
func left(s variants.State) bitboard.Board { return s.Free | s.Mine | s.Yours }

// estimate returns how many positions there are, up to symmetry.
func (c *counter) estimate(ctx context.Context) (positions float64, exact bool, err error) {
	positions, exact, err = c.count(ctx, mostCounted)
	if exact || err != nil {
		return math.Round(positions), exact, err
	}
	r, cells := randomplay.New(1), left(c.root)
	step := max(1, cells.Count()/16)
	for keep := step; keep < cells.Count(); keep += step {
		sum, all := 0.0, true
		for range samples {
			for c.kept = 0; c.kept.Count() < keep; {
				c.kept |= bitboard.Of(int(randomplay.Move(r, cells)))
			}
			weight, whole, err := c.count(ctx, mostSampled)
			if err != nil {
				return 0, false, err
			}
			sum, all = sum+weight, all && whole
		}
		if positions = max(positions, sum/samples); all {
			break // smaller samples say less
		}
	}
	return positions, false, nil
}

// count returns how many positions a sample stands for. If it stops after most positions, whole is false. Without kept
// cells, it counts images once.
func (c *counter) count(ctx context.Context, most int) (total float64, whole bool, err error) {
	n, kept := left(c.root).Count(), c.kept.Count()
	seen, next := map[variants.State]bool{c.root: true}, []variants.State{c.root}
	for counted := 0; len(next) > 0; counted++ {
		if counted == most {
			return total, false, solver.Stopped(ctx)
		}
		s := next[len(next)-1]
		next = next[:len(next)-1]
		weight, l := 1.0, left(s).Count()
		if kept > 0 {
			weight /= float64(c.keys.Orbit(s))
		}
		for i := range kept {
			weight *= float64(n-i) / float64(l-i)
		}
		total += weight
		for m := range c.rules.Legal(s).Cells() {
			after := c.rules.Play(s, variants.Move(m))
			if kept == 0 {
				after = c.keys.State(c.keys.Of(after))
			}
			if c.kept&^left(after) == 0 && !seen[after] {
				seen[after] = true
				next = append(next, after)
			}
		}
	}
	return total, true, solver.Stopped(ctx)
}
