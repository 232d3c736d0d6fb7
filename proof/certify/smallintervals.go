package certify

import (
	"slices"

	"gridlock/internal/interval"
	"gridlock/proof"
)

// draft is a certificate by intervals: its layers.
type draft struct {
	layers  []draftLayer
	records int
}

// draftLayer has the due intervals of a layer, in order and each once, and the records that answer them.
type draftLayer struct {
	due     []*due
	records []*draftRecord
}

// draftRecord is a record: the needed part of a member's interval.
type draftRecord struct {
	*member
	is interval.Interval // the interval in the image of the member
	of []int             // the indices of the intervals that it answers
}

// drafter looks for a draft with few records.
type drafter struct {
	*repertoire
	absorbs float64 // the probability of trying whether a record can answer another interval, too
}

// wish says which members a layer should have, and which it should not have.
type wish struct {
	prefer []*member
	ban    map[*member]bool
}

// build completes a draft from a layer on.
func (d *drafter) build(from []draftLayer, due []*due, wish func(layer int) wish, most int) (draft, bool) {
	out := draft{layers: slices.Clone(from)}
	for _, l := range from {
		out.records += len(l.records)
	}
	for len(due) > 0 {
		l, ok := d.layer(due, wish(len(out.layers)))
		if !ok {
			return out, false
		}
		out.layers = append(out.layers, l)
		out.records += len(l.records)
		if out.records > most {
			return out, false
		}
		due = d.next(l)
	}
	return out, true
}

// next returns the intervals that the records of a layer leave due.
func (d *drafter) next(l draftLayer) (next []*due) {
	var all [][]*due
	for _, r := range l.records {
		if r.kind == proof.ByMove {
			all = append(all, d.replies(r.is, r.move))
		}
	}
	d.stamp++
	for _, some := range all {
		for _, i := range some {
			if i.stamp != d.stamp {
				i.stamp = d.stamp
				next = append(next, i)
			}
		}
	}
	return next
}

// layer answers the due intervals.
func (d *drafter) layer(due []*due, w wish) (l draftLayer, ok bool) {
	l.due = due
	d.stamp++
	stamp := d.stamp
	records := make([]*draftRecord, 0, len(w.prefer))
	for _, m := range w.prefer {
		if m.stamp != stamp {
			m.stamp, m.at = stamp, len(records)
			records = append(records, &draftRecord{member: m})
		}
	}
	var left []int
	for n, i := range due {
		all := d.covering(i)
		at := slices.IndexFunc(all, func(c cover) bool { return c.stamp == stamp })
		if at < 0 {
			left = append(left, n)
			continue
		}
		records[all[at].at].answer(n, all[at].image.Interval)
	}
	for len(left) > 0 {
		left = slices.DeleteFunc(left, func(n int) bool { return d.absorbs > 0 && d.rng.Float64() < d.absorbs && d.absorb(records, due, n) })
		if len(left) == 0 {
			break
		}
		if records, left, ok = d.addRecord(records, due, left, w.ban); !ok {
			return l, false
		}
	}
	l.records = d.needed(records, due)
	return l, true
}

// answer notes that a record answers the n-th due interval; i is the image of this interval that it covers.
func (r *draftRecord) answer(n int, i interval.Interval) {
	if len(r.of) == 0 {
		r.is = i
	}
	r.is.Need &= i.Need
	r.is.May |= i.May
	r.of = append(r.of, n)
}

// absorb lets a record answer one more due interval, if that is possible.
func (d *drafter) absorb(records []*draftRecord, due []*due, n int) bool {
	i := due[n]
	for _, r := range records {
		if len(r.of) == 0 || d.spans.MarkerClass(r.is) != i.class {
			continue
		}
		for _, im := range i.images {
			j := r.is
			j.Need &= im.Need
			j.May |= im.May
			if r.member.Covers(j) {
				r.answer(n, im.Interval)
				return true
			}
			d.left = forAlike
			if m := d.alike(r, j); m != nil {
				d.replace(r, m, due, n)
				return true
			}
		}
	}
	return false
}

// alike returns a member that covers an interval and has the same answer as a record, or nil.
func (d *drafter) alike(r *draftRecord, j interval.Interval) *member {
	normal := d.due(j)
	switch r.kind {
	case proof.ByMove:
		_, sym := d.spans.Normal(j)
		return d.byMove(normal.Interval, d.game.ImageMove(sym, r.move))
	default:
		return d.leaf(normal.Interval)
	}
}

// replace puts another member, which covers as much or more, in place of a record.
func (d *drafter) replace(r *draftRecord, m *member, due []*due, n int) {
	of := append(r.of, n)
	*r = draftRecord{member: m}
	for _, n := range of {
		c, ok := m.of(due[n])
		if !ok {
			panic("certify: a member does not cover what it was made for")
		}
		r.answer(n, c.image.Interval)
	}
}

// addRecord adds the record that answers the most of the remaining intervals for its cost.
func (d *drafter) addRecord(records []*draftRecord, due []*due, left []int, ban map[*member]bool) ([]*draftRecord, []int, bool) {
	d.stamp++
	stamp := d.stamp
	type option struct {
		*member
		cost float64
		of   []int
	}
	var options []option
	for _, n := range left {
		i := due[n]
		if !i.tried {
			i.tried = true
			d.leaf(i.Interval)
		}
		all := d.covering(i)
		if len(all) == 0 {
			d.left = forDue
			if d.prove(i) == nil {
				return nil, nil, false
			}
			all = d.covering(i)
		}
		for _, c := range all {
			if ban[c.member] {
				continue
			}
			if c.stamp != stamp {
				c.stamp, c.at = stamp, len(options)
				options = append(options, option{member: c.member})
			}
			o := &options[c.at]
			o.cost = max(o.cost, d.estimate(i, c, d.worthOf))
			o.of = append(o.of, n)
		}
	}
	if len(options) == 0 {
		return nil, nil, false
	}
	best := 0
	for n, o := range options {
		if float64(len(o.of))/o.cost > float64(len(options[best].of))/options[best].cost {
			best = n
		}
	}
	o := options[best]
	r := &draftRecord{member: o.member}
	for _, n := range o.of {
		c, _ := o.member.of(due[n])
		r.answer(n, c.image.Interval)
	}
	left = slices.DeleteFunc(left, func(n int) bool { return slices.Contains(o.of, n) })
	return append(records, r), left, true
}

// needed leaves out records that other records make unnecessary.
func (d *drafter) needed(records []*draftRecord, due []*due) []*draftRecord {
	records = slices.DeleteFunc(records, func(r *draftRecord) bool { return len(r.of) == 0 })
	order := d.rng.Perm(len(records))
	d.stamp++
	stamp := d.stamp
	for n, r := range records {
		if r.member.stamp == stamp { // another record has this member, too
			for _, i := range r.of {
				c, _ := r.member.of(due[i])
				records[r.member.at].answer(i, c.image.Interval)
			}
			r.of = nil
			continue
		}
		r.member.stamp, r.member.at = stamp, n
	}
	for _, k := range order {
		r := records[k]
		if len(r.of) == 0 {
			continue
		}
		covered := func(n int) (cover, bool) {
			for _, c := range d.covering(due[n]) {
				if c.stamp == stamp && c.member != r.member {
					return c, true
				}
			}
			return cover{}, false
		}
		if slices.ContainsFunc(r.of, func(n int) bool { _, ok := covered(n); return !ok }) {
			continue
		}
		for _, n := range r.of {
			c, _ := covered(n)
			records[c.at].answer(n, c.image.Interval)
		}
		r.of = nil
		r.member.stamp = 0
	}
	records = slices.DeleteFunc(records, func(r *draftRecord) bool { return len(r.of) == 0 })
	slices.SortStableFunc(records, func(a, b *draftRecord) int { return slices.Min(a.of) - slices.Min(b.of) })
	return records
}
