package certify

import (
	"context"
	"math"

	"gridlock/internal/extsort"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/variants"
)

// intervalPool has answers for intervals. The first number of a row is the turn and the marker class; need and may are
// the rest of the key; the number above the markers is the value of the answer. A record answers only intervals that
// are due at the record's turn in its part. The part then answers the intervals that the answer leaves due, at the next
// turn. Since every move takes one cell, the room tells the turn.
type intervalPool struct {
	*Merger
	plan *intervalPlan
}

// at returns the first number of the rows of a marker class at the turn with the given room.
func (p *intervalPool) at(room, class int) int { return room*p.plan.spans.MarkerClasses() + class }

func (p *intervalPool) row(at int, i interval.Interval, a proof.Answer) row {
	normal, sym := p.plan.spans.Normal(i)
	a.Move = p.game.ImageMove(sym, a.Move)
	return intervalRow(p.at(at, p.plan.spans.MarkerClass(i)), normal, value(a))
}

// finder finds intervals with certain markers at a certain turn after reading all of them.
func (p *intervalPool) finder() func(s variants.State) (bool, error) {
	most := math.MaxInt
	if p.memory > 0 {
		most = int(p.memory / layerBytes)
	}
	known, kept := map[int]*interval.Cover{}, 0
	return func(s variants.State) (bool, error) {
		is := interval.Of(s)
		at := p.at(p.room(s), p.plan.spans.MarkerClass(is))
		if known[at] == nil {
			found, err := p.records(at)
			if err != nil {
				return false, err
			}
			if kept += len(found); kept > most {
				clear(known)
				kept = len(found)
			}
			known[at] = p.plan.spans.NewCover()
			for _, f := range found {
				known[at].Add(f.interval())
			}
		}
		_, ok := known[at].Find(is)
		return ok, nil
	}
}

// records returns the rows whose first number is at.
func (p *intervalPool) records(at int) (all []row, err error) {
	c, err := p.rows.From(row{uint64(at)})
	if err != nil {
		return nil, err
	}
	return group(c, uint64(at), nil)
}

func (p *intervalPool) write(ctx context.Context, w *proof.Writer, r Request) error {
	room := p.firstRoom(r.Root, r.Winner)
	return p.plan.write(ctx, w, r, func() []knowing {
		workers := p.plan.finders(p.rows, p.at(room, 0))
		room -= 2
		return workers
	})
}

// finders returns, for each worker, a source of the records in sorted rows. The first number of a row is the marker
// class plus added.
func (p *intervalPlan) finders(rows *runs, added int) (workers []knowing) {
	for range p.workers {
		workers = append(workers, (&intervalFinder{intervalPlan: p, rows: rows, added: added}).find)
	}
	return workers
}

// intervalFinder finds the rows of marker classes, in their order.
type intervalFinder struct {
	*intervalPlan
	rows  *runs
	added int
	from  *extsort.Cursor[row] // its place in the rows; nil before it begins
	all   []row                // buffer
}

// find does what knowing says.
func (f *intervalFinder) find(class int) (known *interval.Set[found], err error) {
	at := uint64(f.added + class)
	if f.from == nil {
		f.from, err = f.rows.From(row{at})
	}
	if err == nil {
		f.all, err = group(f.from, at, f.all[:0])
	}
	if err == nil {
		err = f.fits(len(f.all), "intervals with the same markers")
	}
	known = new(interval.Set[found])
	for i := 0; i < len(f.all) && err == nil; i++ {
		r := &f.all[i]
		a := answerOf(r.number())
		known.Add(f.spans, r.interval(), found{Interval: r.interval(), kind: a.Kind, move: a.Move, turns: uint8(len(a.Walk))})
	}
	return known, err
}
