package certify

import (
	"bytes"
	"context"
	"io"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/variants"
)

// SmallSteps is a number of steps for [Request].Small that takes seconds, and on boards with hundreds of
// records a minute or two.
const SmallSteps = 8000

// MostSmall is the largest number of records for which [Request].Small looks for a smaller certificate. A larger
// strategy is not for people to read, and each step would take seconds.
const MostSmall = 2000

// small returns a certificate with few records: the smallest of all methods that apply or, if markers walk, the
// smallest that a search finds. When ctx ends, or limits are reached, it returns the smallest one so far; it is an
// error if there is none.
func (r Request) small(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	steps := r.Small
	r.Small = 0
	if w, ok := r.copyingBySymmetry(body); ok {
		return w, nil
	}
	if spans, ok := interval.RulesOf(r.Root.Game()); ok {
		return r.smallIntervals(ctx, body, spans, steps)
	}
	best, err := r.Extract(ctx, body)
	if err != nil || best.Header().Records > MostSmall {
		return best, err
	}
	for _, other := range r.otherMethods(best.Header().Method) {
		r.fewer, r.tables = best.Header().Records, steps/tables
		if w, err := other(r, ctx, new(bytes.Buffer)); err == nil && w.Header().Records < r.fewer {
			best = w
		}
	}
	return best, nil
}

// otherMethods returns functions that find certificates by methods that may take fewer records than the one that
// Extract has chosen.
func (r Request) otherMethods(chosen proof.Method) (all []func(Request, context.Context, io.ReadWriter) (*proof.Writer, error)) {
	switch chosen {
	case proof.Nimbers, proof.Exclusions:
		all = append(all, smallTable(Request.exclusions))
	case proof.Values, proof.Bounds:
		all = append(all, smallTable(Request.bounds))
	default: // a strategy, or no records to leave out
		return nil
	}
	return append(all, Request.strategy)
}

// copyingBySymmetry returns a certificate by copying, if the winner can copy by a symmetry of the game from the
// root or after a first move.
func (r Request) copyingBySymmetry(body io.ReadWriter) (w *proof.Writer, ok bool) {
	game := r.Root.Game()
	openings := []*variants.Move{nil}
	if r.wins() {
		openings = openings[:0]
		for m := range r.Root.Legal().Cells() {
			openings = append(openings, new(variants.Move(m)))
		}
	}
	for _, sym := range game.Symmetries() {
		if sym == bitboard.Identity || sym.Inverse() != sym {
			continue
		}
		h := r.header(proof.Copying)
		h.Mirrors = [][]int{images(game.Grid(), sym)}
		for _, h.Opening = range openings {
			if h.CheckCopying() == nil {
				return proof.NewWriter(h, body), true
			}
		}
	}
	return nil, false
}

// smallIntervals returns a certificate by intervals with few records.
func (r Request) smallIntervals(ctx context.Context, body io.ReadWriter, spans *interval.Rules, steps int) (*proof.Writer, error) {
	if err := r.solve(ctx); err != nil {
		return nil, err
	}
	r.Prover.Begin(ctx, r.Limits)
	defer r.Prover.Finish()
	f := newFindings(r, spans)
	defer f.runs.Clear()
	if err := f.explore(ctx, r); err != nil {
		return nil, err
	}
	w := proof.NewWriter(r.strategyHeader(), body)
	if err := f.write(ctx, w, r); err != nil {
		return nil, err
	}
	if w.Header().Records > MostSmall || w.Header().Records < 2 || f.aged > 0 {
		return w, nil
	}
	guide := r.Prover.Guide()
	defer guide.Close()
	plain := w.Header().Records
	for _, plans := range []bool{true, false} {
		if !plans && w.Header().Records <= plain/enough {
			continue
		}
		d := newDrafter(ctx, f, guide, r.Memory, plans)
		best, ok := d.search(r, steps)
		if !ok || uint64(best.records) >= w.Header().Records {
			continue
		}
		w = proof.NewWriter(r.strategyHeader(), new(bytes.Buffer))
		if err := d.write(w, r, best); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// enough is the factor by which plans have to make a certificate smaller. If they gain less, there is a second search
// without plans: on long boards, such as blockade 12×3, looking for plans costs steps, and there are few plans.
const enough = 4
