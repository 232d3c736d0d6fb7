package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/solver/pn"
	"gridlock/theory"
)

// bounds returns a certificate by lower bounds of the values, for the winner as Left, of the components that the proof
// needs. If components have no normal form, the certificate is a strategy.
func (r Request) bounds(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	if !proof.NewSplitter(r.Root.Game()).Alike() {
		return r.strategy(ctx, body)
	}
	return r.guided(ctx, func(guide *pn.Guide) (*proof.Writer, error) {
		game, s := r.Root.Game(), r.Root.State()
		b := &bounder{vary: r.vary, values: theory.For(game).Values()}
		b.counter = counter{ctx: ctx, guide: guide, budget: &b.values.Budget}
		b.values.Apart, b.values.Stop = true, b.stopTheory
		switch wins := b.values.LeftWinsFirst(s.Mine, s.Yours); {
		case wins == theory.Open:
			return nil, b.stopped()
		case (wins == theory.Yes) != r.wins():
			return nil, errNotWon(r.Root)
		}
		h := r.header(proof.Bounds)
		h.Reduce = min(b.values.Reduced(), game.Grid().Size())
		b.table = proof.NewBoundTable(game, h.Reduce)
		b.w = proof.NewWriter(h, body)
		if r.wins() {
			return b.w, b.show(proof.Sides{Left: s.Mine, Right: s.Yours}, proof.Value{Star: true})
		}
		return b.w, b.show(proof.Sides{Left: s.Yours, Right: s.Mine}, proof.Value{})
	})
}

// bounder finds lower bounds of components, and writes each after the bounds that it follows from.
type bounder struct {
	counter
	vary   variety
	values *theory.Values    // what is true
	table  *proof.BoundTable // what is written
	w      *proof.Writer
}

// boundClaim is that a component is worth at least a value.
type boundClaim struct {
	part  proof.Sides
	least proof.Value
}

// leastRelax is the least amount by which a claim is relaxed.
const leastRelax = proof.Number(1) << (40 - 5)

// errUnshown reports that a true claim has no proof. This means that theory contradicts itself.
var errUnshown = errors.New("certify: no record proves the value of a component")

// stopped returns why theory has no answer.
func (b *bounder) stopped() error { return cmp.Or(b.err, errTooFine) }

// show writes records that show that a position is worth at least a value.
func (b *bounder) show(s proof.Sides, least proof.Value) error {
	claims, holds, err := b.claims(s, least, true)
	if err == nil && !holds {
		err = errUnshown
	}
	if err != nil {
		return err
	}
	return b.proveAll(claims)
}

// claims returns the records by which the table shows that a position is worth at least a value. holds is false if the
// position is worth less or, without search, may be worth less.
func (b *bounder) claims(s proof.Sides, least proof.Value, search bool) (claims []boundClaim, holds bool, err error) {
	var buffer [bitboard.MaxCells]proof.Sides
	parts, singles := b.table.Parts(s, buffer[:0])
	if claims, holds = b.known(parts, singles, least, 0); holds || !search {
		return claims, holds, nil
	}
	answer := b.values.AtLeast(s.Left, s.Right, theorysValue(least))
	holds, ok := answer == theory.Yes, answer != theory.Open
	// If a component is known to be worth at least one of x and x + ∗, but not which, the sum may be known although the
	// claim is not. Then the claim is a little less than x, if that is enough.
	for relax := proof.Number(1) << 40; ok && holds && relax >= leastRelax; relax /= 2 {
		if claims, shown := b.known(parts, singles, least, relax); shown {
			return claims, true, nil
		}
	}
	for i := 0; i < len(parts) && ok && holds; i++ {
		if x, plain, starred := b.values.Least(parts[i].Left, parts[i].Right); !plain && !starred {
			ok = b.values.AtLeast(parts[i].Left, parts[i].Right, x) != theory.Open
		}
	}
	switch {
	case !ok:
		return nil, false, b.stopped()
	case holds:
		claims, holds = b.known(parts, singles, least, 0)
	}
	return claims, holds, nil
}

// known returns claims that follow from theory's bounds of components without search (see least), each as low as
// suffices.
func (b *bounder) known(parts []proof.Sides, singles, want proof.Value, relax proof.Number) (claims []boundClaim, ok bool) {
	var buffer [bitboard.MaxCells]proof.Bound
	bounds := buffer[:0]
	for _, part := range parts {
		bounds = append(bounds, b.with(part, b.least(part, relax)...))
	}
	others := func(i int) proof.Bound {
		sum := proof.BoundOf(singles)
		for j, bound := range bounds {
			if j != i {
				sum = sum.Plus(bound)
			}
		}
		return sum
	}
	if !others(-1).Shows(want) {
		return nil, false
	}
	for i, part := range parts {
		rest, written := others(i), b.table.Of(part)
		if written.Plus(rest).Shows(want) {
			bounds[i] = written
			continue
		}
		for _, value := range rest.Lacks(want) {
			if bounds[i].Shows(value) {
				bounds[i] = written.With(value)
				claims = append(claims, boundClaim{part, value})
				break
			}
		}
	}
	return claims, true
}

// with returns the bound of a component in the table, joined with more bounds.
func (b *bounder) with(part proof.Sides, least ...proof.Value) proof.Bound {
	bound := b.table.Of(part)
	for _, value := range least {
		bound = bound.With(value)
	}
	return bound
}

// least returns the greatest lower bounds that theory knows for a component. If the bound is a number or the number
// plus ∗, and it is not known which, it subtracts relax, unless relax is 0.
func (b *bounder) least(part proof.Sides, relax proof.Number) (values []proof.Value) {
	number, plain, starred := b.values.Least(part.Left, part.Right)
	x := valueOf(number)
	if plain {
		values = append(values, x)
	}
	if starred {
		values = append(values, x.PlusStar())
	}
	if !plain && !starred && relax > 0 {
		values = append(values, proof.Value{X: x.X - relax})
	}
	return values
}

// proveAll proves claims one after the other.
func (b *bounder) proveAll(claims []boundClaim) error {
	for _, c := range claims {
		if err := b.prove(c); err != nil {
			return err
		}
	}
	return nil
}

// prove writes records until the table shows a claim, which holds. An exact value follows from Left's moves or from
// Right's (docs/soundness.md).
func (b *bounder) prove(c boundClaim) error {
	if b.stop() {
		return b.err
	}
	if b.table.Of(c.part).Shows(c.least) {
		return nil
	}
	for _, way := range []func(boundClaim) (bool, error){b.byMirror, b.byKnownMove, b.byMore, b.byReplies, b.byMove} {
		if done, err := way(c); done || err != nil {
			return err
		}
	}
	switch value := b.values.Exactly(c.part.Left, c.part.Right); {
	case value == nil:
		return b.stopped()
	case valueOf(*value) == c.least:
		return errUnshown
	default:
		return b.prove(boundClaim{c.part, valueOf(*value)})
	}
}

// byMirror proves a claim by copying.
func (b *bounder) byMirror(c boundClaim) (done bool, err error) {
	var zero proof.Value
	if !zero.AtLeast(c.least) {
		return false, nil
	}
	reason, ok := b.table.Mirrored(c.part)
	if !ok {
		return false, nil
	}
	return true, b.write(c.part, zero, reason)
}

// byKnownMove proves a claim by a move of Left's that is known to leave enough. It takes the move with the fewest
// claims; of several, the one whose claims are about the fewest cells.
func (b *bounder) byKnownMove(c boundClaim) (done bool, err error) {
	move, best, fewest := -1, []boundClaim(nil), 0
	for cell := range c.part.Left.Cells() {
		claims, ok, err := b.claims(b.table.Left(c.part, cell), c.part.AfterMove(cell, c.least), false)
		if err != nil {
			return false, err
		}
		cells := 0
		for _, d := range claims {
			cells += d.part.Size()
		}
		cells = b.vary.of(cells)
		if ok && (move < 0 || cells < fewest) {
			move, best, fewest = cell, claims, cells
		}
		if ok && cells == 0 {
			break
		}
	}
	if move < 0 {
		return false, nil
	}
	if err := b.proveAll(best); err != nil {
		return false, err
	}
	return true, b.write(c.part, c.least, proof.Reason(move))
}

// byMore proves a claim by a greater bound that theory knows, which takes no search. A number does not help if its own
// proof needs the claim.
func (b *bounder) byMore(c boundClaim) (done bool, err error) {
	for _, more := range b.least(c.part, 0) {
		if more != c.least && more.AtLeast(c.least) && !neededFor(c.least, more) {
			return true, b.prove(boundClaim{c.part, more})
		}
	}
	return false, nil
}

// neededFor reports whether a proof of value by replies needs to know that the component is worth at least least, see
// proof.ByReplies.
func neededFor(least, value proof.Value) bool {
	option, ok := value.X.Left()
	return ok && !value.Star && least == proof.Value{X: option, Star: true}
}

// byMove proves a claim by a move of Left's that leaves enough.
func (b *bounder) byMove(c boundClaim) (done bool, err error) {
	for cell := range c.part.Left.Cells() {
		claims, ok, err := b.claims(b.table.Left(c.part, cell), c.part.AfterMove(cell, c.least), true)
		if err == nil && ok {
			err = b.proveAll(claims)
		}
		if err != nil {
			return false, err
		}
		if ok {
			return true, b.write(c.part, c.least, proof.Reason(cell))
		}
	}
	return false, nil
}

// byReplies proves a claim by answers to all moves of Right's.
func (b *bounder) byReplies(c boundClaim) (done bool, err error) {
	if c.least.Star {
		return false, nil
	}
	least, replies := c.least.PlusStar(), b.table.Replies(c.part)
	for cell := range replies.Cells() {
		if _, holds, err := b.claims(b.table.Right(c.part, cell), least, true); !holds || err != nil {
			return false, err
		}
	}
	if option, ok := c.least.X.Left(); ok {
		if err := b.prove(boundClaim{c.part, proof.Value{X: option, Star: true}}); err != nil {
			return false, err
		}
	}
	for cell := range replies.Cells() { // again: records written meanwhile may show it
		if err := b.show(b.table.Right(c.part, cell), least); err != nil {
			return false, err
		}
	}
	return true, b.write(c.part, c.least, proof.ByReplies)
}

// write writes a record, unless the table shows it by now.
func (b *bounder) write(part proof.Sides, least proof.Value, reason proof.Reason) error {
	if b.table.Of(part).Shows(least) {
		return nil
	}
	r := proof.BoundRecord{Part: part, Least: least, Reason: reason}
	if err := b.table.Add(r); err != nil {
		return fmt.Errorf("certify: component %v: %w", part, err)
	}
	return b.w.Bound(r)
}
