package certify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"

	"gridlock/bitboard"
	"gridlock/internal/extsort"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// intervalPlan says what a certificate by intervals has to answer.
type intervalPlan struct {
	*sorting
	game  *variants.Game
	spans *interval.Rules
	wide  bool // write intervals as they are, not narrowed to the needed part
	once  bool // equal intervals, and images of each other, count once
}

// In the last number of an interval's row these bits are the cells of the markers, 64 for a marker that is not placed;
// the bits above them are another number.
const (
	cellBits    = 7
	markersBits = 2 * cellBits
)

// intervalRow returns a row of an interval: first, need, may, and the markers with a number.
func intervalRow(first int, i interval.Interval, number uint64) row {
	return row{uint64(first), uint64(i.Need), uint64(i.May), number<<markersBits | uint64(i.Mine.First())<<cellBits | uint64(i.Yours.First())}
}

// number returns the number of a row of an interval.
func (r row) number() uint64 { return r[3] >> markersBits }

// interval returns the interval of a row.
func (r row) interval() interval.Interval {
	marker := func(n uint64) variants.Board {
		if n %= 1 << cellBits; n < bitboard.MaxCells {
			return bitboard.Of(int(n))
		}
		return 0
	}
	return interval.Interval{Mine: marker(r[3] >> cellBits), Yours: marker(r[3]), Need: variants.Board(r[1]), May: variants.Board(r[2])}
}

// due returns the row of an interval that has to be answered. Its first number is the marker class. If the row's number
// tells intervals apart, it comes next. Numbers rise in the order in which intervals are due. Equal intervals count
// once, with the least number.
func (p *intervalPlan) due(i interval.Interval, number uint64) row {
	if p.once {
		i, _ = p.spans.Normal(i)
	}
	r := intervalRow(p.spans.MarkerClass(i), i, number)
	if !p.once {
		r = row{r[0], r[3], r[1], r[2]}
	}
	return r
}

// inOrder sorts rows with the same markers by their numbers, and moves the numbers to the end of the rows.
func (p *intervalPlan) inOrder(rows []row) {
	if p.once {
		slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a[3], b[3]) })
		return
	}
	for i, r := range rows {
		rows[i] = row{r[0], r[2], r[3], r[1]}
	}
}

// group appends the rows whose first number is at. The cursor must not be past these rows.
func group(c *extsort.Cursor[row], at uint64, all []row) ([]row, error) {
	err := c.Seek(row{at})
	for r := c.Row(); r != nil && r[0] == at && err == nil; r = c.Row() {
		all = append(all, *r)
		err = c.Next()
	}
	return all, err
}

// layerBytes is about the memory for a record of the layer being written. Checking it takes as much.
const layerBytes = 160

// fits returns an error if there is not enough memory for n things; what names them.
func (s *sorting) fits(n int, what string) error {
	if s.memory > 0 && int64(n) > s.memory/layerBytes {
		return fmt.Errorf("%w: %d %s take %d MiB", proof.ErrMemory, n, what, int64(n)*layerBytes>>20+1)
	}
	return nil
}

// knowing returns, for one goroutine, the intervals of a marker class that may answer due ones.
type knowing func(class int) (*interval.Set[found], error)

// write writes all layers. Begin returns a source of answers for each worker, for one layer. A source is asked about
// marker classes in their order.
func (p *intervalPlan) write(ctx context.Context, w *proof.Writer, r Request, begin func() []knowing) error {
	workers := make([]*intervalWorker, p.workers)
	for i := range workers {
		s := &selector{intervalPlan: p, rules: p.game.Rules(), leaves: newLeaves(p.game, ended(ctx))}
		workers[i] = &intervalWorker{selector: s}
	}
	var first []row
	for i, due := range p.spans.Begin(r.Root, r.Winner) {
		first = append(first, p.due(due, uint64(i)))
	}
	return layers(p.sorting, rowKey, first, func(due *runs, next []*extsort.Sorter[row]) error {
		for i, known := range begin() {
			workers[i].known, workers[i].next = known, next[i]
		}
		layer, err := p.choose(ctx, due, workers)
		if err != nil {
			return err
		}
		due.Clear()
		return writeLayer(ctx, w, layer, workers)
	})
}

// selected is a record to be written. Field due has the number of the interval that the record answers, and field is
// has the value of the answer.
type selected struct{ due, is row }

// byNumber sorts records by what they answer.
type byNumber []selected

func (b byNumber) Len() int           { return len(b) }
func (b byNumber) Less(i, j int) bool { return b[i].due[3] < b[j].due[3] }
func (b byNumber) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// choose returns the records of a layer, in their order. It decides about each marker class separately.
func (p *intervalPlan) choose(ctx context.Context, due *runs, workers []*intervalWorker) ([]selected, error) {
	ranges := due.Ranges(8 * len(workers))
	parts := make([][]selected, len(ranges))
	err := share(ctx, workers, len(ranges), 1, func(ctx context.Context, w *intervalWorker, i int) (err error) {
		parts[i], err = w.choose(ctx, due, ranges[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	all := slices.Concat(parts...)
	sort.Sort(byNumber(all)) // slices.SortFunc would make the program for browsers larger by 18 KB
	return all, p.fits(len(all), "records of a layer")
}

// writeLayer writes a layer, while workers follow its answers.
func writeLayer(ctx context.Context, w *proof.Writer, layer []selected, workers []*intervalWorker) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := w.IntervalLayer(func(yield func(proof.IntervalRecord) bool) {
			for i, k := range layer {
				r := proof.IntervalRecord{Due: k.due.interval(), Is: k.is.interval(), Answer: answerOf(k.is.number())}
				if i%1024 == 0 && solver.Poll(ctx) != nil || !yield(r) {
					return
				}
			}
		})
		return cmp.Or(err, solver.Poll(ctx))
	})
	group.Go(func() error {
		return share(ctx, workers, len(layer), 1<<10, func(_ context.Context, w *intervalWorker, i int) error { return w.follow(layer[i].is, i) })
	})
	return group.Wait()
}

// intervalWorker chooses records, and collects the intervals that their answers leave due.
type intervalWorker struct {
	*selector
	known knowing
	next  *extsort.Sorter[row]

	// Buffers.
	rows    []row
	wanted  []interval.Interval
	replies []interval.Interval
}

// choose chooses the records for the due intervals of a range of markers.
func (w *intervalWorker) choose(ctx context.Context, due *runs, classes extsort.Range) (all []selected, err error) {
	at, err := due.From(row{classes.From})
	if err != nil {
		return nil, err
	}
	for first := at.Row(); first != nil && first[0] <= classes.To && err == nil; first = at.Row() {
		if w.rows, err = group(at, first[0], w.rows[:0]); err == nil {
			all, err = w.answer(ctx, all)
		}
	}
	return all, err
}

// answer appends records that answer all of the rows, which are of one marker class.
func (w *intervalWorker) answer(ctx context.Context, all []selected) ([]selected, error) {
	class := int(w.rows[0][0])
	from, err := w.known(class)
	if err == nil {
		err = w.fits(len(w.rows)+len(from.Values), "intervals with the same markers")
	}
	if err != nil {
		return all, err
	}
	w.inOrder(w.rows)
	w.wanted = w.wanted[:0]
	for _, r := range w.rows {
		w.wanted = append(w.wanted, r.interval())
	}
	err = w.selector.answer(ctx, from, w.wanted, func(i int, r proof.IntervalRecord) {
		all = append(all, selected{intervalRow(class, r.Due, w.rows[i].number()), intervalRow(class, r.Is, value(r.Answer))})
	})
	return all, err
}

// follow adds the intervals that a record's answer leaves due, in their order. number is the number of the record in
// the layer.
func (w *intervalWorker) follow(record row, number int) (err error) {
	a := answerOf(record.number())
	if a.Kind != proof.ByMove {
		return nil
	}
	w.replies = w.spans.Replies(record.interval(), a.Move, w.replies[:0])
	for i := 0; i < len(w.replies) && err == nil; i++ {
		err = w.next.Add(w.due(w.replies[i], uint64(number)*bitboard.MaxCells+uint64(i)))
	}
	return err
}
