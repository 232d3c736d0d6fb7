package certify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"gridlock/bitboard"
	"gridlock/internal/extsort"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/variants"
)

// intervalPool is answers in intervals. The key of a row is the turn and the markers, need, and may.
// A record answers only what is due at the turn at which its part has it: whatever its answer leaves
// to answer is answered by the part, too, at the next turn. As every move takes one cell, the room
// tells the turn.
type intervalPool struct {
	*Merger
	spans *interval.Rules
}

// Of the first number of a row, these bits are for the cells of the markers, 64 if not placed, and
// those above for the room.
const (
	cellBits    = 7
	markersBits = 2 * cellBits
)

// intervalRow returns a row of an interval.
func intervalRow(at int, i interval.Interval, value uint64) row {
	return row{uint64(at)<<markersBits | uint64(i.Mine.First())<<cellBits | uint64(i.Yours.First()), uint64(i.Need), uint64(i.May), value}
}

// interval returns the interval of a row.
func (r row) interval() interval.Interval {
	marker := func(n uint64) variants.Board {
		if n %= 1 << cellBits; n < bitboard.MaxCells {
			return bitboard.Of(int(n))
		}
		return 0
	}
	return interval.Interval{Mine: marker(r[0] >> cellBits), Yours: marker(r[0]), Need: variants.Board(r[1]), May: variants.Board(r[2])}
}

func (p *intervalPool) row(at int, i interval.Interval, a proof.Answer) row {
	normal, sym := p.spans.Normal(i)
	a.Move = p.game.ImageMove(sym, a.Move)
	return intervalRow(at, normal, value(a))
}

// finder finds intervals with certain markers at a certain turn after reading all of them.
func (p *intervalPool) finder() func(s variants.State) (bool, error) {
	most := math.MaxInt
	if p.opt.Memory > 0 {
		most = int(p.opt.Memory / layerBytes)
	}
	known, kept := map[uint64]*interval.Cover{}, 0
	return func(s variants.State) (bool, error) {
		is, _ := p.spans.Normal(interval.Of(s))
		at := intervalRow(p.room(s), is, 0)[0]
		if known[at] == nil {
			found, err := p.records(at)
			if err != nil {
				return false, err
			}
			if kept += len(found); kept > most {
				clear(known)
				kept = len(found)
			}
			known[at] = p.spans.NewCover()
			for _, f := range found {
				known[at].Add(f.interval())
			}
		}
		_, ok := known[at].Find(is)
		return ok, nil
	}
}

// records returns the rows whose first number is at.
func (p *intervalPool) records(at uint64) (all []row, err error) {
	c, err := p.rows.From(row{at})
	if err != nil {
		return nil, err
	}
	return group(c, at, nil)
}

// group appends the rows whose first number is at. The cursor must not be behind them.
func group(c *extsort.Cursor[row], at uint64, all []row) ([]row, error) {
	err := c.Seek(row{at})
	for r := c.Row(); r != nil && r[0] == at && err == nil; r = c.Row() {
		all = append(all, *r)
		err = c.Next()
	}
	return all, err
}

// layerBytes is about the memory for a record of the layer that is written, as for one that is
// checked.
const layerBytes = 160

// write writes all layers.
func (p *intervalPool) write(ctx context.Context, w *proof.Writer, r Request) error {
	due := newRuns[row](p.sorting, 3)
	defer func() { due.Clear() }()
	first := due.Sorter()
	for i, begin := range p.spans.Begin(r.Root, r.Winner) {
		if err := first.Add(p.due(begin, uint64(i))); err != nil {
			return err
		}
	}
	err := first.Keep()
	for at := p.firstRoom(r.Root, r.Winner); err == nil; at -= 2 {
		var layer []selected
		if layer, err = p.picks(ctx, due, at); len(layer) == 0 || err != nil {
			return err
		}
		due.Clear()
		due = newRuns[row](p.sorting, 3)
		err = p.writeLayer(ctx, w, layer, due)
	}
	return err
}

// due returns the row of an interval that has to be answered. Of equal ones the one with the least
// number counts.
func (p *intervalPool) due(i interval.Interval, number uint64) row {
	normal, _ := p.spans.Normal(i)
	return intervalRow(0, normal, number)
}

// selected is a record that is to be written: due has the number of what it answers.
type selected struct{ due, is row }

// picks returns the records of a layer, in their order. What is about different markers is decided
// for itself.
func (p *intervalPool) picks(ctx context.Context, due *runs, at int) ([]selected, error) {
	if err := due.Seal(); err != nil || len(due.All) == 0 {
		return nil, err
	}
	ranges := due.Ranges(8 * p.workers)
	found := make([][]selected, len(ranges))
	workers := make([]*partSelector, p.workers)
	for i := range workers {
		workers[i] = &partSelector{intervalPool: p, selector: newSelector(p.game, p.spans, false, ended(ctx))}
	}
	err := share(ctx, workers, len(ranges), 1, func(ctx context.Context, w *partSelector, i int) (err error) {
		found[i], err = w.picks(ctx, due, at, ranges[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	all := slices.Concat(found...)
	slices.SortFunc(all, func(a, b selected) int { return cmp.Compare(a.due[3], b.due[3]) })
	return all, p.fits(len(all), "records of a layer")
}

// fits returns an error if so many things do not fit into the memory.
func (p *intervalPool) fits(n int, what string) error {
	if p.opt.Memory > 0 && int64(n) > p.opt.Memory/layerBytes {
		return fmt.Errorf("%w: %d %s take %d MiB", proof.ErrMemory, n, what, int64(n)*layerBytes>>20+1)
	}
	return nil
}

// partSelector is the state of a worker that picks records.
type partSelector struct {
	*intervalPool
	selector          *selector
	obligations, rows []row // buffers
}

// picks picks the records for what is due about the markers of a range.
func (p *partSelector) picks(ctx context.Context, due *runs, at int, markers extsort.Range) (all []selected, err error) {
	turn := uint64(at) << markersBits
	wanted, err := due.From(row{markers.From})
	if err != nil {
		return nil, err
	}
	records, err := p.intervalPool.rows.From(row{turn | markers.From})
	for first := wanted.Row(); first != nil && first[0] <= markers.To && err == nil; first = wanted.Row() {
		at := first[0]
		if p.obligations, err = group(wanted, at, p.obligations[:0]); err != nil {
			break
		}
		if p.rows, err = group(records, turn|at, p.rows[:0]); err == nil {
			all, err = p.answer(ctx, all)
		}
	}
	return all, err
}

// answer appends records of p.rows that answer all of p.due.
func (p *partSelector) answer(ctx context.Context, all []selected) ([]selected, error) {
	if err := p.fits(len(p.obligations)+len(p.rows), "intervals with the same markers"); err != nil {
		return nil, err
	}
	var from interval.Set[found]
	for _, r := range p.rows {
		a := r.answer()
		i := r.interval()
		from.Add(p.spans, i, found{Interval: i, kind: a.Kind, move: a.Move, turns: uint8(len(a.Walk))})
	}
	slices.SortFunc(p.obligations, func(a, b row) int { return cmp.Compare(a[3], b[3]) })
	due := make([]interval.Interval, len(p.obligations))
	for i, r := range p.obligations {
		due[i] = r.interval()
	}
	err := p.selector.answer(ctx, &from, due, func(i int, r proof.IntervalRecord) {
		all = append(all, selected{p.obligations[i], intervalRow(0, r.Is, value(r.Answer))})
	})
	return all, err
}

// writeLayer writes a layer, and adds what its answers leave to the next one.
func (p *intervalPool) writeLayer(ctx context.Context, w *proof.Writer, layer []selected, next *runs) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return w.IntervalLayer(func(yield func(proof.IntervalRecord) bool) {
			for _, k := range layer {
				if !yield(proof.IntervalRecord{Due: k.due.interval(), Is: k.is.interval(), Answer: k.is.answer()}) {
					return
				}
			}
		})
	})
	workers := make([]*follower, p.workers)
	for i := range workers {
		workers[i] = &follower{intervalPool: p, due: next.Sorter()}
	}
	group.Go(func() error {
		return share(ctx, workers, len(layer), 1<<10, func(_ context.Context, w *follower, i int) error { return w.follow(layer[i].is, i) })
	})
	err := group.Wait()
	for _, w := range workers {
		err = cmp.Or(err, w.due.Keep())
	}
	return err
}

// follower collects, for one worker, what answers leave to answer.
type follower struct {
	*intervalPool
	due     *extsort.Sorter[row]
	replies []interval.Interval // buffer
}

// follow adds what the answer of a record leaves to answer, in its order; the record has this number in
// the layer.
func (f *follower) follow(record row, number int) (err error) {
	a := record.answer()
	if a.Kind != proof.ByMove {
		return nil
	}
	f.replies = f.spans.Replies(record.interval(), a.Move, f.replies[:0])
	for i := 0; i < len(f.replies) && err == nil; i++ {
		err = f.due.Add(f.intervalPool.due(f.replies[i], uint64(number)*bitboard.MaxCells+uint64(i)))
	}
	return err
}
