package certify

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gridlock/proof"
	"gridlock/solver"
)

// tables is about the number of steps for which one table counts.
const tables = 1000

// smallTable returns a certificate by exclusions or bounds with few records. It makes several tables with different
// choices, leaves out records that are not needed, and takes the smallest.
func smallTable(find func(Request, context.Context, io.ReadWriter) (*proof.Writer, error)) func(Request, context.Context, io.ReadWriter) (*proof.Writer, error) {
	return func(r Request, ctx context.Context, _ io.ReadWriter) (best *proof.Writer, err error) {
		for n := 0; n <= r.tables && solver.Poll(ctx) == nil; n++ {
			if n > 0 {
				rng := rand.New(rand.NewPCG(seed, uint64(n)))
				r.vary = func(n int) int { return int(float64(64*n) * math.Exp(rng.NormFloat64()/2)) }
			}
			w, failed := find(r, ctx, new(bytes.Buffer))
			if failed == nil {
				w, failed = r.pruned(ctx, w)
			}
			if failed != nil {
				return best, failed
			}
			if best == nil || w.Header().Records < best.Header().Records {
				best = w
			}
		}
		if best == nil { // it ended before the first
			err = solver.Poll(ctx)
		}
		return best, err
	}
}

// pruned returns a table without the records that are not needed.
func (r Request) pruned(ctx context.Context, w *proof.Writer) (*proof.Writer, error) {
	h := w.Header()
	var file bytes.Buffer
	if err := w.Finish(&file, false); err != nil {
		return nil, err
	}
	from, err := proof.NewReader(ctx, &file)
	if err != nil {
		return nil, err
	}
	if h.Method == proof.Bounds {
		return prune(ctx, r.tableWriter(h), int(h.Records), from.Bound, r.showsBounds(h), (*proof.Writer).Bound)
	}
	return prune(ctx, r.tableWriter(h), int(h.Records), from.Exclusion, r.showsExclusions, (*proof.Writer).Exclusion)
}

// tableWriter returns the writer of a table with the header of another one.
func (r Request) tableWriter(of proof.Header) *proof.Writer {
	h := r.header(of.Method)
	h.Reduce = of.Reduce
	return proof.NewWriter(h, new(bytes.Buffer))
}

// showsBounds returns whether bounds are a proof.
func (r Request) showsBounds(h proof.Header) func([]proof.BoundRecord) bool {
	s := r.Root.State()
	root, least := proof.Sides{Left: s.Mine, Right: s.Yours}, proof.Value{Star: true}
	if !r.wins() {
		root, least = proof.Sides{Left: s.Yours, Right: s.Mine}, proof.Value{}
	}
	return func(records []proof.BoundRecord) bool {
		t := proof.NewBoundTable(r.Root.Game(), h.Reduce)
		return !slices.ContainsFunc(records, func(b proof.BoundRecord) bool { return t.Add(b) != nil }) && t.Shows(root, least)
	}
}

// showsExclusions returns whether exact and excluded nimbers are a proof.
func (r Request) showsExclusions(records []proof.ExclusionRecord) bool {
	t, free := proof.NewExclusionTable(r.Root.Game()), r.Root.State().Free
	if slices.ContainsFunc(records, func(c proof.ExclusionRecord) bool { return t.Add(c) != nil }) {
		return false
	}
	nimber, ok := t.Sum(free)
	return r.wins() && t.Excludes(free, 0) || !r.wins() && ok && nimber == 0
}

// prune reads n records, and writes the ones that the proof needs. It tries to leave out each record, from the last to
// the first, since a record rests on earlier ones. When ctx ends it keeps all remaining records.
func prune[R any](ctx context.Context, w *proof.Writer, n int, read func() (R, error), shows func([]R) bool, write func(*proof.Writer, R) error) (*proof.Writer, error) {
	var records []R
	for range n {
		next, err := read()
		if err != nil {
			return nil, err
		}
		records = append(records, next)
	}
	for i := n - 1; i >= 0 && solver.Poll(ctx) == nil; i-- {
		if without := slices.Delete(slices.Clone(records), i, i+1); shows(without) {
			records = without
		}
	}
	for _, next := range records {
		if err := write(w, next); err != nil {
			return nil, err
		}
	}
	return w, nil
}
