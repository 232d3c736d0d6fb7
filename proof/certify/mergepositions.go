package certify

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"gridlock/bitboard"
	"gridlock/internal/extsort"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// positionPool is answers in positions. The key of a row is the room and the key of the position.
// There are no walks: games with walks have intervals.
type positionPool struct {
	*Merger
	*strategyWriter
	mirrors *theory.Mirrors
}

func (p *positionPool) row(_ int, i interval.Interval, a proof.Answer) row {
	s := i.Most()
	if p.images != nil {
		var sym bitboard.Symmetry
		s, sym = p.images.Normal(s)
		if a.Move = p.Merger.game.ImageMove(sym, a.Move); a.Kind == proof.ByCopy {
			c, _ := p.mirrors.Copying(p.rules.Play(s, a.Move))
			a.Mirror = c.Mirror
		}
	}
	r := p.at(s)
	r[3] = value(a)
	return r
}

// at returns the key of the rows of a position.
func (p *positionPool) at(s variants.State) row {
	k := p.record(s)
	return row{uint64(p.room(s)), k.Hi, k.Lo}
}

func (p *positionPool) finder() func(s variants.State) (bool, error) {
	return func(s variants.State) (bool, error) {
		at := p.at(s)
		c, err := p.rows.From(at)
		if err != nil {
			return false, err
		}
		found := c.Row()
		return found != nil && found.key() == at.key(), nil
	}
}

// write writes all layers. The positions of a layer are sorted by their keys, as they are written.
func (p *positionPool) write(ctx context.Context, w *proof.Writer, r Request) error {
	due := p.newRuns()
	defer func() { due.Clear() }()
	first, root := p.worker(due), r.Root.State()
	var err error
	if r.wins() {
		err = first.due(p.record(root))
	} else {
		err = first.due(p.replies(nil, root)...)
	}
	if err == nil {
		err = first.next.Keep()
	}
	for err == nil {
		var n int
		if n, err = count(ctx, due); n == 0 || err != nil {
			return err
		}
		next := p.newRuns()
		err = p.layer(ctx, w, n, due, next)
		due.Clear()
		due = next
	}
	return err
}

// count returns the number of rows with different keys.
func count(ctx context.Context, r *runs) (n int, err error) {
	if err := r.Seal(); err != nil {
		return 0, err
	}
	c, err := r.From(row{})
	if err != nil {
		return 0, err
	}
	for c.Row() != nil && err == nil {
		if n++; n%4096 == 0 && solver.Poll(ctx) != nil {
			return n, solver.Stopped(ctx)
		}
		err = c.Next()
	}
	return n, err
}

// layer writes a layer of n positions, and adds the positions after its answers to the next one.
func (p *positionPool) layer(ctx context.Context, w *proof.Writer, n int, due, next *runs) error {
	var failed error
	err := w.Layer(n, func(yield func(proof.Record) bool) { failed = p.answers(ctx, due, next, yield) })
	if failed != nil {
		return failed
	}
	return err
}

// perWorker is the number of positions that a worker answers at a time.
const perWorker = 4096

// answers yields the answers in the positions of a layer.
func (p *positionPool) answers(ctx context.Context, due, next *runs, yield func(proof.Record) bool) error {
	workers := make([]*positionWorker, p.opt.Workers)
	for i := range workers {
		workers[i] = p.worker(next)
	}
	at, err := due.From(row{})
	for err == nil {
		var records []proof.Record
		if records, err = nextPositions(at, perWorker*len(workers)); len(records) == 0 || err != nil {
			break
		}
		group, ctx := errgroup.WithContext(ctx)
		part := 0
		for some := range slices.Chunk(records, perWorker) {
			w := workers[part]
			group.Go(func() error { return w.answer(ctx, some) })
			part++
		}
		err = group.Wait()
		for i := 0; i < len(records) && err == nil; i++ {
			if !yield(records[i]) {
				return nil // the writer knows why
			}
		}
	}
	for _, w := range workers {
		err = cmp.Or(err, w.next.Keep())
	}
	return err
}

// nextPositions returns the next positions, n of them or as many as there are, without their answers.
func nextPositions(at *extsort.Cursor[row], n int) (all []proof.Record, err error) {
	for r := at.Row(); r != nil && err == nil && len(all) < n; r = at.Row() {
		all = append(all, proof.Record{Key: proof.Key{Hi: r[0], Lo: r[1]}})
		err = at.Next()
	}
	return all, err
}

// positionWorker answers positions, which come in the order of their keys.
type positionWorker struct {
	*positionPool
	next    *extsort.Sorter[row]            // of what comes after the answers
	rooms   map[uint64]*extsort.Cursor[row] // where it has come to in the records, by room
	replied []proof.Key                     // buffer
}

func (p *positionPool) worker(next *runs) *positionWorker {
	return &positionWorker{positionPool: p, next: next.Sorter(), rooms: map[uint64]*extsort.Cursor[row]{}}
}

// due adds positions to the next layer.
func (w *positionWorker) due(keys ...proof.Key) (err error) {
	for i := 0; i < len(keys) && err == nil; i++ {
		err = w.next.Add(row{keys[i].Hi, keys[i].Lo})
	}
	return err
}

// answer fills in the answers of records, and adds the positions after them to the next layer.
func (w *positionWorker) answer(ctx context.Context, records []proof.Record) error {
	for i := range records {
		if i%64 == 63 {
			if err := solver.Poll(ctx); err != nil {
				return err
			}
		}
		s, err := w.keys.State(records[i].Key)
		if err != nil {
			return err
		}
		a, err := w.find(s)
		if err != nil {
			return err
		}
		records[i].Answer = a
		if a.Kind == proof.ByMove {
			w.replied = w.replies(w.replied[:0], w.rules.Play(s, a.Move))
			if err := w.due(w.replied...); err != nil {
				return err
			}
		}
	}
	return solver.Poll(ctx)
}

// find returns the answer in a position.
func (w *positionWorker) find(s variants.State) (a proof.Answer, err error) {
	at := w.at(s)
	c := w.rooms[at[0]]
	if c == nil {
		c, err = w.rows.From(at)
		w.rooms[at[0]] = c
	} else {
		err = c.Seek(at)
	}
	if err != nil {
		return a, err
	}
	found := c.Row()
	if found == nil || found.key() != at.key() {
		return a, errMissing(w.Merger.game, s)
	}
	return found.answer(), nil
}
