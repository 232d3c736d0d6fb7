package certify

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/bitboard"
	"gridlock/internal/relevance"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// intervals writes the layers of a certificate by intervals. It finds intervals that suffice,
// all of which it keeps in memory, about 100 bytes for each. Then it writes, layer by layer, those
// that are needed, and of these no more than is needed.
func (r Request) intervals(ctx context.Context, w *proof.Writer, rules *proof.IntervalRules) error {
	e := newExplorer(ctx, r.Root.Game(), rules)
	e.guide = r.Prover.Guide()
	defer e.guide.Close()
	for _, i := range rules.Begin(r.Root, r.Winner) {
		if _, err := e.prove(i.Most()); err != nil {
			return err
		}
	}
	return r.selected(w, e)
}

// selected writes the layers of a certificate by what has been found.
func (r Request) selected(w *proof.Writer, e *explorer) error {
	s, due := newSelection(e, r.Limits.Workers), e.spans.Begin(r.Root, r.Winner)
	s.wide = r.Wide
	for len(due) > 0 {
		var records []proof.IntervalRecord
		if err := s.layer(due, func(_ int, r proof.IntervalRecord) { records = append(records, r) }); err != nil {
			return err
		}
		if err := w.IntervalLayer(slices.Values(records)); err != nil {
			return err
		}
		due = due[:0:0]
		for _, record := range records {
			if record.Answer.Kind == proof.ByMove {
				due = e.spans.Replies(record.Is, record.Answer.Move, due)
			}
		}
	}
	return nil
}

// found is an interval that the winner wins, and how.
type found struct {
	proof.Interval
	kind  proof.Kind
	move  variants.Move // ByMove, ByCopy
	turns uint8         // ByWalk
}

// explorer finds intervals that suffice for a win. It makes them as wide as it can, since a
// position that is in one already needs no other.
type explorer struct {
	ctx    context.Context
	game   *variants.Game
	rules  variants.Rules
	spans  *proof.IntervalRules
	guide  *pn.Guide // needed to prove
	leaves *leaves
	all    []found
	cover  *proof.Cover // finds those of all
}

// newExplorer returns an explorer that has found nothing yet. The caller sets and closes the guide.
func newExplorer(ctx context.Context, game *variants.Game, spans *proof.IntervalRules) *explorer {
	return &explorer{ctx: ctx, game: game, rules: game.Rules(), spans: spans, leaves: newLeaves(game), cover: spans.NewCover()}
}

// prove returns an interval with a position that the winner, to move, wins.
func (e *explorer) prove(s variants.State) (proof.Interval, error) {
	if m, ok := e.cover.Find(proof.IntervalOf(s)); ok {
		return m.Interval.Image(e.game.Grid(), m.By.Inverse()), nil
	}
	if leaf, ok := e.leaves.interval(s); ok {
		return e.add(leaf), nil
	}
	moves, err := e.guide.Moves(s)
	if err != nil {
		return proof.Interval{}, err
	}
	move := e.cheapest(s, moves)
	i, err := relevance.Around(e.game, s, move, e.prove, e.covered)
	if err != nil {
		return i, err
	}
	return e.add(found{Interval: i, move: move}), nil
}

// add keeps what has been found, as its normal image.
func (e *explorer) add(f found) proof.Interval {
	is := f.Interval
	var sym bitboard.Symmetry
	f.Interval, sym = e.spans.Normal(is)
	f.move = e.game.ImageMove(sym, f.move)
	e.cover.Add(f.Interval)
	e.all = append(e.all, f)
	return is
}

// cheapest returns a move that leaves the fewest replies which no interval covers yet.
func (e *explorer) cheapest(s variants.State, moves variants.MoveSet) (best variants.Move) {
	if moves.Rest() == 0 {
		return variants.Move(moves.First())
	}
	least := -1
	for ; moves != 0 && least != 0; moves = moves.Rest() {
		m := variants.Move(moves.First())
		missing := 0
		after := e.rules.Play(s, m)
		for replies := e.rules.Legal(after); replies != 0; replies = replies.Rest() {
			next := e.rules.Play(after, variants.Move(replies.First()))
			if !e.covered(proof.IntervalOf(next)) {
				missing++
			}
		}
		if least < 0 || missing < least {
			best, least = m, missing
		}
	}
	return best
}

// covered reports whether all positions of an interval are in one that has been found.
func (e *explorer) covered(i proof.Interval) bool {
	_, ok := e.cover.Find(i)
	return ok
}

// selection chooses the intervals to write, layer by layer.
type selection struct {
	*explorer
	workers int
	wide    bool            // write intervals as they are, and not what is needed of them
	count   []atomic.Uint32 // by number: how much of a layer each interval covers
}

func newSelection(e *explorer, workers int) *selection {
	return &selection{explorer: e, workers: max(1, workers), count: make([]atomic.Uint32, len(e.all))}
}

// choice is an interval that covers something, and the symmetry that makes an image of it that is
// covered.
type choice struct {
	number int32
	by     bitboard.Symmetry
}

// layer calls add for the records that answer what is due, each with the index of the first that it
// answers.
func (s *selection) layer(due []proof.Interval, add func(first int, r proof.IntervalRecord)) error {
	choices, err := s.choose(due)
	if err != nil {
		return err
	}
	grid := s.game.Grid()
	needed := map[int32]proof.Interval{}
	for i, c := range choices {
		image := due[i].Image(grid, c.by)
		if s.wide {
			image = s.all[c.number].Interval
		} else if hull, ok := needed[c.number]; ok {
			image.Need, image.May = image.Need&hull.Need, image.May|hull.May
		}
		needed[c.number] = image
	}
	written := s.spans.NewCover()
	for i, c := range choices {
		if _, ok := written.Find(due[i]); ok {
			continue
		}
		record := s.record(due[i], c, needed[c.number])
		written.Add(record.Is)
		add(i, record)
	}
	return nil
}

// choose chooses an interval for each due, of several the one that covers the most of them.
func (s *selection) choose(due []proof.Interval) (choices []choice, err error) {
	for n := range s.count {
		s.count[n].Store(0)
	}
	share := len(due)/s.workers + 1
	found := make([]candidates, s.workers)
	group, ctx := errgroup.WithContext(s.ctx)
	for w := range found {
		group.Go(func() (err error) {
			found[w], err = s.candidates(ctx, due[min(w*share, len(due)):min((w+1)*share, len(due))])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	choices = make([]choice, len(due))
	for w, c := range found {
		for n, i := range c.of {
			end := len(c.all)
			if n+1 < len(c.from) {
				end = c.from[n+1]
			}
			choices[w*share+i] = slices.MaxFunc(c.all[c.from[n]:end], s.compare)
		}
	}
	return choices, nil
}

// compare compares choices: the better one is greater.
func (s *selection) compare(a, b choice) int {
	return cmp.Or(cmp.Compare(s.count[a.number].Load(), s.count[b.number].Load()), cmp.Compare(b.number, a.number))
}

// candidates are the choices for several intervals: those for the one with index of[n] begin with
// all[from[n]].
type candidates struct {
	of, from []int
	all      []choice
}

// mostChoices is the number of intervals that are considered for each due. With all of them a
// certificate is 0.2 % smaller.
const mostChoices = 16

// candidates returns intervals that cover what is due, and counts them.
func (s *selection) candidates(ctx context.Context, due []proof.Interval) (c candidates, err error) {
	c.of, c.from = make([]int, 0, len(due)), make([]int, 0, len(due))
	s.cover.EachOf(due, mostChoices, func(i, number int, by bitboard.Symmetry) bool {
		if n := len(c.of); n == 0 || c.of[n-1] != i {
			c.of, c.from = append(c.of, i), append(c.from, len(c.all))
		}
		s.count[number].Add(1)
		c.all = append(c.all, choice{int32(number), by})
		return len(c.all)%4096 != 0 || ctx.Err() == nil
	})
	switch {
	case ctx.Err() != nil:
		return c, solver.Stopped(s.ctx)
	case len(c.of) == len(due):
		return c, nil
	}
	answered := make([]bool, len(due))
	for _, i := range c.of {
		answered[i] = true
	}
	return c, errMissing(s.game, due[slices.Index(answered, false)].Most())
}

// record returns the record that answers due by the interval that was chosen, of which only this
// much is needed.
func (s *selection) record(due proof.Interval, c choice, needed proof.Interval) proof.IntervalRecord {
	grid, f := s.game.Grid(), s.all[c.number]
	normal, sym := s.spans.Normal(due)
	r := proof.IntervalRecord{Due: normal, Answer: proof.Answer{Kind: f.kind}}
	image := func(i proof.Interval) proof.Interval { return i.Image(grid, c.by.Inverse()).Image(grid, sym) }
	r.Is = image(needed)
	switch f.kind {
	case proof.ByWalk:
		r.Answer.Walk = make([]variants.Move, f.turns) // only their number is written
		if !s.leaves.lasts(s.leaves.undisturbed(r.Is), int(f.turns)) {
			r.Is.Need = image(f.Interval).Need
		}
	default:
		r.Answer.Move = s.game.ImageMove(sym, s.game.ImageMove(c.by.Inverse(), f.move))
		if f.kind == proof.ByCopy {
			c, _ := s.leaves.mirrors.Copying(s.leaves.zones.Core(s.rules.Play(r.Is.Most(), r.Answer.Move)))
			r.Answer.Mirror = c.Mirror
		}
	}
	return r
}
