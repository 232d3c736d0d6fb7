package certify

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// intervals writes the layers of a certificate by intervals. It finds intervals that suffice, all of
// which it keeps in memory. Then it writes, layer by layer, only the needed ones, narrowed to what is
// used of them.
func (r Request) intervals(ctx context.Context, w *proof.Writer, spans *interval.Rules) error {
	f := newFindings(r.Root.Game(), spans)
	if err := f.explore(ctx, r); err != nil {
		return err
	}
	return f.write(ctx, w, r)
}

// write writes the layers of a certificate by what has been found.
func (f *findings) write(ctx context.Context, w *proof.Writer, r Request) error {
	s := selection{findings: f, obligations: f.spans.Begin(r.Root, r.Winner)}
	for range max(1, r.Limits.Workers) {
		s.selectors = append(s.selectors, newSelector(f.game, f.spans, r.Wide, ended(ctx)))
	}
	for len(s.obligations) > 0 {
		if err := s.layer(ctx); err != nil {
			return err
		}
		if err := cmp.Or(w.IntervalLayer(polled(ctx, s.records())), solver.Poll(ctx)); err != nil {
			return err
		}
		if s.follow(ctx); solver.Poll(ctx) != nil {
			return solver.Stopped(ctx)
		}
	}
	return nil
}

// selection chooses, layer by layer, which of the intervals that were found are written.
type selection struct {
	*findings
	selectors   []*selector // one for each goroutine
	obligations []interval.Interval
	answers     []*answer // to what is due, in the order of records

	grouped []interval.Interval // what is due, by its markers
	index   []int               // the index in due of each
	groups  []obligationGroup
}

// answer is a record, and the index of the first interval that is due which it answers.
type answer struct {
	proof.IntervalRecord
	first int
}

// obligationGroup is what is due about the same markers.
type obligationGroup struct{ class, from, to int }

// layer finds the answers to what is due. What is about different markers is decided for itself.
func (s *selection) layer(ctx context.Context) error {
	s.group()
	for _, c := range s.selectors {
		c.answers = c.answers[:0]
	}
	err := share(ctx, s.selectors, len(s.groups), 1, func(ctx context.Context, c *selector, i int) error {
		g := s.groups[i]
		index := s.index[g.from:g.to]
		return c.answer(ctx, &s.classes[g.class].Set, s.grouped[g.from:g.to], func(first int, r proof.IntervalRecord) {
			c.answers = append(c.answers, answer{r, index[first]})
		})
	})
	if err != nil {
		return err
	}
	s.answers = slices.Grow(s.answers[:0], len(s.obligations))[:len(s.obligations)]
	clear(s.answers)
	for _, c := range s.selectors {
		for i := range c.answers {
			s.answers[c.answers[i].first] = &c.answers[i]
		}
	}
	s.answers = slices.DeleteFunc(s.answers, func(a *answer) bool { return a == nil })
	return nil
}

// group groups what is due by its markers. In a group it keeps its order.
func (s *selection) group() {
	s.index = s.spans.ByClass(s.obligations)
	s.grouped, s.groups = s.grouped[:0], s.groups[:0]
	for at, i := range s.index {
		class := s.spans.MarkerClass(s.obligations[i])
		if n := len(s.groups); n == 0 || s.groups[n-1].class != class {
			s.groups = append(s.groups, obligationGroup{class, at, at})
		}
		s.groups[len(s.groups)-1].to++
		s.grouped = append(s.grouped, s.obligations[i])
	}
}

// records iterates over the records of the layer.
func (s *selection) records() iter.Seq[proof.IntervalRecord] {
	return func(yield func(proof.IntervalRecord) bool) {
		for _, a := range s.answers {
			if !yield(a.IntervalRecord) {
				return
			}
		}
	}
}

// follow sets what is due to what the answers of the layer leave to answer, in their order; to less,
// when ctx has ended.
func (s *selection) follow(ctx context.Context) {
	share := len(s.answers)/len(s.selectors) + 1
	var group sync.WaitGroup
	for i, c := range s.selectors {
		group.Go(func() {
			c.obligations = c.obligations[:0]
			some := s.answers[min(i*share, len(s.answers)):min((i+1)*share, len(s.answers))]
			for a := range polled(ctx, slices.Values(some)) {
				if a.Answer.Kind == proof.ByMove {
					c.obligations = s.spans.Replies(a.Is, a.Answer.Move, c.obligations)
				}
			}
		})
	}
	group.Wait()
	s.obligations = s.obligations[:0]
	for _, c := range s.selectors {
		s.obligations = append(s.obligations, c.obligations...)
	}
}

// selector chooses, for one goroutine, among intervals with the same markers.
type selector struct {
	game   *variants.Game
	rules  variants.Rules
	spans  *interval.Rules
	leaves *leaves
	wide   bool // write intervals as they are, and not what is needed of them

	// Buffers, of which all of count is 0 between calls.
	join        interval.Join
	all         []choice
	of          []candidates                     // by the index of what is due
	chosen      []choice                         // as well
	count       []uint32                         // by number
	needed      []interval.Interval              // by number
	walk        [bitboard.MaxCells]variants.Move // whose turns are not written
	answers     []answer
	obligations []interval.Interval
}

func newSelector(game *variants.Game, spans *interval.Rules, wide bool, stop func() bool) *selector {
	return &selector{game: game, rules: game.Rules(), spans: spans, leaves: newLeaves(game, stop), wide: wide}
}

// choice is an interval that covers something, and the symmetry that makes an image of it that is
// covered.
type choice struct {
	number int32
	by     bitboard.Symmetry
}

// candidates are the choices for something, by their indices.
type candidates struct{ from, to int }

// answer calls add for the records that answer what is due, all of the marker class of from, each with
// the index of the first that it answers.
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

// choose chooses an interval for each that is due, of several the one that covers the most of them.
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

// mostChoices is the number of intervals that are considered for each that is due. With all of them a
// certificate is 0.2 % smaller.
const mostChoices = 16

// candidates finds intervals that cover what is due.
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

// record returns the record that answers due by an interval that was found, an image of which covers
// it, and of which only this much is needed.
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
	default:
		r.Answer.Move = c.game.ImageMove(sym, c.game.ImageMove(by.Inverse(), f.move))
		if f.kind == proof.ByCopy {
			copied, _ := c.leaves.mirrors.Copying(c.leaves.simple.Core(c.rules.Play(r.Is.Most(), r.Answer.Move)))
			r.Answer.Mirror = copied.Mirror
		}
	}
	return r
}
