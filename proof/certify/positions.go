package certify

import (
	"cmp"
	"context"
	"errors"

	"gridlock/internal/extsort"
	"gridlock/proof"
	"gridlock/variants"
)

// position is the key of the record for a position, as a row.
type position [2]uint64

// plan says which positions a strategy has to answer.
type plan struct {
	images *proof.Images // nil if records do not stand for images
	rules  variants.Rules
	keys   proof.Keys
}

func newPlan(game *variants.Game) *plan {
	p := &plan{rules: game.Rules(), keys: proof.KeysOf(game)}
	p.images, _ = proof.ImagesOf(game)
	return p
}

// replies appends the records for the positions after the loser's moves.
func (p *plan) replies(all []position, state variants.State) []position {
	for m := range p.rules.Legal(state).Cells() {
		all = append(all, p.record(p.rules.Play(state, variants.Move(m))))
	}
	return all
}

// record returns the record for a position.
func (p *plan) record(state variants.State) position {
	if p.images != nil {
		state, _ = p.images.Normal(state)
	}
	k := p.keys.Of(state)
	return position{k.Hi, k.Lo}
}

// answering returns, for one goroutine, the winner's answer in a position, and the positions that no other answer in
// this layer has left due before.
type answering func(s variants.State) (a proof.Answer, due []position, err error)

// errNoFewer is the error of a strategy with too many records.
var errNoFewer = errors.New("certify: not fewer records")

// write writes all layers. begin returns the functions that answer the positions of a layer, one for each worker. Each
// is called in the order of keys.
func (p *plan) write(ctx context.Context, w *proof.Writer, r Request, s *sorting, begin func() []answering) error {
	root := r.Root.State()
	first := []position{p.record(root)}
	if !r.wins() {
		first = p.replies(nil, root)
	}
	return layers(s, len(position{}), first, func(due *extsort.Runs[position], next []*extsort.Sorter[position]) error {
		n, err := count(ctx, due)
		if err != nil {
			return err
		}
		if r.fewer > 0 && w.Header().Records+uint64(n) >= r.fewer {
			return errNoFewer
		}
		var workers []*positionWorker
		for i, answer := range begin() {
			workers = append(workers, &positionWorker{answer, next[i]})
		}
		var failed error
		err = w.Layer(n, func(yield func(proof.Record) bool) { failed = p.answers(ctx, due, workers, yield) })
		return cmp.Or(failed, err)
	})
}

// answers yields the answers in the positions of a layer.
func (p *plan) answers(ctx context.Context, due *extsort.Runs[position], workers []*positionWorker, yield func(proof.Record) bool) error {
	const batch, some = 1 << 15, 1 << 6 // positions between two barriers, and for a worker at a time
	at, err := due.From(position{})
	for err == nil {
		var records []proof.Record
		if records, err = nextPositions(at, batch); len(records) == 0 || err != nil {
			break
		}
		err = share(ctx, workers, len(records), some, func(_ context.Context, w *positionWorker, i int) error { return w.answer(p.keys, &records[i]) })
		for i := 0; i < len(records) && err == nil; i++ {
			if !yield(records[i]) {
				return nil // the writer knows why
			}
		}
	}
	return err
}

// nextPositions returns the next n positions, or fewer at the end, without their answers.
func nextPositions(at *extsort.Cursor[position], n int) (all []proof.Record, err error) {
	for r := at.Row(); r != nil && err == nil && len(all) < n; r = at.Row() {
		all = append(all, proof.Record{Key: proof.Key{Hi: r[0], Lo: r[1]}})
		err = at.Next()
	}
	return all, err
}

// positionWorker answers positions, and collects the positions that its answers leave due.
type positionWorker struct {
	answering
	next *extsort.Sorter[position]
}

// answer fills in the answer of a record.
func (w *positionWorker) answer(keys proof.Keys, r *proof.Record) error {
	s, err := keys.State(r.Key)
	if err != nil {
		return err
	}
	var due []position
	r.Answer, due, err = w.answering(s)
	for i := 0; i < len(due) && err == nil; i++ {
		err = w.next.Add(due[i])
	}
	return err
}
