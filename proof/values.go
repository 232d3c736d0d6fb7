package proof

import (
	"fmt"
	"slices"

	"gridlock/variants"
)

// values checks a certificate by a table of values in duel. X is Left.
func (c *checker) values() error {
	if c.keys.id != variants.Duel {
		return fmt.Errorf("values are no way to win %s", c.keys.id)
	}
	t := &table[Value]{checker: c, plus: Value.Plus}
	next := func() (sides, Value, error) {
		left, right, v, err := c.Value()
		return sides{left, right}, v, err
	}
	if err := t.read(next, func(part sides, v Value) error { return checkValue(t, part, v) }); err != nil {
		return err
	}
	s, sign := c.Root.State(), Number(1)
	root := sides{s.Mine, s.Yours}
	if c.Root.Side() == variants.O {
		root, sign = sides{s.Yours, s.Mine}, -1
	}
	v, err := t.sum(root)
	if err != nil {
		return fmt.Errorf("root: %w", err)
	}
	return c.conclude("value", v.String(), c.Header.Value, v.X*sign > 0 || v.X == 0 && v.Star)
}

// checkValue makes sure that the value of a component follows from those of its
// options.
func checkValue(t *table[Value], part sides, v Value) error {
	grid := t.Root.Game().Grid()
	lefts, err := t.options(part.left, func(cell int) sides {
		return sides{part.left.Without(cell) &^ grid.KingAt(cell), part.right.Without(cell)}
	})
	if err != nil {
		return fmt.Errorf("for Left, %w", err)
	}
	rights, err := t.options(part.right, func(cell int) sides {
		return sides{part.left.Without(cell), part.right.Without(cell) &^ grid.KingAt(cell)}
	})
	if err != nil {
		return fmt.Errorf("for Right, %w", err)
	}
	if !v.follows(lefts, rights) {
		return fmt.Errorf("its value is not %v", v)
	}
	return nil
}

// follows reports whether v is the value of a game with these options.
//
// A number is, if it fits between the options and is the simplest that does: neither of
// the simpler numbers next to it, its own options, fits (ONAG, theorem 11). A number
// with a star is, if nobody who begins wins the game plus its negative, which is x + ∗
// subtracted: each answers the other's move to x + ∗ by one of the game's.
func (v Value) follows(lefts, rights []Value) bool {
	if !v.fits(lefts, rights) {
		return false
	}
	x := Value{X: v.X}
	if v.Star {
		return slices.ContainsFunc(lefts, func(l Value) bool { return l.atLeast(x) }) &&
			slices.ContainsFunc(rights, func(r Value) bool { return x.atLeast(r) })
	}
	for _, simpler := range v.X.options() {
		if (Value{X: simpler}).fits(lefts, rights) {
			return false
		}
	}
	return true
}

// fits reports whether no option of Left is at least v, and v not at least any of
// Right.
func (v Value) fits(lefts, rights []Value) bool {
	return !slices.ContainsFunc(lefts, func(l Value) bool { return l.atLeast(v) }) &&
		!slices.ContainsFunc(rights, func(r Value) bool { return v.atLeast(r) })
}

// atLeast reports whether v ≥ w, as games: x and x + ∗ are not comparable.
func (v Value) atLeast(w Value) bool { return v.X > w.X || v == w }

// options returns the options of a number in its simplest form.
func (x Number) options() []Number {
	switch e := x.exponent(); {
	case e > 0:
		return []Number{x - one>>e, x + one>>e}
	case x > 0:
		return []Number{x - one}
	case x < 0:
		return []Number{x + one}
	}
	return nil
}
