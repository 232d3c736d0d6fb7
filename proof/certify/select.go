package certify

import (
	"cmp"
	"context"
	"slices"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// selector chooses, for one goroutine, among intervals with the same markers.
type selector struct {
	*intervalPlan
	rules  variants.Rules
	leaves *leaves

	// Buffers. Between calls, count is 0 everywhere.
	join   interval.Join
	all    []choice
	of     []candidates                     // the candidates for each due interval, by its index
	chosen []choice                         // as well
	count  []uint32                         // by number
	needed []interval.Interval              // by number
	walk   [bitboard.MaxCells]variants.Move // buffer; its turns are not written
}

// choice is an interval that covers an image of another one, and the symmetry that makes this image.
type choice struct {
	number int32
	by     bitboard.Symmetry
}

// candidates are the choices for an interval, by their indices.
type candidates struct{ from, to int }

// answer calls add for each record that answers due intervals, all of the marker class of from, with the index of the
// first interval that the record answers.
func (c *selector) answer(ctx context.Context, from *interval.Set[found], due []interval.Interval, add func(first int, r proof.IntervalRecord)) error {
	if err := c.choose(ctx, from, due); err != nil {
		return err
	}
	c.hull(from, due)
	written := c.spans.NewCover()
	for i, choice := range c.chosen {
		if i%64 == 63 && solver.Poll(ctx) != nil {
			break
		}
		if _, ok := written.Find(due[i]); ok {
			continue
		}
		record := c.record(due[i], from.Values[choice.number], choice.by, c.needed[choice.number])
		written.Add(record.Is)
		add(i, record)
	}
	return solver.Poll(ctx)
}

// choose chooses an interval for each due one: of several, the interval that covers the most due ones.
func (c *selector) choose(ctx context.Context, from *interval.Set[found], due []interval.Interval) error {
	if err := c.candidates(ctx, from, due); err != nil {
		return err
	}
	if more := len(from.Values) - len(c.count); more > 0 {
		c.count = append(c.count, make([]uint32, more)...)
		c.needed = append(c.needed, make([]interval.Interval, more)...)
	}
	for _, choice := range c.all {
		c.count[choice.number]++
	}
	c.chosen = c.chosen[:0]
	for _, some := range c.of {
		c.chosen = append(c.chosen, slices.MaxFunc(c.all[some.from:some.to], func(a, b choice) int {
			return cmp.Or(cmp.Compare(c.count[a.number], c.count[b.number]), cmp.Compare(b.number, a.number))
		}))
	}
	for _, choice := range c.all {
		c.count[choice.number] = 0
	}
	return nil
}

// hull finds how much is needed of the intervals that were chosen.
func (c *selector) hull(from *interval.Set[found], due []interval.Interval) {
	for i, choice := range c.chosen {
		needed := due[i].Image(c.game.Grid(), choice.by)
		if before := c.needed[choice.number]; c.count[choice.number] > 0 {
			needed.Need, needed.May = needed.Need&before.Need, needed.May|before.May
		}
		if c.wide {
			needed = from.Values[choice.number].Interval
		}
		c.needed[choice.number] = needed
		c.count[choice.number]++
	}
	for _, choice := range c.chosen {
		c.count[choice.number] = 0
	}
}

// mostChoices is the number of intervals that are considered for each due interval (docs/tried.md).
const mostChoices = 16

// candidates finds intervals that cover the due ones.
func (c *selector) candidates(ctx context.Context, from *interval.Set[found], due []interval.Interval) error {
	if from.Cover == nil {
		return errMissing(c.game, due[0].Most())
	}
	c.all = c.all[:0]
	c.of = slices.Grow(c.of[:0], len(due))[:len(due)]
	clear(c.of)
	c.join.Each(from.Cover, due, mostChoices, func(i, number int, by bitboard.Symmetry) bool {
		if c.of[i].to == 0 {
			c.of[i].from = len(c.all)
		}
		c.all = append(c.all, choice{int32(number), by})
		c.of[i].to = len(c.all)
		return len(c.all)%1024 != 0 || solver.Poll(ctx) == nil
	})
	if err := solver.Stopped(ctx); err != nil {
		return err
	}
	if i := slices.Index(c.of, candidates{}); i >= 0 {
		return errMissing(c.game, due[i].Most())
	}
	return nil
}

// record answers due with a found interval, turned so that it covers due, and narrowed to the needed part.
func (c *selector) record(due interval.Interval, f found, by bitboard.Symmetry, needed interval.Interval) proof.IntervalRecord {
	grid := c.game.Grid()
	normal, sym := c.spans.Normal(due)
	r := proof.IntervalRecord{Due: normal, Answer: proof.Answer{Kind: f.kind}}
	image := func(i interval.Interval) interval.Interval { return i.Image(grid, by.Inverse()).Image(grid, sym) }
	r.Is = image(needed)
	switch f.kind {
	case proof.ByWalk:
		r.Answer.Walk = c.walk[:f.turns]
		if !c.leaves.lasts(c.leaves.undisturbed(r.Is), int(f.turns)) {
			r.Is.Need = image(f.Interval).Need
		}
	case proof.ByPlan:
		f.plan = f.planImage(c.game, by.Inverse())
		for _, m := range []byte(f.planImage(c.game, sym)) {
			r.Answer.Walk = append(r.Answer.Walk, variants.Move(m))
		}
		r.Answer.Walk = r.Answer.Walk[:c.turnsOf(r.Is, r.Answer.Walk)]
		if len(r.Answer.Walk) == 1 {
			r.Answer = proof.Answer{Move: r.Answer.Walk[0]}
		}
	default:
		r.Answer.Move = c.game.ImageMove(sym, c.game.ImageMove(by.Inverse(), f.move))
		if f.kind == proof.ByCopy {
			copied, _ := c.leaves.mirrors.Copying(c.leaves.simple.Core(c.rules.Play(r.Is.Most(), r.Answer.Move)))
			r.Answer.Mirror = copied.Mirror
		}
	}
	return r
}

// turnsOf returns the greatest number of turns of a plan that any line in an interval takes.
func (c *selector) turnsOf(i interval.Interval, turns []variants.Move) int {
	most := 0
	for _, r := range c.spans.Replies(i, turns[0], nil) {
		most = max(most, c.turnsOf(r, turns[1:]))
	}
	return 1 + most
}
