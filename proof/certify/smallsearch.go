package certify

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// A search for few intervals keeps a whole certificate as a draft, and changes one record at a time. Then it answers
// anew the intervals that the change leaves due in the layers below, with present records if possible (local search by
// simulated annealing, Kirkpatrick et al. 1983). Its known answers are a repertoire, which grows.

// members returns the members behind the records of a layer.
func members(l draftLayer) (all []*member) {
	for _, r := range l.records {
		all = append(all, r.member)
	}
	return all
}

// How many intervals a proof may visit when the search looks for another answer, or joins two records; when a record
// absorbs another; when an interval has no answer; when an answer of the first layers changes.
const (
	forOther  = 300
	forJoined = 600
	forAlike  = 60
	forDue    = 300
	forAnew   = 2000
)

// step changes a record: it takes another known answer, another move, or one record for two. It returns the changed
// draft, unless that has many more records.
func (d *drafter) step(cur draft) (draft, bool) {
	k := d.pick(cur)
	d.absorbs = [...]float64{0, 0, 0.5, 1}[d.rng.IntN(4)]
	l := cur.layers[k]
	r := l.records[d.rng.IntN(len(l.records))]
	ban := map[*member]bool{r.member: true}
	var forced []*member
	switch d.rng.IntN(3) {
	case 1:
		d.left = forOther
		forced = []*member{d.other(r.is, r.member)}
	case 2:
		m, with := d.joined(l, r)
		forced, ban[with] = []*member{m}, true
		delete(ban, m)
	}
	if len(forced) > 0 && forced[0] == nil {
		return cur, false
	}
	return d.changed(cur, k, forced, ban, cur.records+slack)
}

// joined returns a member that answers all intervals that two records with the same markers answer: r, and another
// record, whose member is returned, too. It returns nil if there is none.
func (d *drafter) joined(l draftLayer, r *draftRecord) (m, with *member) {
	var others []*draftRecord
	for _, o := range l.records {
		if o.member != r.member && d.spans.MarkerClass(o.is) == d.spans.MarkerClass(r.is) {
			others = append(others, o)
		}
	}
	if len(others) == 0 {
		return nil, nil
	}
	o := others[d.rng.IntN(len(others))]
	images := d.due(o.is).images
	image, i := images[d.rng.IntN(len(images))], r.is
	i.Need &= image.Need
	i.May |= image.May
	both := d.due(i)
	d.left = forJoined
	if d.rng.IntN(2) == 0 {
		return d.other(both.Interval, nil), o.member
	}
	return d.prove(both), o.member
}

// pick returns a random layer, in proportion to its records.
func (d *drafter) pick(cur draft) (layer int) {
	n := d.rng.IntN(cur.records)
	for k, l := range cur.layers {
		if n -= len(l.records); n < 0 {
			return k
		}
	}
	return 0
}

// other returns a member that covers an interval by a random move other than a given member's.
func (d *drafter) other(i interval.Interval, than *member) *member {
	var moves []variants.Move
	for m := range d.winning(i).Cells() {
		if than == nil || than.kind != proof.ByMove || int(than.move) != m {
			moves = append(moves, variants.Move(m))
		}
	}
	if len(moves) == 0 {
		return nil
	}
	normal := d.due(i)
	_, sym := d.spans.Normal(i)
	return d.byMove(normal.Interval, d.game.ImageMove(sym, moves[d.rng.IntN(len(moves))]))
}

// newDrafter returns a drafter that uses the intervals found and, with plans, looks for plans.
func newDrafter(ctx context.Context, f *findings, guide *pn.Guide, memory int64, plans bool) *drafter {
	d := &drafter{repertoire: newRepertoire(ctx, f.game, f.spans, guide)}
	d.most = mostDues
	if memory > 0 {
		d.most = int(min(mostDues, max(fewestDues, memory/dueBytes)))
	}
	if plans {
		d.planner = &planner{game: d.game, rules: d.rules, spans: d.spans, rng: d.rng, stop: ended(ctx)}
	}
	for i := range f.classes {
		for _, m := range f.classes[i].Young.Values {
			d.add(m)
		}
	}
	return d
}

// seed makes searches the same every time.
const seed = 1

// search looks for a draft with few records, in the given number of steps. ok is false if ctx ends before there is one.
func (d *drafter) search(r Request, steps int) (best draft, ok bool) {
	var first []*due
	for _, i := range d.spans.Begin(r.Root, r.Winner) {
		if i := d.due(i); !slices.Contains(first, i) {
			first = append(first, i)
		}
	}
	best, ok = d.build(nil, first, func(int) wish { return wish{} }, math.MaxInt)
	if !ok {
		return best, false
	}
	var step, records atomic.Int64
	records.Store(int64(best.records))
	began := time.Now()
	if r.Limits.Monitor != nil {
		r.Limits.Monitor.Watch(func() solver.Stats {
			return solver.Stats{Phase: fmt.Sprintf("%d records", records.Load()), Nodes: uint64(step.Load()), Elapsed: time.Since(began)}
		})
	}
	for n := 0; n < min(steps, stepsInAll*best.records) && !d.ended(); {
		cur, some := best, min(steps-n, max(fewestInRound, stepsEach*best.records, n/roundsOf))
		if n > 0 {
			cur, ok = d.anew(best)
		}
		if ok {
			cur = d.improve(cur, some, func(now int) {
				step.Add(1)
				records.Store(int64(min(now, best.records)))
			})
		}
		if cur.records <= best.records {
			best = cur
		}
		n += some
	}
	return best, true
}

// Limits of the steps of a round: for each record, at least, and as a part of all steps so far. Limit of all rounds:
// for each record of the best draft. Above recordsOfStep a step counts more, by the square of the ratio, since it takes
// longer, and boards with many records should not take hours.
const (
	stepsEach     = 10
	fewestInRound = 200
	roundsOf      = 40
	stepsInAll    = 400
	recordsOfStep = 128
)

// ended reports whether the search has to stop.
func (d *drafter) ended() bool { return d.err != nil || solver.Poll(d.ctx) != nil }

// anew returns a draft with another answer in one of its first layers, and everything that follows from it.
func (d *drafter) anew(from draft) (draft, bool) {
	d.absorbs = [...]float64{0, 0, 0.5, 1}[d.rng.IntN(4)]
	k := d.rng.IntN(len(from.layers)+1) / 2
	l := from.layers[k]
	r := l.records[d.rng.IntN(len(l.records))]
	d.left = forAnew
	m := d.other(r.is, r.member)
	if m == nil {
		return from, false
	}
	return d.changed(from, k, []*member{m}, map[*member]bool{r.member: true}, math.MaxInt)
}

// changed returns a draft that has forced members in a layer, and lacks banned ones.
func (d *drafter) changed(from draft, k int, forced []*member, ban map[*member]bool, most int) (draft, bool) {
	return d.build(from.layers[:k], from.layers[k].due, func(layer int) (w wish) {
		if layer < len(from.layers) {
			w.prefer = members(from.layers[layer])
		}
		if layer == k {
			w.ban = ban
			w.prefer = append(forced, slices.DeleteFunc(w.prefer, func(m *member) bool { return ban[m] })...)
		}
		return w
	}, most)
}

// improve takes steps from a draft, and returns the best draft on the way. It is simulated annealing: a step to more
// records is the less likely the more records it adds, and the later it comes. After each step it reports the number of
// records of the best draft.
func (d *drafter) improve(cur draft, steps int, report func(records int)) (best draft) {
	best = cur
	for n := 0; n < steps && !d.ended(); n += 1 + (cur.records/recordsOfStep)*(cur.records/recordsOfStep) + d.planner.price() {
		if len(d.dues) > d.most {
			d.forget()
		}
		next, ok := d.step(cur)
		if ok && d.err == nil {
			cool := 1 - float64(n)/float64(steps)
			if more := float64(next.records - cur.records); more <= 0 || d.rng.Float64() < math.Exp(-more/(heat*cool)) {
				cur = next
			}
			if cur.records < best.records {
				best = cur
			}
		}
		report(best.records)
	}
	return best
}

// slack is how many records a step may add, and heat says how likely such a step is at first.
const (
	slack = 3
	heat  = 0.5
)

// write writes a draft.
func (d *drafter) write(w *proof.Writer, r Request, all draft) error {
	s := &selector{intervalPlan: &intervalPlan{game: d.game, spans: d.spans}, rules: d.rules, leaves: d.leaves}
	wanted := d.spans.Begin(r.Root, r.Winner)
	for _, l := range all.layers {
		of := map[interval.Interval]*draftRecord{}
		for _, r := range l.records {
			for _, n := range r.of {
				of[l.due[n].Interval] = r
			}
		}
		var records []proof.IntervalRecord
		written := d.spans.NewCover()
		for _, i := range wanted {
			if _, ok := written.Find(i); ok {
				continue
			}
			is := d.due(i)
			record := of[is.Interval]
			at := slices.IndexFunc(is.images, func(im image) bool { return record.is.Covers(im.Interval) })
			next := s.record(is.Interval, record.found, is.images[at].by, record.is)
			// The turns are in a buffer; of a walk only the number of turns is written.
			written.Add(next.Is)
			records = append(records, next)
		}
		if err := w.IntervalLayer(slices.Values(records)); err != nil {
			return err
		}
		wanted = wanted[:0]
		for _, r := range records {
			if r.Answer.Kind == proof.ByMove {
				wanted = d.spans.Replies(r.Is, r.Answer.Move, wanted)
			}
		}
	}
	return nil
}
