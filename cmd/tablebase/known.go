package tablebase

import (
	"context"
	"errors"
	"fmt"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// finder looks up positions in the tables of their game, then among the solved positions. It remembers the first error.
type finder struct {
	store  *tablebase.Store
	tables []*tablebase.Table
	err    error
}

// Find implements [analysis.Store].
func (f *finder) Find(_ context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	for _, t := range f.tables {
		r, ok, err := t.Moves(p)
		f.note(err)
		if ok {
			return r, t.Origin(), true
		}
	}
	r, origin, err := f.store.FindSolved(p)
	f.note(err)
	return r, origin, r.Proven
}

func (f *finder) note(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Save implements [analysis.Store]: a probe adds nothing.
func (*finder) Save(context.Context, variants.Position, solver.Result, error) {}

// Batch implements [analysis.Store].
func (f *finder) Batch(_ bool, work func()) { f.note(f.store.Batch(false, work)) }

// lookUp returns the store's results for a position and its moves, without lemmas. The error is ErrMissing if there are
// none.
func lookUp(ctx context.Context, s *tablebase.Store, tables []*tablebase.Table, p variants.Position) (analysis.Answer, error) {
	f := &finder{store: s, tables: tables}
	a, err := analysis.Ask(ctx, p, analysis.Recall, analysis.Options{Store: f, Options: solver.Options{NoLemmas: true}})
	switch {
	case f.err != nil:
		return a, f.err
	case errors.Is(err, solver.ErrContradiction):
		return a, fmt.Errorf("%s: %w: %w", s.Dir(), tablebase.ErrDamaged, err)
	case err == nil && !a.Result().Proven:
		return a, tablebase.ErrMissing
	}
	return a, err
}
