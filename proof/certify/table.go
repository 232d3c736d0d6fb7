package certify

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// The maximum numbers of components of a table. Above them a strategy is written instead, which
// in duel is smaller then: on 5×5 13,000 positions against more than a million components.
const (
	mostNimbers = 1 << 20
	mostValues  = 1 << 14
)

// nimbers returns a certificate by a table of nimbers, or a strategy if that is too large.
func (r Request) nimbers(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	grid, root := r.Root.Game().Grid(), r.Root.State().Free
	parts, ok := components(ctx, grid, pair{a: root}, mostNimbers)
	if !ok {
		return r.strategyInstead(ctx, body)
	}
	known := theory.NewNimbers(grid)
	known.Stop = func() bool { return ctx.Err() != nil }
	nimber, ok := known.Of(root)
	switch {
	case !ok:
		return r.strategyInstead(ctx, body)
	case (nimber != 0) != r.wins():
		return nil, errNotWon(r.Root)
	}
	h := r.header(proof.Nimbers)
	h.Nimber = &nimber
	w := proof.NewWriter(h, body)
	for _, part := range parts {
		nimber, ok := known.Of(part.a)
		if !ok {
			return r.strategyInstead(ctx, body)
		}
		if err := w.Component(part.a, nimber); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// values returns a certificate by a table of values, or a strategy if that is smaller.
func (r Request) values(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	table, err := r.valueTable(ctx, body)
	switch {
	case err != nil:
		return nil, err
	case table == nil:
		return r.strategyInstead(ctx, body)
	}
	size := table.Header().Bytes
	r.largest = size
	strategy, err := r.strategy(ctx, &bounded{most: size})
	larger := err == nil && strategy.Header().Bytes >= size || errors.Is(err, errTooLarge)
	if larger || errors.Is(err, solver.ErrLimit) {
		return table, solver.Stopped(ctx)
	}
	return strategy, err
}

// valueTable returns a certificate by a table of values, nil if that is too large or takes finer
// numbers than theory has.
func (r Request) valueTable(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	grid, s := r.Root.Game().Grid(), r.Root.State()
	root := pair{s.Mine, s.Yours} // Left is X
	if r.Root.Side() == variants.O {
		root = pair{s.Yours, s.Mine}
	}
	parts, ok := components(ctx, grid, root, mostValues)
	if !ok {
		return nil, nil
	}
	known := theory.NewValues(grid)
	known.Stop = func() bool { return ctx.Err() != nil }
	parts = append(parts, root)
	values := make([]proof.Value, len(parts))
	for i, part := range parts {
		value, ok := known.Of(part.a, part.b)
		if !ok {
			return nil, nil
		}
		values[i] = valueOf(value)
	}
	last := len(parts) - 1
	h := r.header(proof.Values)
	h.Value = values[last].String()
	w := proof.NewWriter(h, body)
	for i, part := range parts[:last] {
		if err := w.Value(part.a, part.b, values[i]); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// strategyInstead returns a strategy if a table is impossible, unless ctx has ended.
func (r Request) strategyInstead(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	if err := solver.Stopped(ctx); err != nil {
		return nil, err
	}
	return r.strategy(ctx, body)
}

// valueOf returns a value in the units of certificates, 2⁻⁴⁰.
func valueOf(v theory.Value) proof.Value {
	n, places, star := v.Dyadic()
	return proof.Value{X: proof.Number(n << (40 - places)), Star: star}
}

// bounded is a buffer with a maximum size.
type bounded struct {
	bytes.Buffer
	most int64
}

var errTooLarge = errors.New("certify: larger than another certificate")

func (b *bounded) Write(p []byte) (int, error) {
	if int64(b.Len()+len(p)) > b.most {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}

// pair is the cells that Left and Right may take. In claim, where sides do not matter, all are
// Left's.
type pair struct{ a, b bitboard.Board }

// components returns all components that can arise from a position, in the order of a
// certificate. ok is false if there are more than most, or ctx ends.
func components(ctx context.Context, g *bitboard.Grid, root pair, most int) (parts []pair, ok bool) {
	seen := map[pair]struct{}{}
	var todo []pair
	add := func(p pair) {
		for p.a|p.b != 0 {
			part := part(g, p)
			p.a, p.b = p.a&^part.a, p.b&^part.b
			part = topLeft(g, part)
			if _, known := seen[part]; !known {
				seen[part] = struct{}{}
				todo = append(todo, part)
			}
		}
	}
	add(root)
	for len(todo) > 0 {
		if len(seen) > most || ctx.Err() != nil {
			return nil, false
		}
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for c := range p.a.Cells() {
			add(pair{p.a &^ closed(g, c), p.b.Without(c)})
		}
		for c := range p.b.Cells() {
			add(pair{p.a.Without(c), p.b &^ closed(g, c)})
		}
	}
	parts = slices.SortedFunc(maps.Keys(seen), inOrder)
	return parts, true
}

// inOrder compares components in the order of certificates: smaller ones first.
func inOrder(p, q pair) int {
	return cmp.Or(cmp.Compare((p.a|p.b).Count(), (q.a|q.b).Count()), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
}

// closed returns a cell and its king neighbours.
func closed(g *bitboard.Grid, c int) bitboard.Board { return g.KingAt(c).With(c) }

// part returns the component of the lowest cell.
func part(g *bitboard.Grid, p pair) pair {
	all := p.a | p.b
	for cells := all & -all; ; {
		next := cells | g.DilateKing(cells&p.a)&p.a | g.DilateKing(cells&p.b)&p.b
		if next == cells {
			return pair{cells & p.a, cells & p.b}
		}
		cells = next
	}
}

// topLeft moves a component up and left as far as possible.
func topLeft(g *bitboard.Grid, p pair) pair {
	all := p.a | p.b
	up := all.First() / g.Cols()
	left := g.Cols()
	for c := range all.Cells() {
		_, col := g.RowCol(c)
		left = min(left, col)
	}
	by := up*g.Cols() + left
	return pair{p.a >> by, p.b >> by}
}
