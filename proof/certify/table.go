package certify

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"sort"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// mostParts is the maximum number of components of a table of nimbers or values. If there are more components,
// exclusions or bounds take the place of the table: they say less, about fewer components (docs/tried.md).
const mostParts = 1 << 10

// nimbers returns a certificate by a table of nimbers, or by exclusions if such a table is too large.
func (r Request) nimbers(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	game, root := r.Root.Game(), r.Root.State().Free
	parts, ok := components(ctx, game, proof.Sides{Left: root}, mostParts)
	if !ok {
		return r.exclusions(ctx, body)
	}
	known := theory.For(game).Nimbers()
	known.Stop = ended(ctx)
	nimber, ok := known.Of(root)
	switch {
	case !ok:
		return r.exclusions(ctx, body)
	case (nimber != 0) != r.wins():
		return nil, errNotWon(r.Root)
	}
	h := r.header(proof.Nimbers)
	h.Nimber = &nimber
	w := proof.NewWriter(h, body)
	for _, part := range parts {
		nimber, ok := known.Of(part.Left)
		if !ok {
			return nil, solver.Stopped(ctx)
		}
		if err := w.Component(part.Left, nimber); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// values returns a certificate by a table of values, or by lower bounds if such a table is too large or takes finer
// numbers than theory has.
func (r Request) values(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	game, s := r.Root.Game(), r.Root.State()
	root := proof.Sides{Left: s.Mine, Right: s.Yours} // Left is X
	if r.Root.Side() == variants.O {
		root = proof.Sides{Left: s.Yours, Right: s.Mine}
	}
	parts, ok := components(ctx, game, root, mostParts)
	if !ok {
		return r.bounds(ctx, body)
	}
	known := theory.For(game).Values()
	known.Stop = ended(ctx)
	value := known.Of(root.Left, root.Right)
	if value == nil {
		return r.bounds(ctx, body)
	}
	moversValue := *value
	if r.Root.Side() == variants.O {
		moversValue = value.Minus()
	}
	if moversValue.LeftWinsFirst() != r.wins() {
		return nil, errNotWon(r.Root)
	}
	h := r.header(proof.Values)
	h.Value = value.String()
	w := proof.NewWriter(h, body)
	for _, part := range parts {
		value := known.Of(part.Left, part.Right)
		if value == nil {
			return nil, cmp.Or(solver.Stopped(ctx), errTooFine)
		}
		if err := w.Value(part.Left, part.Right, valueOf(*value)); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// valueOf returns a value in the units of certificates, 2⁻⁴⁰.
func valueOf(v theory.Value) proof.Value {
	n, places, star := v.Dyadic()
	return proof.Value{X: proof.Number(n << (40 - places)), Star: star}
}

// theorysValue is the inverse of valueOf.
func theorysValue(v proof.Value) theory.Value { return theory.NewValue(int64(v.X), 40, v.Star) }

// bySize are components to be sorted as certificates have them. A sort by package slices would make the program for
// browsers larger by 20 KB.
type bySize []proof.Sides

func (s bySize) Len() int           { return len(s) }
func (s bySize) Less(i, j int) bool { return s[i].Compare(s[j]) < 0 }
func (s bySize) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// components returns all components that can arise from a position, in the order of a
// certificate. ok is false if there are more than most, or ctx ends.
func components(ctx context.Context, game *variants.Game, root proof.Sides, most int) (parts []proof.Sides, ok bool) {
	seen, split, near := map[proof.Sides]struct{}{}, proof.NewSplitter(game), game.Near()
	closed := func(c int) bitboard.Board { return near.At(c).With(c) }
	var todo []proof.Sides
	add := func(p proof.Sides) {
		for p != (proof.Sides{}) {
			part := split.Component(p)
			p = p.Without(part)
			part = split.Placed(part)
			if _, known := seen[part]; !known {
				seen[part] = struct{}{}
				todo = append(todo, part)
			}
		}
	}
	add(root)
	for len(todo) > 0 {
		if len(seen) > most || solver.Poll(ctx) != nil {
			return nil, false
		}
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for c := range p.Left.Cells() {
			add(proof.Sides{Left: p.Left &^ closed(c), Right: p.Right.Without(c)})
		}
		for c := range p.Right.Cells() {
			add(proof.Sides{Left: p.Left.Without(c), Right: p.Right &^ closed(c)})
		}
	}
	parts = slices.Collect(maps.Keys(seen))
	sort.Sort(bySize(parts))
	return parts, true
}
